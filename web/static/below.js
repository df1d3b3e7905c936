/** Button that scrolls to the choices on the board, for phones that show none of them without scrolling. */

import { h } from "./dom.js";
import { t } from "./language.js";
import { leaveSignal } from "./route.js";

const MIN_VISIBLE = 24; // CSS pixels of a choice that must be in view

export class ScrollButton {
  /**
   * @param {HTMLElement} board
   * @param {HTMLElement} toolbar at the end of the window; it may cover choices
   */
  constructor(board, toolbar) {
    this.board = board;
    this.toolbar = toolbar;
    this.button = h("button", { type: "button", class: "main small below", hidden: true, onclick: () => this.scroll() }, t("Choose below"), h("span", { "aria-hidden": "true" }, "↓"));
    board.addEventListener("marked", () => this.update());
    for (const change of ["scroll", "resize"]) addEventListener(change, () => this.update(), { passive: true, signal: leaveSignal() });
  }

  /** Show the button if every choice lies below the window. */
  update() {
    const choices = [...this.board.querySelectorAll(".open")];
    const end = Math.min(innerHeight, this.toolbar.getBoundingClientRect().top) - MIN_VISIBLE;
    this.button.hidden = !choices.length || choices.some((one) => one.getBoundingClientRect().top < end);
  }

  /** Scroll to the highest choice. */
  scroll() {
    const [first] = [...this.board.querySelectorAll(".open")].sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
    first?.scrollIntoView({ block: "center" });
  }
}
