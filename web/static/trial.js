/** Trial of other moves: branches from any position, with the engine's advice. */

import { announce, h } from "./dom.js";
import { t } from "./language.js";
import { mark } from "./marks.js";

/** @import {Explored, State} from "./messages.js" */

/**
 * A move that was tried.
 *
 * @typedef {{move: string, actor: number, before: Step | null, next: Step[]}} Step
 */

export class Trial {
  /**
   * @param {object} callbacks
   * @param {(message: {type: string} & Record<string, unknown>) => void} callbacks.send to the server
   * @param {(state: State, at: Explored) => void} callbacks.show a position of the branch
   * @param {(ply: number) => void} callbacks.leave the trial, for the game's position after `ply` events
   */
  constructor(callbacks) {
    this.callbacks = callbacks;
    /** @type {State | undefined} the game's state; undefined if no moves are being tried */
    this.game = undefined;
    this.root = 0; // number of events before the trial
    /** @type {Step[]} the first moves that were tried */
    this.first = [];
    /** @type {Step | null} the step whose position is shown; null: the position at the root */
    this.current = null;
    /** @type {Explored | undefined} the server's last answer */
    this.answer = undefined;
    this.box = h("section", { class: "trial", hidden: true, "aria-label": t("Moves you are trying") });
  }

  /** @returns {boolean} whether moves are being tried */
  get active() {
    return this.game !== undefined;
  }

  /**
   * Begin at the position after `ply` events.
   *
   * @param {State} game
   * @param {number} ply
   * @param {string[]} [moves] the first moves to try
   */
  begin(game, ply, moves = []) {
    this.game = game;
    this.root = ply;
    this.first = [];
    this.current = null;
    this.box.hidden = false;
    this.ask(moves);
  }

  end() {
    this.game = undefined;
    this.box.hidden = true;
  }

  /**
   * Ask the server for the position after some moves.
   *
   * @param {string[]} moves from the root on
   * @param {object} [more] further fields of the request
   */
  ask(moves, more = {}) {
    this.callbacks.send({ type: "explore", ply: this.root, moves, ...more });
  }

  /** @param {Step | null} step @returns {string[]} the moves from the root to the step */
  path(step) {
    return step ? [...this.path(step.before), step.move] : [];
  }

  /**
   * Apply a message to the trial instead of the game.
   *
   * @param {{type: string} & Record<string, any>} message
   * @returns {boolean} whether the game must not get the message
   */
  intercept(message) {
    if (!this.active) return false;
    const path = this.path(this.current);
    if (message.type === "act") this.ask([...path, ...message.actions]);
    else if (message.type === "type") this.ask(path, { line: message.line });
    else if (message.type === "hint") this.ask(path, { advise: true });
    else if (message.type === "undo") this.back();
    else return message.type === "preview" || message.type === "chances";
    return true;
  }

  /** Take the last move back. @returns {boolean} whether there was one */
  back() {
    if (!this.current) return false;
    this.go(this.current.before);
    return true;
  }

  /** @param {number} by below 0: one step back; otherwise one forward */
  step(by) {
    if (by < 0) this.back();
    else this.go((this.current ? this.current.next : this.first)[0] ?? this.current);
  }

  /** @param {Step | null} step */
  go(step) {
    this.ask(this.path(step));
  }

  /** Add the server's answer to the branches and show it. @param {Explored} answer */
  receive(answer) {
    const { game } = this;
    if (!game || answer.ply !== this.root) return;
    /** @type {Step | null} */
    let here = null;
    for (const [index, move] of answer.moves.entries()) {
      /** @type {Step[]} */
      const next = here === null ? this.first : /** @type {Step} */ (here).next;
      /** @type {Step | undefined} */
      let step = next.find((one) => one.move === move);
      if (!step) next.push((step = { move, actor: answer.actors[index], before: here, next: [] }));
      here = step;
    }
    this.current = here;
    this.answer = answer;
    this.render();
    const waits = answer.turn === null ? "" : (game.players[answer.turn]?.name ?? "");
    const state = { ...game, ply: answer.at, seat: answer.turn, turn: answer.turn, waits, picture: answer.picture, legal: answer.legal, descriptions: answer.descriptions, costs: answer.costs, danger: {}, confirm: {}, pending: [], result: null, lesson: null, can: [...(answer.turn === null ? [] : ["hint"]), ...(here ? ["undo"] : [])] };
    this.callbacks.show(state, answer);
    announce(answer.sentences.join(" "));
  }

  render() {
    const row = (/** @type {Step} */ step) =>
      h("button", { type: "button", class: "small step", "aria-current": step === this.current && "step", onclick: () => this.go(step) }, mark(step.actor), h("code", {}, step.move));
    /** @type {(steps: Step[]) => (HTMLElement | string)[]} the first step continues the row; each other step begins a branch below */
    const lines = (steps) => {
      const [first, ...rest] = steps;
      if (!first) return [];
      const branches = rest.map((one) => h("li", {}, row(one), ...lines(one.next)));
      return [row(first), ...(branches.length ? [h("ul", { class: "branches" }, ...branches)] : []), ...lines(first.next)];
    };
    const text = this.answer?.outcome ?? this.answer?.sentences.join(" ") ?? "";
    this.box.replaceChildren(
      h("div", { class: "head" }, h("h2", {}, t("What if …")), h("button", { type: "button", class: "small", "data-do": "leave-trial", onclick: () => this.callbacks.leave(this.root) }, t("Back to the game"))),
      h("p", { class: "muted" }, text || t("Play any move on the board, for any player. Hint shows what the engine would play. Nothing here changes the game.")),
      h("div", { class: "branch" }, h("button", { type: "button", class: "small step", "aria-current": !this.current && "step", onclick: () => this.go(null) }, this.root ? t("step {n}", { n: this.root }) : t("start")), ...lines(this.first)),
    );
  }
}
