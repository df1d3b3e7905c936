/** View of earlier positions of a game, and of other moves tried from them. */

import { announce, h } from "./dom.js";
import { t } from "./language.js";
import { Trial } from "./trial.js";

/** @import {At, State} from "./messages.js" */
/** @import {Table} from "./table.js" */

export class PastView {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {number | undefined} the requested position that has not arrived yet */
    this.requested = undefined;
    this.box = h("div", { class: "looking", hidden: true });
    this.trial = new Trial({
      send: (message) => void table.socket.send(message),
      show: (state, at) => this.showTrial(state, at),
      leave: (ply) => this.leave(ply),
    });
  }

  /**
   * Show an earlier position; null for the current one.
   *
   * @param {number | null} ply
   */
  look(ply) {
    const { table } = this;
    const { state } = table;
    if (!state) return;
    if (this.trial.active) {
      this.trial.end();
      table.tools.show(state);
    }
    const target = ply === null || ply >= state.ply ? null : Math.max(0, ply);
    if (target === null) {
      const wasPast = this.table.past !== null;
      this.table.past = null;
      this.requested = undefined;
      this.box.hidden = true;
      if (wasPast) table.show(state);
      return;
    }
    if (this.requested !== undefined) return; // one request at a time
    this.table.playback.skip();
    this.requested = target;
    this.table.send({ type: "at", ply: target });
  }

  /** Show the requested position. @param {At} at */
  show(at) {
    const { table, box } = this;
    const { state } = table;
    if (!state || this.requested !== at.ply) return;
    this.requested = undefined;
    this.table.past = at.ply;
    const buttons = [h("button", { type: "button", class: "small", "data-do": "now", onclick: () => this.look(null) }, state.result === null ? t("Back to the game") : t("Go to the end"))];
    if (state.can.includes("fork")) buttons.unshift(h("button", { type: "button", class: "small", "data-do": "fork", onclick: () => this.table.tools.fork(at.ply) }, t("Play on from here")));
    if (state.can.includes("explore")) buttons.unshift(h("button", { type: "button", class: "small", "data-do": "explore", onclick: () => this.explore(at.ply) }, t("Try moves")));
    box.replaceChildren(h("p", { class: "said" }, at.sentences.join(" ")), h("span", {}, at.ply ? t("Step {step} of {steps}", { step: at.ply, steps: at.of }) : t("Start of the game")), h("div", { class: "row" }, ...buttons));
    box.hidden = false;
    this.table.chooser.board.showStill(this.table.story.takePicture(at.ply) ?? at.picture, "past");
    this.table.chooser.board.reveal();
    if (this.table.latest) this.table.latest.textContent = at.sentences.join(" ");
    announce(at.sentences.join(" ") || t("Start of the game."));
    this.table.story.mark(at.ply);
    this.table.graph.mark(at.ply);
  }

  /**
   * Try other moves from a position.
   *
   * @param {number} ply
   * @param {string[]} [moves]
   */
  explore(ply, moves) {
    if (!this.table.state?.can.includes("explore")) return;
    this.table.playback.skip();
    this.table.past = ply;
    this.box.hidden = true;
    this.table.tools.open("game");
    this.trial.begin(this.table.state, ply, moves);
  }

  /**
   * Show a position of the trial.
   *
   * @param {State} state
   * @param {import("./messages.js").Explored} at
   */
  showTrial(state, at) {
    this.table.main.dataset.state = "tries";
    this.table.chooser.show(state);
    this.table.tools.show(state);
    this.table.tools.setWaiting("hint", false);
    if (this.table.turn) this.table.turn.textContent = at.outcome ?? trialTitle(state.waits, at.turn === this.table.state?.seat);
    if (this.table.latest) this.table.latest.textContent = at.sentences.join(" ");
    this.table.story.mark(at.ply);
  }

  /** End the trial and go back to the position where it began. @param {number} ply */
  leave(ply) {
    this.trial.end();
    const { table } = this;
    const { state } = table;
    if (!state) return;
    this.table.tools.show(state);
    this.table.past = null;
    this.table.show(state);
    if (ply < state.ply) this.look(ply);
  }

  /** Go one step back or forward. @param {number} by */
  stepBy(by) {
    if (this.trial.active) return this.trial.step(by);
    if (this.table.state) this.look((this.table.past ?? this.table.state.ply) + by);
  }
}

/**
 * Return the headline of a trial.
 *
 * @param {string} name of the player whose turn it is; "" if the game would be over
 * @param {boolean} mine whether the reader has that player's seat
 */
function trialTitle(name, mine) {
  if (!name) return t("What if …");
  return mine ? t("What if … your turn") : t("What if … {name} to move", { name });
}
