/** Pointer to the choices, where a telephone shows none of them without scrolling. */

import { h } from "./dom.js";
import { t } from "./language.js";
import { leaveSignal } from "./route.js";

const PEEK = 24; // CSS pixels of a choice that must be in view

export class Below {
  /**
   * @param {HTMLElement} board
   * @param {HTMLElement} floor toolbar at the end of the window, which covers what lies below it
   */
  constructor(board, floor) {
    this.board = board;
    this.floor = floor;
    this.button = h("button", { type: "button", class: "main small below", hidden: true, onclick: () => this.go() }, t("Choose below"), h("span", { "aria-hidden": "true" }, "↓"));
    board.addEventListener("marked", () => this.look());
    for (const change of ["scroll", "resize"]) addEventListener(change, () => this.look(), { passive: true, signal: leaveSignal() });
  }

  /** Show the button if every choice lies below the window. */
  look() {
    const choices = [...this.board.querySelectorAll(".open")];
    const end = Math.min(innerHeight, this.floor.getBoundingClientRect().top) - PEEK;
    this.button.hidden = !choices.length || choices.some((one) => one.getBoundingClientRect().top < end);
  }

  go() {
    const [first] = [...this.board.querySelectorAll(".open")].sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
    first?.scrollIntoView({ block: "center" });
  }
}
