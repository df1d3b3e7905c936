/** The goal of the game, in a few lines: open until its person has played the game once. */

import { h } from "./dom.js";
import { like, liked } from "./keep.js";
import { leaving } from "./route.js";

/** @import {State} from "./messages.js" */

const STACKED = matchMedia("(max-width: 919px)");

export class Aim {
  /**
   * @param {Element} below it comes after this one where all is in one column: the board stays where it is when it folds
   * @param {Element} beside and behind this one where there are two
   */
  constructor(below, beside) {
    this.lines = h("ul", { tabindex: 0, "aria-label": "Your goal" });
    this.box = h("details", { class: "aim", hidden: true, ontoggle: () => this.toggled() }, h("summary", {}, "Your goal"), this.lines);
    this.game = "";
    const place = () => (STACKED.matches ? below.after(this.box) : beside.after(this.box));
    STACKED.addEventListener("change", place, { signal: leaving() });
    place();
  }

  /** @param {State} state */
  show(state) {
    if (!this.game) {
      this.game = state.game;
      this.box.hidden = !state.aim.length;
      this.lines.replaceChildren(...state.aim.map((line) => h("li", {}, line)));
      this.box.open = state.result === null && liked(`aim.${state.game}`, "new") !== "known";
    }
    if (state.result !== null) this.box.hidden = true;
    if (!state.story.some((turn) => turn.actor === state.seat)) return;
    // beside the board it stays open, for nothing shall move under the pointer; below it, it would be in the way
    if (STACKED.matches && liked(`aim.${state.game}`, "new") !== "known") this.box.open = false;
    like(`aim.${state.game}`, "known");
  }

  toggled() {
    if (this.game) like(`aim.${this.game}`, this.box.open ? "new" : "known");
  }
}
