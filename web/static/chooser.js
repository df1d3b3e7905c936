/** Choice of a move on the board, in the list, or by typing, and its preview. */

import { Board } from "./board.js";
import { Choosing } from "./choosing.js";
import { announce, h, inWords } from "./dom.js";
import { preference } from "./keep.js";
import { t, tn } from "./language.js";
import { Moves } from "./moves.js";

/** @import {State, Preview, Hint} from "./messages.js" */

const MAX_PICKS = 12; // maximum number of moves to pick from after the choice on the board

const PIECES = ["first", "second", "third"]; // classes of the numbers of moves that belong together, as in picture.css

export class Chooser {
  /**
   * @param {(message: {type: string} & Record<string, unknown>) => void} send
   * @param {(why: import("./board.js").Missed) => void} missed callback for a click on something that cannot be chosen
   */
  constructor(send, missed) {
    this.send = send;
    this.board = new Board((element, again) => (again && this.ready !== undefined ? this.play() : this.choose(element)), missed, (line) => this.type(line));
    this.moves = new Moves({
      highlight: (action) => this.board.highlight(action === null ? [] : this.choosing.of(action)),
      play: (action) => this.playOrAsk(action, true),
      type: (line) => this.type(line),
    });
    this.bar = h("div", { class: "choice-bar", "data-testid": "bar" });
    new ResizeObserver(() => this.bar.parentElement?.style.setProperty("--bar", `${this.bar.offsetHeight}px`)).observe(this.bar);
    /** @type {State | undefined} */
    this.state = undefined;
    this.choosing = new Choosing([], 0);
    /** @type {number | undefined} the action that Enter would play */
    this.ready = undefined;
    /** @type {Hint | undefined} */
    this.advice = undefined;
    this.sent = false;
  }

  /** Play a line. @param {string} line as a person types it */
  type(line) {
    this.send({ type: "type", line, ply: this.state?.ply, edition: this.state?.edition });
  }

  /**
   * Show a position with its legal moves.
   *
   * @param {State} state
   */
  show(state) {
    const same = this.state && state.ply === this.state.ply && state.legal.join() === this.state.legal.join();
    const chosen = same ? this.choosing.chosen : [];
    const moved = this.state && state.ply !== this.state.ply;
    this.state = state;
    this.sent = false;
    if (!same) this.advice = undefined;
    const parts = this.board.show(this.advice?.picture ?? state.picture, state.lesson?.lit);
    this.choosing = new Choosing(parts, state.legal.length);
    this.choosing.chosen = chosen.filter((element) => element < parts.length);
    const marked = (/** @type {string} */ kind) => parts.flatMap((actions, index) => (this.board.elements[index].classList.contains(kind) ? actions : []));
    this.moves.show(state, Boolean(moved), [...marked("useful"), ...marked("near")], new Set(parts.flat()).size === state.legal.length);
    this.refresh();
  }

  /** @param {number} element */
  choose(element) {
    if (this.sent) return;
    this.choosing.choose(element);
    const [only, ...more] = this.choosing.left;
    if (this.choosing.chosen.length && only !== undefined && !more.length) this.playOrAsk(only, false);
    else this.refresh(true);
  }

  /**
   * Play an action, or ask for confirmation first.
   *
   * @param {number} action
   * @param {boolean} listed whether the action was picked from the list, whatever is chosen on the board
   */
  playOrAsk(action, listed) {
    const state = this.state;
    if (!state || this.sent) return;
    if (listed) this.choosing.chosen = this.choosing.of(action);
    const confirmed = this.ready === action && listed;
    const [only, ...more] = this.choosing.chosen;
    const previewsFirst = !listed && !more.length && this.board.elements[only]?.dataset.ask !== undefined;
    if (!confirmed && (previewsFirst || question(state, state.legal[action]) || preference("confirm", "off") === "on")) this.ask(action);
    else this.playAction(action);
  }

  /**
   * Preview an action, and wait for confirmation.
   *
   * @param {number} action
   */
  ask(action) {
    const state = this.state;
    if (!state) return;
    this.ready = action;
    this.confirm(action, [state.descriptions[action] || state.legal[action]], state.costs[action]);
    this.board.mark(this.choosing);
    this.send({ type: "preview", actions: [state.legal[action]], ply: state.ply, edition: state.edition });
  }

  /** @param {Preview} preview */
  preview(preview) {
    const { state, ready } = this;
    if (!state || preview.ply !== state.ply) return;
    if (this.sent && (preview.danger || preview.confirm)) this.showWarning(preview);
    else if (ready === undefined || preview.actions[0] !== state.legal[ready]) return;
    const hadFocus = this.board.focused() !== undefined;
    if (preview.picture) this.board.showStill(preview.picture, "preview");
    this.confirm(state.legal.indexOf(preview.actions[0]), preview.sentences, preview.cost);
    if (hadFocus) this.focusBar();
  }

  /**
   * Ask about an action that the page has already sent: if there are many moves, the server warns only then.
   *
   * @param {Preview} preview
   */
  showWarning(preview) {
    const state = /** @type {State} */ (this.state);
    this.sent = false;
    this.ready = state.legal.indexOf(preview.actions[0]);
    if (preview.danger) state.danger[preview.actions[0]] = preview.danger;
    else state.confirm[preview.actions[0]] = preview.confirm;
  }

  /**
   * @param {number} action
   * @param {string[]} sentences
   * @param {string} cost
   */
  confirm(action, sentences, cost) {
    const state = this.state;
    if (!state) return;
    const text = state.legal[action];
    const sentence = sentences.filter(Boolean).join(" ") || text;
    const asked = question(state, text);
    announce(asked ? `${sentence} ${asked}` : sentence);
    const line = h("p", {}, h("span", { class: "muted" }, `${t("Not played yet:")} `), h("strong", {}, sentence), cost ? h("span", { class: "cost" }, cost) : null);
    if (this.bar.dataset.asks === text) return this.bar.firstElementChild?.replaceWith(line); // its buttons stay under the pointer
    this.fill("ask", line, questionLine(state, text), this.buttons(state.danger[text]));
    this.bar.dataset.asks = text;
    return undefined;
  }

  /** @param {string | undefined} danger */
  buttons(danger) {
    return h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: danger ? "risk" : "main", "data-do": "confirm", onclick: () => this.play() }, danger ? t("Play anyway") : t("Play")),
      h("button", { type: "button", onclick: () => this.back(), title: t("Esc") }, t("Back")),
    );
  }

  /** Play the action that is ready. */
  play() {
    if (this.ready !== undefined) this.playAction(this.ready);
  }

  /** @param {number} action */
  playAction(action) {
    const state = this.state;
    if (!state || this.sent) return;
    this.sent = true;
    this.ready = undefined;
    this.board.mark(this.choosing);
    this.fill("wait", h("p", { class: "muted" }, ...inWords(state.descriptions[action], state.legal[action]), " …"));
    this.send({ type: "act", actions: [state.legal[action]], ply: state.ply, edition: state.edition });
  }

  /** Let the person choose again, because the server refused the action. */
  failed() {
    if (!this.sent && this.ready === undefined) return;
    this.sent = false;
    this.choosing.chosen = [];
    this.refresh();
  }

  /** Go one step back in the choice. @returns {boolean} whether there was a step */
  back() {
    if (this.advice) return this.hint(undefined), true;
    if (this.choosing.chosen.length) {
      const hadFocus = this.bar.contains(document.activeElement);
      this.board.showChoices();
      const last = this.board.elements[this.choosing.chosen.at(-1) ?? 0];
      this.choosing.back();
      if (this.choosing.left.length === 1) this.choosing.chosen = [];
      this.refresh();
      if (hadFocus) last?.focus();
      return true;
    }
    if (this.state?.pending.length && this.state.can.includes("undo")) return this.send({ type: "undo" }), true;
    return false;
  }

  /**
   * Draw advice on the board until something else happens; undefined removes it.
   *
   * @param {Hint | undefined} advice
   */
  hint(advice) {
    if (!this.state || (advice && advice.ply !== this.state.ply)) return;
    this.advice = advice;
    const parts = this.board.show(advice?.picture ?? this.state.picture, this.state.lesson?.lit);
    this.choosing = new Choosing(parts, this.state.legal.length);
    this.refresh();
    if (advice) this.board.uncover(this.bar);
    if (advice) announce(t("Hint: {words}", { words: (advice.sentences.length ? advice.sentences : advice.typed).join(" ") }));
  }

  /** Show the state of the choice. @param {boolean} [ask] whether to preview the only action left */
  refresh(ask = false) {
    const { state, choosing } = this;
    if (!state) return;
    this.board.showChoices();
    this.board.mark(choosing);
    const { left, whole, open } = choosing;
    this.moves.restrict(choosing.chosen.length ? left : null);
    this.ready = whole;
    if (!state.legal.length) return this.fill("");
    if (choosing.chosen.length && left.length === 1 && ask) return this.ask(left[0]);
    if (choosing.chosen.length) return this.showPartial(left, whole, open.length);
    if (this.advice) return this.showAdvice(this.advice);
    if (left.length === 1 && !choosing.of(0).length) return this.fill("", h("p", {}, `${t("Your only move:")} `, h("strong", {}, state.descriptions[0] || state.legal[0])), this.onlyMoveRow());
    if (state.pending.length && state.can.includes("undo")) {
      const undo = () => this.send({ type: "undo" });
      const sentence = state.story.at(-1)?.sentences.at(-1);
      const last = h("p", { class: "just" }, ...inWords(sentence, state.pending.at(-1) ?? ""));
      return this.fill("", last, h("button", { type: "button", class: "small", title: t("Esc"), onclick: undo }, t("Undo")));
    }
    return this.fill("");
  }

  onlyMoveRow() {
    return h("div", { class: "row" }, h("button", { type: "button", class: "main", "data-do": "confirm", onclick: () => this.playOrAsk(0, true) }, t("Play")));
  }

  /**
   * @param {number[]} left
   * @param {number | undefined} whole
   * @param {number} open
   */
  showPartial(left, whole, open) {
    const state = /** @type {State} */ (this.state);
    const pick = (/** @type {number} */ action) =>
      h(
        "button",
        { type: "button", class: "pick", onclick: () => this.playOrAsk(action, true) },
        state.descriptions[action] || state.legal[action],
        state.costs[action] ? h("span", { class: "cost" }, state.costs[action]) : null,
      );
    if (whole !== undefined) {
      const text = state.descriptions[whole] || state.legal[whole];
      announce(text);
      return this.fill(
        "ask",
        h("p", {}, h("span", { class: "muted" }, `${t("Not played yet:")} `), h("strong", {}, text), state.costs[whole] ? h("span", { class: "cost" }, state.costs[whole]) : null),
        questionLine(state, state.legal[whole]),
        open ? h("p", { class: "muted" }, t("… or keep choosing on the board.")) : null,
        this.buttons(state.danger[state.legal[whole]]),
      );
    }
    const picks = !open || left.length <= 3 ? h("div", { class: "picks" }, ...left.slice(0, MAX_PICKS).map(pick)) : null;
    const more = open ? `${tn("{n} move matches.", "{n} moves match.", left.length)} ${picks ? t("Pick one.") : t("Keep choosing on the board.")}` : t("Which one?");
    const back = h("button", { type: "button", onclick: () => this.back(), title: t("Esc") }, t("Back"));
    return this.fill("part", h("p", {}, more), back, picks);
  }

  /** @param {Hint} advice */
  showAdvice(advice) {
    const act = () => {
      this.sent = true;
      this.send({ type: "act", actions: advice.actions, ply: advice.ply, edition: this.state?.edition });
    };
    const sentences = advice.sentences.join(" ");
    this.fill(
      "hint-bar",
      h("p", { class: "advised", onclick: () => this.bar.firstElementChild?.classList.toggle("whole") }, h("span", { class: "tag" }, t("Hint")), sentences ? `${sentences} ` : "", h("span", { class: sentences ? "typed notation" : "typed" }, ...pieces(advice.typed))),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "main", onclick: act }, t("Play it")),
        h("button", { type: "button", onclick: () => this.back() }, t("Close")),
      ),
    );
  }

  focusBar() {
    this.bar.querySelector("button")?.focus();
  }

  /**
   * @param {string} kind
   * @param {...(Node | null)} parts
   */
  fill(kind, ...parts) {
    const hadFocus = this.bar.contains(document.activeElement);
    this.bar.className = `choice-bar ${kind}`;
    delete this.bar.dataset.asks;
    this.bar.replaceChildren(...parts.filter((part) => part !== null));
    if (hadFocus && !this.bar.contains(document.activeElement)) {
      const next = this.bar.querySelector("button") ?? this.board.elements.find((one) => one.getAttribute("tabindex") === "0") ?? this.board.box;
      next.focus({ preventScroll: true });
    }
  }
}

/**
 * Return the question to ask before a move is played; undefined if it is played at once.
 *
 * @param {State} state
 * @param {string} text
 * @returns {string | undefined}
 */
function question(state, text) {
  return state.danger[text] || state.confirm[text];
}

/**
 * Return the question to ask before a move is played as a line below the move.
 *
 * @param {State} state
 * @param {string} text
 */
function questionLine(state, text) {
  const asked = question(state, text);
  return asked ? h("p", { class: state.danger[text] ? "danger" : "muted" }, asked) : null;
}

/**
 * Return moves that belong together, with their numbers on the board.
 *
 * @param {string[]} typed
 * @returns {(HTMLElement | string)[]}
 */
function pieces(typed) {
  const all = typed.flatMap((line) => line.split("; "));
  if (all.length < 2) return [h("code", {}, ...all)];
  return all.flatMap((one, index) => [h("span", { class: `piece ${PIECES[index % PIECES.length]}` }, String(index + 1)), h("code", {}, one), " "]);
}
