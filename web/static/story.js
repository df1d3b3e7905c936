/** What happened, in sentences, oldest first; each leads to the position after it. */

import { h } from "./dom.js";
import { mark } from "./players.js";

/** @import {State} from "./messages.js" */

export class Story {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.go = go;
    this.list = h("ol", { class: "story", tabindex: 0, "aria-label": "What happened" });
    this.shown = "";
  }

  /** @param {State} state */
  show(state) {
    const now = JSON.stringify(state.story);
    if (now === this.shown) return;
    this.shown = now;
    const { list } = this;
    const atEnd = list.scrollTop + list.clientHeight > list.scrollHeight - 40;
    let last = -1;
    const rows = state.story
      .filter((entry) => entry.sentences.length)
      .map((entry) => {
        const seat = typeof entry.actor === "number" ? entry.actor : -1;
        const again = seat === last;
        last = seat;
        return h(
          "li",
          { class: again ? "again" : "", "data-ply": entry.ply },
          seat >= 0 && !again ? mark(seat) : h("span", { class: "mark" }),
          h("button", { type: "button", class: "plain", onclick: () => this.go(entry.ply) }, entry.sentences.join(" ")),
        );
      });
    if (!rows.length) rows.push(h("li", { class: "muted" }, h("span", { class: "mark" }), "Nothing happened yet."));
    list.replaceChildren(...rows);
    if (atEnd || !this.started) list.scrollTop = list.scrollHeight;
    this.started = true;
  }

  /** @param {number | null} ply mark the entry of the position that is shown */
  mark(ply) {
    for (const row of this.list.children) {
      row.toggleAttribute("data-here", ply !== null && row instanceof HTMLElement && row.dataset.ply === String(ply));
    }
    const here = this.list.querySelector("[data-here]");
    if (here instanceof HTMLElement) {
      const { offsetTop: top } = here;
      if (top < this.list.scrollTop || top > this.list.scrollTop + this.list.clientHeight - 30) this.list.scrollTop = top - 60;
    }
  }
}
