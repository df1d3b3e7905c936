/** What happened, in sentences, oldest first; each leads to the position after it. */

import { h } from "./dom.js";
import { mark, percent } from "./players.js";

/** @import {Mark, State} from "./messages.js" */

export class Story {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.go = go;
    this.list = h("ol", { class: "story", tabindex: 0, "aria-label": "What happened" });
    this.shown = "";
    /** @type {Mark[]} */
    this.marks = [];
  }

  /**
   * Mark the decisions that gave something away.
   *
   * @param {Mark[]} marks
   */
  judge(marks) {
    this.marks = marks;
    this.judged();
  }

  /** Write the worst word for each turn beside it, and below what was better. */
  judged() {
    let from = -1;
    for (const row of this.list.children) {
      if (!(row instanceof HTMLElement) || row.dataset.ply === undefined) continue;
      const to = Number(row.dataset.ply);
      row.querySelectorAll(".verdict").forEach((old) => old.remove());
      const [worst] = this.marks.filter((mark) => mark.ply > from && mark.ply <= to).sort((one, other) => other.loss - one.loss);
      from = to;
      if (!worst) continue;
      const word = `${worst.word[0].toUpperCase()}${worst.word.slice(1)}`;
      row.lastElementChild?.append(
        h("p", { class: "verdict" }, h("span", { class: `word ${worst.word}` }, word), `: it gave away ${percent(worst.loss)}. Better: `, h("code", {}, worst.better)),
      );
    }
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
          h("div", {}, h("button", { type: "button", class: "plain", onclick: () => this.go(entry.ply) }, entry.sentences.join(" "))),
        );
      });
    if (!rows.length) rows.push(h("li", { class: "muted" }, h("span", { class: "mark" }), "Nothing happened yet."));
    list.replaceChildren(...rows);
    this.judged();
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
