/** Page that has nothing to show: it gives the reason and a link. */

import { h } from "./dom.js";
import { t } from "./language.js";
import { pageUrl, EMBEDDED } from "./route.js";

/**
 * @param {HTMLElement} main
 * @param {string} title
 * @param {string} why
 */
export function missing(main, title, why) {
  main.className = "nothing";
  main.replaceChildren(h("h1", {}, title), h("p", { role: "alert" }, why), ...(EMBEDDED ? [] : [h("p", {}, h("a", { class: "button main", href: pageUrl("") }, t("All games")))]));
  document.title = `${title} · aicore`;
}
