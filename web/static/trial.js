/** Other moves that are tried: branches from any position, with the engine's advice. */

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
    this.root = 0;
    /** @type {Step[]} the first moves that were tried */
    this.first = [];
    /** @type {Step | null} the step whose position is shown; null: the position at the root */
    this.here = null;
    /** @type {Explored | undefined} the server's last answer */
    this.at = undefined;
    this.box = h("section", { class: "trial", hidden: true, "aria-label": t("Moves you are trying") });
  }

  /** @returns {boolean} whether moves are being tried */
  get on() {
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
    this.here = null;
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
   * Apply a message for the game to the branch instead.
   *
   * @param {{type: string} & Record<string, any>} message
   * @returns {boolean} whether the game must not get it
   */
  takes(message) {
    if (!this.on) return false;
    const path = this.path(this.here);
    if (message.type === "act") this.ask([...path, ...message.actions]);
    else if (message.type === "type") this.ask(path, { line: message.line });
    else if (message.type === "hint") this.ask(path, { advise: true });
    else if (message.type === "undo") this.back();
    else return message.type === "preview" || message.type === "chances";
    return true;
  }

  /** Take the last move back. @returns {boolean} whether there was one */
  back() {
    if (!this.here) return false;
    this.go(this.here.before);
    return true;
  }

  /** @param {number} by below 0: one step back; otherwise one forward */
  step(by) {
    if (by < 0) this.back();
    else this.go((this.here ? this.here.next : this.first)[0] ?? this.here);
  }

  /** @param {Step | null} step */
  go(step) {
    this.ask(this.path(step));
  }

  /** Add the server's answer to the branches and show it. @param {Explored} at */
  came(at) {
    const { game } = this;
    if (!game || at.ply !== this.root) return;
    /** @type {Step | null} */
    let here = null;
    for (const [index, move] of at.moves.entries()) {
      /** @type {Step[]} */
      const next = here === null ? this.first : /** @type {Step} */ (here).next;
      /** @type {Step | undefined} */
      let step = next.find((one) => one.move === move);
      if (!step) next.push((step = { move, actor: at.actors[index], before: here, next: [] }));
      here = step;
    }
    this.here = here;
    this.at = at;
    this.lay();
    const waits = at.turn === null ? "" : (game.players[at.turn]?.name ?? "");
    const state = { ...game, ply: at.at, seat: at.turn, turn: at.turn, waits, picture: at.picture, legal: at.legal, descriptions: at.descriptions, costs: at.costs, danger: {}, confirm: {}, pending: [], result: null, lesson: null, can: [...(at.turn === null ? [] : ["hint"]), ...(here ? ["undo"] : [])] };
    this.callbacks.show(state, at);
    announce(at.sentences.join(" "));
  }

  lay() {
    const row = (/** @type {Step} */ step) =>
      h("button", { type: "button", class: "small step", "aria-current": step === this.here && "step", onclick: () => this.go(step) }, mark(step.actor), h("code", {}, step.move));
    /** @type {(steps: Step[]) => (HTMLElement | string)[]} the first step continues the line; each other one begins a line below */
    const lines = (steps) => {
      const [first, ...rest] = steps;
      if (!first) return [];
      const branches = rest.map((one) => h("li", {}, row(one), ...lines(one.next)));
      return [row(first), ...(branches.length ? [h("ul", { class: "branches" }, ...branches)] : []), ...lines(first.next)];
    };
    const text = this.at?.outcome ?? this.at?.sentences.join(" ") ?? "";
    this.box.replaceChildren(
      h("div", { class: "head" }, h("h2", {}, t("What if …")), h("button", { type: "button", class: "small", "data-do": "leave-trial", onclick: () => this.callbacks.leave(this.root) }, t("Back to the game"))),
      h("p", { class: "muted" }, text || t("Play any move on the board, for any player. Hint shows what the engine would play. Nothing here changes the game.")),
      h("div", { class: "branch" }, h("button", { type: "button", class: "small step", "aria-current": !this.here && "step", onclick: () => this.go(null) }, this.root ? t("step {n}", { n: this.root }) : t("start")), ...lines(this.first)),
    );
  }
}
