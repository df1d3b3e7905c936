/** Table that shows the server's messages and sends the person's requests. */

import { Aim } from "./aim.js";
import { notify, setTabTitle } from "./attention.js";
import { Chooser } from "./chooser.js";
import { ScrollButton } from "./below.js";
import { announce, h, note, sentence } from "./dom.js";
import { Emotes } from "./emotes.js";
import { Ending } from "./ending.js";
import { Graph } from "./graph.js";
import { Help } from "./help.js";
import { forget, keep, preference, setPreference, tables, tokenOf } from "./keep.js";
import { Invitation } from "./invite.js";
import { keyboard } from "./keys.js";
import { formatNumber, language, t } from "./language.js";
import { reasonClosed, TableMenu } from "./manners.js";
import { missing } from "./missing.js";
import { onNameChange } from "./names.js";
import { Playback } from "./pace.js";
import { result } from "./marks.js";
import { Players } from "./players.js";
import { compared, finished, unrated } from "./progress.js";
import { PuzzleBox } from "./puzzle.js";
import { Share } from "./share.js";
import { LessonBox } from "./lesson.js";
import { PastView } from "./looking.js";
import { address, go, leaveSignal, pageUrl } from "./route.js";
import { stepTime } from "./settings.js";
import { TableSocket } from "./socket.js";
import { sound } from "./sound.js";
import { Story } from "./story.js";
import { terms } from "./terms.js";
import { Tools } from "./tools.js";

/** @import {ServerMessage, Stakes, State, At, Hint, Thinking} from "./messages.js" */

const NARROW = matchMedia("(max-width: 719px)");
const STACKED = matchMedia("(max-width: 919px)"); // the panels lie below the board: see table.css

export class Table {
  /**
   * @param {HTMLElement} main
   * @param {string} id
   */
  constructor(main, id) {
    this.main = main;
    this.id = id;
    this.token = tokenOf(id);
    /** @type {State | undefined} the newest state */
    this.state = undefined;
    /** @type {State | undefined} the shown state */
    this.shown = undefined;
    /** @type {number | null} the earlier position that is shown, as its number of events */
    this.past = null;
    /** @type {({type: string} & Record<string, unknown>) | undefined} a move that was sent but not answered yet */
    this.unanswered = undefined;
    this.lastNews = -1;
    this.gaveUp = false;

    this.chooser = new Chooser((message) => this.send(message), (why) => this.missed(why));
    this.invitation = new Invitation();
    this.emotes = new Emotes((message) => this.send(message));
    this.players = new Players(() => this.invitation.openDialog());
    this.story = new Story((ply) => this.look(ply), {
      why: (mark) => this.send({ type: "why", ply: mark.ply, better: mark.better }),
      look: (picture) => {
        this.chooser.board.showStill(picture, "past");
        this.chooser.board.reveal();
      },
      play: (mark) => this.explore(mark.ply - 1, [mark.better]),
    });
    this.graph = new Graph((ply) => this.look(ply));
    this.help = new Help();
    this.lesson = new LessonBox();
    this.puzzle = new PuzzleBox(
      () => {
        this.gaveUp = true;
        this.send({ type: "solution" });
      },
      (action) => this.send({ type: "preview", actions: [action], ply: this.state?.ply, edition: this.state?.edition }),
    );
    this.tools = new Tools(this);
    this.scrollButton = new ScrollButton(this.chooser.board.box, this.tools.bar);
    this.pastView = new PastView(this);
    this.trial = this.pastView.trial;
    this.share = new Share(this.id, (message) => this.send(message));
    this.end = new Ending(this);
    this.menu = new TableMenu(this.id, this.token, (message) => this.send(message));
    this.playback = new Playback({
      wait: stepTime,
      maxSteps: 40,
      ask: (ply) => this.send({ type: "at", ply }),
      step: (at) => this.step(at),
      done: (state) => this.show(state),
    });
    this.aim = new Aim();
    this.layOut();
    this.socket = new TableSocket({
      table: this.id,
      join: () => ({ type: "join", table: this.id, token: this.token, narrow: NARROW.matches, language: language() }),
      receive: (message) => this.receive(message),
      changed: (status) => this.connectionChanged(status),
    });
    for (const width of [STACKED, NARROW]) width.addEventListener("change", () => this.placeEnd(), { signal: leaveSignal() });
    NARROW.addEventListener("change", () => this.send({ type: "look", narrow: NARROW.matches }), { signal: leaveSignal() });
    leaveSignal().addEventListener("abort", () => this.playback.end());
    onNameChange(() => this.state && this.sendName(this.state), leaveSignal());
    keyboard(this);
  }

  layOut() {
    const { main } = this;
    this.turn = h("h1", { class: "turn" }, "…");
    this.facts = h("p", { class: "facts" });
    this.notice = h("p", { class: "notice danger", role: "status", hidden: true });
    this.latest = h("p", { class: "last-news", onclick: () => this.latest?.classList.toggle("whole") });
    this.hurry = h("button", { type: "button", class: "small", "data-do": "hurry", title: "m", hidden: true, onclick: () => this.send({ type: "hurry" }) }, t("Move now"));
    this.skip = h("button", { type: "button", class: "small", "data-do": "skip", title: t("Esc"), hidden: true, onclick: () => this.playback.skipToTurn() }, t("Skip"));
    this.lost = h("div", { class: "lost", role: "alert", hidden: true });
    this.breadcrumb = h("span", { class: "place" }, h("a", { href: pageUrl("") }, t("All games")), h("span", { class: "title" }));
    document.getElementById("top")?.querySelector(".brand")?.after(this.breadcrumb);
    leaveSignal().addEventListener("abort", () => this.breadcrumb?.remove());
    main.className = "table";
    main.replaceChildren(
      this.lost,
      h(
        "div",
        { class: "stage" },
        h("div", { class: "status" }, this.turn, this.latest, this.facts, this.hurry, this.skip),
        this.notice,
        this.menu.offers,
        this.lesson.box,
        this.players.bar,
        this.chooser.board.box,
        this.chooser.bar,
        this.pastView.box,
        this.trial.box,
        this.emotes.shown,
        this.scrollButton.button,
      ),
      h("aside", { class: "side" }, this.players.box, this.puzzle.box, this.tools.bar, this.emotes.box, ...this.tools.panels(this), this.menu.box),
    );
    this.placeEnd();
    const [stage, above] = [this.chooser.board.box.parentElement, [this.menu.offers, this.lesson.box, this.players.bar]];
    const watched = new ResizeObserver(() => stage?.style.setProperty("--above", `${above.reduce((sum, one) => sum + (one.offsetHeight && one.offsetHeight + 8), 0)}px`));
    for (const one of above) watched.observe(one); // the board leaves room for them
    leaveSignal().addEventListener("abort", () => watched.disconnect());
  }

  /** Put the puzzle, the result and its review in view: beside the board, or above it. */
  placeEnd() {
    const { end, graph, lesson, players, puzzle, tools } = this;
    if (STACKED.matches) {
      lesson.box.after(puzzle.box);
      this.notice?.after(end.box, graph.box);
    } else {
      players.box.after(puzzle.box, end.box);
      tools.panel?.log.prepend(graph.box);
    }
    if (NARROW.matches) tools.bar.append(puzzle.buttons);
    else puzzle.box.append(puzzle.buttons);
    tools.placeSteps(NARROW.matches && this.shown?.result != null);
  }

  /** @param {{type: string} & Record<string, unknown>} message */
  send(message) {
    if (this.trial.intercept(message)) return;
    const moves = message.type === "act" || message.type === "type";
    if (moves) {
      if (this.past !== null) this.look(null);
      this.unanswered = message;
      this.main.dataset.state = "sent";
    }
    if (message.type === "act") sound("mine");
    if (this.socket.send(message) || moves) return;
    this.stopWaiting();
    note(t("Connection lost. Reconnecting …"));
  }

  /** Wait no longer for answers: a request failed, or the connection was lost. */
  stopWaiting() {
    this.gaveUp = false;
    this.pastView.requested = undefined;
    this.end.wantsTurn = false;
    this.tools.setWaiting(null, false);
    this.share.busy(null, false);
    this.story.showVerdicts(); // with new buttons
  }

  /** @param {ServerMessage} message */
  receive(message) {
    if (message.type === "state") return this.receiveState(message);
    if (message.type === "preview" && this.puzzle.showsSolution(message)) {
      if (this.turn) this.turn.textContent = this.puzzle.outcome;
      this.turn?.classList.remove("yours");
      return this.chooser.board.showStill(message.picture, "solved");
    }
    if (message.type === "preview") return this.past === null ? this.chooser.preview(message) : undefined;
    if (message.type === "thinking") return this.thinking(message);
    if (message.type === "hint") return this.hint(message);
    if (message.type === "chances") {
      if (message.ply === this.shown?.ply) this.players.chances(message.shares, this.names(), message.draw, this.state?.stakes);
      return this.tools.setWaiting("chances", false);
    }
    if (message.type === "at") return this.playback.receive(message) ? undefined : this.pastView.show(message);
    if (message.type === "explored") {
      this.noteHelp("moves tried out");
      return this.trial.receive(message);
    }
    if (message.type === "why") {
      this.story.showReason(message);
      return this.chooser.board.reveal();
    }
    if (message.type === "others") {
      compared(this.id, message.rows);
      return this.end.compared(message);
    }
    if (message.type === "review") {
      this.tools.setWaiting("review", false);
      this.tools.setPressed("review", true);
      if (this.state) this.graph.show(message, this.state);
      if (STACKED.matches && this.past === null) this.graph.box.scrollIntoView({ block: "start" });
      this.story.judge(message.marks, this.state?.stakes);
      this.tools.open("log");
      this.end.reviewed(message);
      return undefined;
    }
    if (message.type === "emote") return this.emotes.receive(message);
    if (message.type === "file") return void this.share.save(message);
    if (message.type === "table") {
      keep({ table: message.table, token: message.token, title: this.state?.title ?? "", ...(message.invites && { invites: message.invites }) });
      go(address("table", message.table, message.token));
      return undefined;
    }
    if (message.type === "answer") {
      this.restorePosition();
      this.puzzle.answered(message, this.gaveUp);
      if (STACKED.matches) this.puzzle.box.scrollIntoView({ block: "nearest" });
      this.gaveUp = false;
      return undefined;
    }
    if (message.type === "error") {
      this.stopWaiting();
      this.restorePosition();
      note(this.state?.lesson ? message.message.replace(/(?<=[.!?]) \p{L}+: [^:]*$/u, "") : message.message);
    }
    return undefined;
  }

  /**
   * Tell the person why a click chose nothing.
   *
   * @param {import("./board.js").Missed} missed
   */
  missed({ why, attempt, name }) {
    const { state } = this;
    if (!state || state.result !== null) return;
    const [what, ...about] = name.split("\n");
    if (this.past === null && about.length && !why && !attempt) note(about.join(" "), true);
    else if (this.past !== null) note(t("You are viewing an earlier position. Press » to return to the game."), true);
    else if (state.turn !== state.seat || state.seat === null) note(state.waits ? t("Waiting for {names} to move.", { names: state.waits }) : t("There is nothing to choose right now."), true);
    else if (why) note(why, true);
    else if (attempt && !state.legal.includes(attempt)) this.send({ type: "preview", actions: [attempt], ply: state.ply, edition: state.edition });
    else note(what ? t("{thing}: you can't choose this now.", { thing: what }) : t("Nothing to do there. Choose something outlined."), true);
  }

  /** Show the position before a move that was sent but not played. */
  restorePosition() {
    this.unanswered = undefined;
    if (this.main.dataset.state === "sent") this.main.dataset.state = "mine";
    this.chooser.failed();
  }

  /** @returns {string[]} */
  names() {
    return this.state?.players.map((player) => player.name) ?? [];
  }

  /** Take in a new state of the table. @param {State} state */
  receiveState(state) {
    const first = !this.state;
    const over = state.result !== null;
    const overChanged = first || over !== (this.state?.result !== null);
    this.state = state;
    const game = !state.puzzle && !state.lesson;
    if (this.token && overChanged) finished(state, this.helpUsed);
    if (this.token && overChanged && game) keep({ table: this.id, token: this.token, title: state.title, over });
    if (first) {
      const title = this.breadcrumb?.lastElementChild;
      if (title) title.textContent = state.title;
      this.main.dataset.accent = state.accent;
      this.main.dataset.game = state.game;
      terms(state.game).then((words) => this.chooser.board.explain(words), () => {}); // the game needs no explanations
      if (this.token && !game) forget(this.token); // lessons and puzzles are not listed as games
      if (game) this.sendName(state);
    }
    if (this.notice) {
      this.notice.textContent = [state.trouble, state.warning].filter(Boolean).map(sentence).join(" ");
      this.notice.hidden = !this.notice.textContent;
    }
    const { unanswered } = this;
    this.unanswered = undefined;
    if (unanswered && unanswered.ply === state.ply && unanswered.edition === state.edition && this.resend) this.send(unanswered);
    this.resend = false;
    const invites = (tables().find((one) => one.table === this.id && one.invites)?.invites ?? []).map(
      ([seat, token]) => /** @type {[number, string]} */ ([seat, address("table", this.id, token)]),
    );
    this.players.show(state, invites);
    this.invitation.show(state, invites);
    this.emotes.show(state);
    this.tools.show(state);
    if (!state.puzzle && !state.lesson) this.menu.show(state);
    this.lesson.show(state);
    this.puzzle.show(state);
    this.aim.show(state);
    this.playback.advanceTo(state);
  }

  /** Send the person's name to a table that does not have it yet. @param {State} state */
  sendName(state) {
    const name = preference("name", "");
    const { token } = this;
    if (!name || !token || state.seat === null || tables().find((one) => one.token === token)?.called === name) return;
    keep({ table: this.id, token, title: state.title, called: name });
    this.send({ type: "sit", name });
  }

  /**
   * Show a step of an opponent's turn.
   *
   * @param {At} at
   */
  step(at) {
    if (this.past !== null) return;
    const actor = this.state?.story.find((turn) => turn.ply >= at.ply)?.actor;
    if (this.turn && typeof actor === "number") this.turn.textContent = t("{name} moves", { name: this.names()[actor] });
    this.hideHurryButtons();
    if (this.skip) this.skip.hidden = false;
    this.chooser.board.showStill(at.picture, "step");
    this.turn?.classList.remove("yours");
    this.tellNews(at.sentences.join(" "), at.ply);
    sound("theirs");
  }

  /** @param {State} state */
  show(state) {
    const before = this.shown;
    this.shown = state;
    if (this.past !== null && before) return this.showStoryOnly(state);
    this.story.show(state);
    this.story.mark(null);
    this.graph.mark(null);
    this.chooser.show(state);
    this.players.hideShownNames(this.chooser.board.box, this.names());
    const mine = state.seat !== null && state.turn === state.seat && state.result === null;
    this.main.dataset.state = state.result !== null ? "over" : mine ? "mine" : "waits";
    this.main.dataset.ply = String(state.ply);
    this.tools.placeSteps(NARROW.matches && state.result !== null);
    if (this.turn) this.turn.textContent = state.outcome ?? headline(state, mine);
    this.turn?.classList.toggle("yours", mine);
    this.showFacts(state);
    this.hideHurryButtons();
    if (!state.lesson) this.end.show(state); // a lesson has an end of its own
    if (state.result !== null && (!before || before.result === null)) this.tools.open("log"); // a finished game has no moves to list
    const last = state.story.filter((entry) => entry.sentences.length).at(-1);
    if (last && last.ply !== this.lastNews) this.tellNews(last.sentences.join(" "), last.ply);
    this.tellGoal(STACKED.matches && state.result === null && !state.lesson && !state.puzzle ? this.aim.goal(state) : "");
    if (before && before.ply !== state.ply) {
      if (state.result !== null && before.result === null) sound("end");
      else if (mine && before.turn !== state.turn) sound("turn");
    }
    setTabTitle(state.title, state.result !== null ? "over" : mine ? "mine" : "waits", state.outcome ?? t("Game over"));
    if (mine && before?.turn !== state.turn) {
      announce(`${this.latest?.textContent ?? ""} ${t("Your turn.")}`);
      if (before) notify(t("Your turn: {game}", { game: state.title }), this.latest?.textContent ?? "");
    }
    if (preference("chances", "off") !== "on") this.players.chances(null, []);
    else if (state.can.includes("chances") && (!before || before.ply !== state.ply || before.edition !== state.edition)) this.send({ type: "chances" });
    return undefined;
  }

  /** @returns {string | undefined} help that this person used in the game */
  get helpUsed() {
    return tables().find((one) => one.token === this.token)?.help;
  }

  /** @returns {string} the reason why the game is not rated; "" if it is, or if no rating is at stake */
  get unrated() {
    return this.state ? unrated(this.state, this.helpUsed) : "";
  }

  /** Note that help was used, so the game is not rated. @param {string} help */
  noteHelp(help) {
    const { state, token } = this;
    if (!state || !token || state.puzzle || state.lesson || state.result !== null || this.helpUsed) return;
    keep({ table: this.id, token, title: state.title, help });
    this.showFacts(state);
  }

  /** @param {State} state */
  showFacts({ facts }) {
    this.facts?.replaceChildren(...[...facts, this.unrated].filter(Boolean).map((fact) => h("span", { class: "fact" }, fact)));
  }

  /** Update only the story, because an earlier position is shown. @param {State} state */
  showStoryOnly(state) {
    this.story.show(state);
    this.story.mark(this.past);
  }

  /**
   * @param {string} text
   * @param {number} ply
   */
  tellNews(text, ply) {
    this.lastNews = ply;
    if (this.latest) this.latest.textContent = this.latest.title = text;
    announce(text);
  }

  /** Show the goal in place of the news; on a phone, the explanation of the game lies far below the board. @param {string} goal "" for none */
  tellGoal(goal) {
    if (goal && this.latest) this.latest.textContent = goal;
    this.latest?.classList.toggle("whole", goal !== "");
  }

  /** @param {Thinking} message */
  thinking(message) {
    const { turn, hurry, state } = this;
    if (!turn || !hurry || !state || state.result !== null || this.playback.busy || this.past !== null) return;
    turn.textContent = thinkingText(message, state.players[message.seat]?.name ?? t("The computer"), state.stakes);
    hurry.hidden = !state.can.includes("hurry");
  }

  /** Hide the buttons that hurry a computer or skip steps. */
  hideHurryButtons() {
    if (this.skip) this.skip.hidden = true;
    if (this.hurry) this.hurry.hidden = true;
  }

  /** @param {Hint} message */
  hint(message) {
    this.tools.setWaiting("hint", false);
    this.noteHelp("hint used");
    if (this.past !== null && !this.trial.active) this.look(null);
    this.chooser.hint(message);
    this.tools.candidates(message);
    // Outside a trial, the chances come in a separate message, with the draws.
    if (this.trial.active && preference("chances", "off") === "on" && message.chances?.length && message.ply === this.shown?.ply) this.players.chances(message.chances, this.names(), null, this.state?.stakes);
  }

  /** Show an earlier position; null for the current one. @param {number | null} ply */
  look(ply) {
    this.pastView.look(ply);
  }

  /**
   * Try other moves from a position.
   *
   * @param {number} ply
   * @param {string[]} [moves]
   */
  explore(ply, moves) {
    this.pastView.explore(ply, moves);
  }

  /** Go one step back or forward. @param {number} by */
  stepBy(by) {
    this.pastView.stepBy(by);
  }

  /** Show or hide the win chances, or the expected results in a game for stakes. */
  chances() {
    const on = preference("chances", "off") !== "on";
    setPreference("chances", on ? "on" : "off");
    this.players.chances(null, []);
    this.tools.setPressed("chances", on);
    if (!on) return;
    this.tools.setWaiting("chances", true);
    this.send({ type: "chances" });
  }

  /** Show the state of the connection. @param {"on" | "lost" | "gone" | "refused"} status */
  connectionChanged(status) {
    const { lost } = this;
    if (!lost) return;
    if (status === "on") this.resend = this.unanswered !== undefined;
    else this.stopWaiting();
    if (!this.state && (status === "gone" || status === "refused")) return this.showMissing();
    lost.hidden = status === "on";
    const text = {
      on: "",
      lost: t("Connection lost. Reconnecting … Your game is saved."),
      gone: t("You can't open this game, or it no longer exists."),
      refused: t("The server closed the connection."),
    }[status];
    lost.replaceChildren(text, status === "gone" || status === "refused" ? h("a", { href: pageUrl(""), class: "button" }, t("All games")) : "");
  }

  /** Report that the table does not exist, or that the person may not watch it. */
  showMissing() {
    missing(this.main, t("Game not found"), t("There is no game at this address. It may have been deleted."));
    reasonClosed(this.id).then((reason) => missing(this.main, t("You can't open this game"), reason), () => {});
  }
}

/**
 * Return a line about whose turn it is.
 *
 * @param {State} state
 * @param {boolean} mine whether it is this person's turn
 * @returns {string}
 */
function headline(state, mine) {
  if (mine) return t("Your turn");
  const name = state.turn === null ? "" : state.players[state.turn]?.name;
  return name ? t("{name} to move", { name }) : state.waits || state.title;
}

/**
 * Return a line about the computer that thinks, its time and its choice.
 *
 * @param {Thinking} message
 * @param {string} name
 * @param {Stakes | null} [stakes]
 */
function thinkingText({ seconds, choice, value }, name, stakes) {
  const slots = { name, seconds: formatNumber(seconds, seconds < 10 ? 1 : 0) };
  if (!choice || preference("notation", "off") !== "on") return t("{name} is thinking … {seconds} s", slots);
  if (typeof value !== "number") return t("{name} is thinking … {seconds} s, leaning toward {move}", { ...slots, move: choice });
  return t("{name} is thinking … {seconds} s, leaning toward {move} ({chance})", { ...slots, move: choice, chance: result(value, stakes) });
}
