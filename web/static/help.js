/** Rules, words and keys, beside the board. */

import { manual } from "./api.js";
import { h, sentence } from "./dom.js";
import { markdown } from "./markdown.js";

const KEYS = [
  ["Tab, arrow keys", "move between choices on the board"],
  ["Enter", "choose, then play the chosen move"],
  ["Esc", "undo a choice"],
  ["/", "type a move; Tab completes it"],
  ["h", "hint"],
  ["u", "undo"],
  ["c", "win chances"],
  ["m", "make the computer move now"],
  ["← →", "step through the game (when nothing on the board has focus)"],
  ["Home, End", "go to its start, to its end"],
  ["?", "rules and keys"],
];

export class Help {
  constructor() {
    this.box = h("section", { class: "help", "aria-label": "Rules" });
    this.game = "";
  }

  /**
   * Fetch and show the manual of a game, once.
   *
   * @param {string} game
   */
  async show(game) {
    if (this.game === game) return;
    this.game = game;
    this.box.replaceChildren(h("p", { class: "muted" }, "…"));
    try {
      const found = await manual(game);
      const words = Object.entries(found.glossary).sort(([a], [b]) => a.localeCompare(b));
      const list = h("dl", {}, ...words.flatMap(([word, meaning]) => [h("dt", {}, word), h("dd", {}, meaning)]));
      const filter = h("input", {
        type: "search",
        placeholder: "Find a word",
        "aria-label": "Find a word",
        oninput: () => {
          const wanted = filter.value.toLowerCase();
          for (const term of list.querySelectorAll("dt")) {
            const meaning = /** @type {HTMLElement} */ (term.nextElementSibling);
            term.hidden = meaning.hidden = !`${term.textContent} ${meaning.textContent}`.toLowerCase().includes(wanted);
          }
        },
      });
      this.box.replaceChildren(
        h("h2", {}, "How to play"),
        ...found.aim.map((line) => h("p", {}, line)),
        h("details", { open: true }, h("summary", {}, "Rules"), markdown(found.rules, found.figures)),
        ...(words.length ? [h("details", {}, h("summary", {}, "Glossary"), filter, list)] : []),
        h("details", {}, h("summary", {}, "Keys"), keys()),
      );
    } catch (error) {
      this.game = "";
      this.box.replaceChildren(h("p", { class: "danger" }, sentence(String(error instanceof Error ? error.message : error))));
    }
  }
}

/** @returns {HTMLElement} */
export function keys() {
  return h("dl", { class: "keys" }, ...KEYS.flatMap(([key, meaning]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, meaning)]));
}
