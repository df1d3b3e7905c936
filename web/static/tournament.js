/** The tables of a tournament or a study. */

import { tournamentTables } from "./api.js";
import { h } from "./dom.js";
import { t } from "./language.js";
import { pageUrl } from "./route.js";

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export async function tournament(main, id) {
  main.className = "lobby";
  main.replaceChildren(h("p", { class: "muted" }, "…"));
  const found = await tournamentTables(id);
  document.title = `${found.title} · aicore`;
  /** @type {{title: string, columns: string[], rows: (string | number)[][]}[]} */
  const parts = found.tables;
  main.replaceChildren(
    h("p", { class: "crumb" }, h("a", { href: pageUrl("") }, t("All games")), h("span", {}, ` › ${found.kind}`)),
    h("h1", {}, found.title),
    ...found.facts.map((/** @type {string} */ fact) => h("p", { class: "muted" }, fact)),
    ...parts.map((part) =>
      h(
        "section",
        { "aria-label": part.title },
        h("h2", {}, part.title),
        h(
          "div",
          { class: "wide", tabindex: 0, role: "region", "aria-label": part.title },
          h(
            "table",
            {},
            h("thead", {}, h("tr", {}, ...part.columns.map((column) => h("th", { scope: "col" }, column)))),
            h("tbody", {}, ...part.rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, String(cell)))))),
          ),
        ),
      ),
    ),
  );
}
