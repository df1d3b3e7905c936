/** Story of the game in sentences, the oldest first; each leads to the position after it. */

import { announce, h, inWords } from "./dom.js";
import { t, withElements } from "./language.js";
import { mark, percent, size } from "./marks.js";

/** @import {Mark, Stakes, State, Why} from "./messages.js" */

/** @type {Record<string, () => string>} */
const VERDICTS = {
  inaccuracy: () => t("inaccuracy"),
  mistake: () => t("mistake"),
  blunder: () => t("blunder"),
  fine: () => t("fine"),
  luck: () => t("luck"),
};

/** Return the word for a decision or for luck, in the page's language. @param {string} word of the review */
export const verdict = (word) => VERDICTS[word]?.() ?? word;

export class Story {
  /**
   * @param {(ply: number) => void} go
   * @param {object} [callbacks] callbacks for the links beside a mistake; without them, there are no links
   * @param {(mark: Mark) => void} callbacks.why request the consequences of a decision and of a better one
   * @param {(picture: string) => void} callbacks.look show the better decision on the board
   * @param {(mark: Mark) => void} callbacks.play try the better decision
   */
  constructor(go, callbacks) {
    this.go = go;
    this.callbacks = callbacks;
    /** @type {Map<number, Why>} */
    this.reasons = new Map();
    this.list = h("ol", { class: "story", tabindex: 0, "aria-label": t("Moves so far") });
    this.shown = ""; // the shown story, as JSON
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Stakes | null} */
    this.stakes = null;
    /** @type {Why | undefined} the reason whose picture the board shows next */
    this.reasonToDraw = undefined;
  }

  /**
   * Mark the decisions that lost something.
   *
   * @param {Mark[]} marks
   * @param {Stakes | null} [stakes]
   */
  judge(marks, stakes = null) {
    this.marks = marks;
    this.stakes = stakes;
    this.showVerdicts();
  }

  /** Write the worst verdict of each turn below it, with the better move. */
  showVerdicts() {
    let from = -1;
    for (const row of this.list.children) {
      if (!(row instanceof HTMLElement) || row.dataset.ply === undefined) continue;
      const to = Number(row.dataset.ply);
      row.querySelectorAll(".verdict").forEach((old) => old.remove());
      const [worst] = this.marks.filter((mark) => mark.ply > from && mark.ply <= to).sort((one, other) => other.loss - one.loss);
      from = to;
      if (!worst) continue;
      const wordText = verdict(worst.word);
      const word = h("span", { class: `word ${worst.word}` }, `${wordText[0].toUpperCase()}${wordText.slice(1)}`);
      const { stakes } = this;
      const cost = stakes
        ? t("{word}: it cost {loss}. Better: {better}", { loss: `${size(worst.loss, stakes)} ${stakes.unit}` })
        : t("{word}: it cost {loss} in win chance. Better: {better}", { loss: percent(worst.loss) });
      row.lastElementChild?.append(
        h(
          "div",
          { class: "verdict" },
          h("p", {}, ...withElements(cost, { word, better: inWords(worst.told, worst.better) }), " ", ...(this.callbacks ? this.links(this.callbacks, worst) : [])),
          ...(this.reasons.get(worst.ply)?.sentences ?? []).map((sentence) => h("p", { class: "because" }, sentence)),
        ),
      );
    }
  }

  /**
   * Return the links beside a mistake.
   *
   * @param {NonNullable<Story["callbacks"]>} callbacks
   * @param {Mark} mark
   * @returns {(HTMLElement | string)[]}
   */
  links(callbacks, mark) {
    const why = h("button", { type: "button", class: "plain link", "data-do": "why", onclick: () => {
      why.setAttribute("aria-busy", "true");
      why.disabled = true;
      callbacks.why(mark);
    } }, t("Why?"));
    const known = this.reasons.get(mark.ply);
    const shown = known && h("button", { type: "button", class: "plain link", onclick: () => callbacks.look(known.picture) }, t("Show it"));
    return [shown ?? why, " · ", h("button", { type: "button", class: "plain link", "data-do": "try-better", onclick: () => callbacks.play(mark) }, t("Try it"))];
  }

  /** Show why a decision was worse than another. @param {Why} why */
  showReason(why) {
    this.reasons.set(why.ply, why);
    this.showVerdicts();
    announce(why.sentences.join(" "));
    this.go(why.ply - 1);
    this.reasonToDraw = why;
  }

  /** Return the picture to show in place of a position, once. @param {number} ply @returns {string | undefined} */
  takePicture(ply) {
    const { reasonToDraw } = this;
    this.reasonToDraw = undefined;
    return reasonToDraw?.ply === ply + 1 ? reasonToDraw.picture : undefined;
  }

  /** @param {State} state */
  show(state) {
    const now = JSON.stringify(state.story);
    if (now === this.shown) return;
    this.shown = now;
    const { list } = this;
    const box = this.scroller;
    const atEnd = box.scrollTop + box.clientHeight > box.scrollHeight - 40;
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
    if (!rows.length) rows.push(h("li", { class: "muted" }, h("span", { class: "mark" }), t("No moves yet.")));
    list.replaceChildren(...rows);
    this.showVerdicts();
    if (atEnd || !this.started) this.toEnd();
    this.started = true;
  }

  /** The panel, which scrolls around the list. @returns {Element} */
  get scroller() {
    return this.list.closest(".panel") ?? this.list;
  }

  /** Show the newest turn. */
  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** Mark the entry of the shown position. @param {number | null} ply */
  mark(ply) {
    for (const row of this.list.children) {
      row.toggleAttribute("data-here", ply !== null && row instanceof HTMLElement && row.dataset.ply === String(ply));
    }
    const here = this.list.querySelector("[data-here]");
    if (here instanceof HTMLElement) {
      const box = this.scroller;
      const top = here.getBoundingClientRect().top - box.getBoundingClientRect().top;
      if (top < 0 || top > box.clientHeight - 30) box.scrollTop += top - 60;
    }
  }
}
