/** Functions that make elements. They set text as text only, so no text can become markup. */

import { t } from "./language.js";

/**
 * Return an element with attributes, listeners (`onclick`) and children.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | null | undefined | ((event: any) => unknown)>} [attributes]
 * @param {...(Node | string | null | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}

/**
 * Return an SVG element.
 *
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

let pictures = 0;

/**
 * Return the server's picture as an element for the page.
 *
 * The picture loses its style sheet, which the page has, too. Its ids get a prefix, because a page shows several pictures.
 *
 * @param {string} text
 * @param {string} [prefix] prefix of the ids; pictures that follow one another at one place share it
 * @returns {SVGElement}
 */
export function picture(text, prefix) {
  const parsed = /** @type {Element} */ (new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  if (!(parsed instanceof SVGElement)) return s("svg", { class: "picture", viewBox: "0 0 10 10" });
  const svg = document.importNode(parsed, true);
  svg.querySelectorAll("style, script").forEach((one) => one.remove());
  const withIds = svg.querySelectorAll("[id]");
  if (withIds.length) {
    const idPrefix = prefix ?? `picture${++pictures}-`;
    withIds.forEach((one) => (one.id = idPrefix + one.id));
    for (const one of svg.querySelectorAll("*")) {
      for (const { name, value } of [...one.attributes]) {
        if (/^url\(#/.test(value)) one.setAttribute(name, value.replace("#", `#${idPrefix}`));
        else if (name.endsWith("href") && value.startsWith("#")) one.setAttribute(name, `#${idPrefix}${value.slice(1)}`);
      }
    }
  }
  return svg;
}

/**
 * Return a picture without choices, which screen readers skip.
 *
 * @param {string} text
 * @param {string} [prefix] see `picture`
 * @returns {SVGElement}
 */
export function stillPicture(text, prefix) {
  const svg = picture(text, prefix);
  svg.setAttribute("aria-hidden", "true");
  for (const one of svg.querySelectorAll("[data-actions], [tabindex], [role]")) {
    one.classList.remove("choice");
    ["data-actions", "tabindex", "role", "aria-label"].forEach((name) => one.removeAttribute(name));
  }
  return svg;
}

/**
 * Return an error's line as a sentence: with a capital and a period. A move, a spec or a file name at its beginning does not change.
 *
 * @param {string} text
 * @returns {string}
 */
export const sentence = (text) => `${/^\p{Ll}{2,} /u.test(text) ? text.charAt(0).toUpperCase() : text.charAt(0)}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;

/**
 * Return a move in words and, if the person wants it, in the game's notation.
 *
 * @param {string | undefined} description
 * @param {string} move
 * @returns {HTMLElement[]}
 */
export const inWords = (description, move) => (description && description !== move ? [h("span", { class: "description" }, description), h("code", { class: "notation" }, move)] : [h("code", {}, move)]);

/**
 * Announce a text to screen readers.
 *
 * @param {string} text
 */
export function announce(text) {
  const live = document.getElementById("live");
  if (live && text) live.textContent = text;
}

/**
 * Show a message for a while: an error or, if `good`, a success.
 *
 * @param {string} text
 * @param {boolean} [good]
 * @param {[string, () => void]} [button] the label and the action of a button beside it
 */
export function note(text, good = false, button) {
  const box = document.getElementById("notes");
  if (!box) return;
  const line = h("p", { class: good ? "note good" : "note" }, sentence(text));
  if (button) line.append(h("button", { type: "button", class: "small", onclick: () => (line.remove(), button[1]()) }, button[0]));
  line.append(h("button", { type: "button", class: "quiet", "aria-label": t("Close this message"), onclick: () => line.remove() }, "×"));
  box.replaceChildren(line);
  setTimeout(() => line.remove(), good && !button ? 4000 : 9000);
}

/**
 * Copy a text to the clipboard.
 *
 * @param {string} text
 * @param {string} done message after it was copied
 */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    note(done, true);
  } catch {
    prompt(done, text); // without HTTPS, a page may not use the clipboard
  }
}
