/** Box with the goal of the game in a few lines; it is open until the person has played the game once. */

import { h } from "./dom.js";
import { preference, setPreference } from "./keep.js";
import { t } from "./language.js";

/** @import {State} from "./messages.js" */

const labels = () => [t("Goal."), t("Your turn."), t("The end."), t("Good to know.")]; // of the lines, in the same order in every game

export class Aim {
  constructor() {
    this.lines = h("ul", {});
    this.box = h("details", { class: "aim", hidden: true, ontoggle: () => this.toggled() }, h("summary", {}, t("How to play")), this.lines);
    this.game = "";
  }

  /** @param {State} state */
  show(state) {
    if (!this.game) {
      this.game = state.game;
      this.box.hidden = !state.aim.length;
      this.lines.replaceChildren(...state.aim.map((line, index) => h("li", {}, state.aim.length > 2 ? h("strong", {}, `${labels()[index] ?? ""} `) : null, line)));
      this.box.open = state.result === null && preference(`aim.${state.game}`, "new") !== "known";
    }
    if (state.result !== null) this.box.hidden = true;
    if (state.story.some((turn) => turn.actor === state.seat)) setPreference(`aim.${state.game}`, "known"); // the box stays open, so that nothing moves under the pointer
  }

  /** Return the goal until a newcomer to the game has moved; else "". @param {State} state @returns {string} */
  goal(state) {
    return this.box.open && !this.box.hidden && state.aim.length > 2 && !state.story.some((turn) => turn.actor === state.seat) ? `${labels()[0]} ${state.aim[0]}` : "";
  }

  toggled() {
    if (this.game) setPreference(`aim.${this.game}`, this.box.open ? "new" : "known");
  }
}
