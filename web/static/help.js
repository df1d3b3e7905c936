/** Rules, glossary and keys, beside the board. */

import { manual } from "./api.js";
import { h, sentence } from "./dom.js";
import { language, SOURCE, t } from "./language.js";
import { markdown } from "./markdown.js";

/** @import {Stakes, State} from "./messages.js" */

const keyMeanings = (/** @type {Stakes | null | undefined} */ stakes) => [
  [t("Tab, arrow keys"), t("move between choices on the board")],
  [t("Enter"), t("choose, then play the chosen move")],
  [t("Esc"), t("undo a choice")],
  ["/", t("type a move; Tab completes it")],
  ["h", t("hint")],
  ["u", t("undo")],
  ["c", stakes ? t("expected {stakes}", { stakes: stakes.unit }) : t("win chances")],
  ["m", t("make the computer move now")],
  ["← →", t("step through the game (when nothing on the board has focus)")],
  [t("Home, End"), t("go to its start, to its end")],
  ["?", t("rules and keys")],
];

export class Help {
  constructor() {
    this.box = h("section", { class: "help", "aria-label": t("Rules") });
    this.game = "";
  }

  /**
   * Fetch and show the manual of a game, once.
   *
   * @param {State} state
   */
  async show({ game, stakes }) {
    if (this.game === game) return;
    this.game = game;
    this.box.replaceChildren(h("p", { class: "muted" }, "…"));
    try {
      const found = await manual(game);
      const words = entries(found.glossary).sort(([a], [b]) => a.localeCompare(b, language()));
      const list = h("dl", {}, ...words.flatMap(([word, meaning]) => [h("dt", {}, word), h("dd", {}, meaning)]));
      const filter = h("input", {
        type: "search",
        placeholder: t("Find a word"),
        "aria-label": t("Find a word"),
        oninput: () => {
          const wanted = filter.value.toLowerCase();
          for (const term of list.querySelectorAll("dt")) {
            const meaning = /** @type {HTMLElement} */ (term.nextElementSibling);
            term.hidden = meaning.hidden = !`${term.textContent} ${meaning.textContent}`.toLowerCase().includes(wanted);
          }
        },
      });
      this.box.replaceChildren(
        h("h2", {}, t("How to play")),
        ...found.aim.map((line) => h("p", {}, line)),
        h("details", { open: true }, h("summary", {}, t("Rules")), markdown(found.rules, found.figures)),
        ...(words.length ? [h("details", {}, h("summary", {}, t("Glossary")), filter, list)] : []),
        h("details", {}, h("summary", {}, t("Keys")), keys(stakes)),
      );
    } catch (error) {
      this.game = "";
      this.box.replaceChildren(h("p", { class: "danger" }, sentence(String(error instanceof Error ? error.message : error))));
    }
  }
}

/**
 * Return the words with their meanings; in other languages, words with the same meaning share an entry.
 *
 * @param {Record<string, string>} glossary
 * @returns {[string, string][]}
 */
function entries(glossary) {
  const all = Object.entries(glossary);
  if (language() === SOURCE) return all;
  const meanings = [...new Set(all.map(([, meaning]) => meaning))];
  return meanings.map((meaning) => [all.flatMap(([word, other]) => (other === meaning ? [word] : [])).join(", "), meaning]);
}

/** @param {Stakes | null} [stakes] @returns {HTMLElement} */
export function keys(stakes) {
  return h("dl", { class: "keys" }, ...keyMeanings(stakes).flatMap(([key, meaning]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, meaning)]));
}
