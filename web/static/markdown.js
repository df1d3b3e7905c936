/** Converter of the rules' Markdown to elements. Text never becomes markup. */

import { h, stillPicture } from "./dom.js";

/**
 * @param {string} text
 * @param {Record<string, string>} [figures] the SVG pictures of the text's figures, by name
 * @returns {DocumentFragment}
 */
export function markdown(text, figures = {}) {
  const fragment = document.createDocumentFragment();
  const lines = text.replace(/<!--[\s\S]*?-->/g, "").split("\n");
  let at = 0;
  /** Take the next lines that match. @param {RegExp} kind */
  const takeWhile = (kind) => {
    const found = [];
    while (at < lines.length && kind.test(lines[at])) found.push(lines[at++]);
    return found;
  };
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,6}) +(.*)$/.exec(line);
    const shown = /^!\[(.*)\]\(figure:([\w-]+)\)$/.exec(line);
    if (!line.trim()) at++;
    else if (shown) {
      at++;
      if (figures[shown[2]]) fragment.append(h("figure", {}, stillPicture(figures[shown[2]]), h("figcaption", {}, ...inline(shown[1]))));
    } else if (heading) {
      at++;
      const level = /** @type {"h2"} */ (`h${Math.min(6, heading[1].length + 1)}`);
      fragment.append(h(level, {}, ...inline(heading[2])));
    } else if (/^ *```/.test(line)) {
      at++;
      const code = takeWhile(/^(?! *```)/);
      at++;
      fragment.append(h("pre", { tabindex: 0 }, code.join("\n")));
    } else if (/^ {4}/.test(line)) {
      const code = takeWhile(/^( {4}|\s*$)/);
      fragment.append(h("pre", { tabindex: 0 }, code.map((one) => one.slice(4)).join("\n").trimEnd()));
    } else if (/^\|/.test(line)) fragment.append(table(takeWhile(/^\|/)));
    else if (/^ *([-*]|\d+\.) /.test(line)) fragment.append(list(takeWhile(/^( *([-*]|\d+\.) | {2,}\S)/)));
    else if (/^> ?/.test(line)) {
      fragment.append(h("blockquote", {}, ...inline(takeWhile(/^> ?/).map((one) => one.replace(/^> ?/, "")).join(" "))));
    } else fragment.append(h("p", {}, ...inline(takeWhile(/^(?!\s*$|#{1,6} |\||>|```| *([-*]|\d+\.) )/).join(" ") || lines[at++])));
  }
  return fragment;
}

/**
 * @param {string[]} lines
 * @returns {HTMLElement}
 */
function list(lines) {
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    if (/^ *([-*]|\d+\.) /.test(line)) items.push(line.replace(/^ *([-*]|\d+\.) +/, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return h(/^ *\d/.test(lines[0]) ? "ol" : "ul", {}, ...items.map((item) => h("li", {}, ...inline(item))));
}

/**
 * @param {string[]} lines
 * @returns {HTMLElement}
 */
function table(lines) {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|?\s*$/.test(line))
    .map((line) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => cell.trim()));
  const [head, ...body] = rows;
  return h(
    "div",
    { class: "wide", tabindex: 0 },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...head.map((cell) => (cell ? h("th", { scope: "col" }, ...inline(cell)) : h("td"))))),
      h("tbody", {}, ...body.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...inline(cell)))))),
    ),
  );
}

const SPANS = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\b_([^_]+)_\b|\[([^\]]+)\]\(([^)\s]+)\)/g;

/**
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function inline(text) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(SPANS)) {
    parts.push(text.slice(from, found.index));
    from = found.index + found[0].length;
    const [, code, strong, em, em2, label, href] = found;
    if (code !== undefined) parts.push(h("code", {}, code));
    else if (strong !== undefined) parts.push(h("strong", {}, ...inline(strong)));
    else if (em !== undefined || em2 !== undefined) parts.push(h("em", {}, ...inline(em ?? em2)));
    else if (/^https?:/.test(href)) parts.push(h("a", { href, rel: "noreferrer noopener", target: "_blank" }, label));
    else parts.push(label); // links within the project do not work here
  }
  parts.push(text.slice(from));
  return parts;
}
