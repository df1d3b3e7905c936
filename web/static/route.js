/** Addresses of tables and tournaments, and navigation between them.
 *
 * Navigation does not load the page again, because games may run in it.
 */

import { note } from "./dom.js";

const ROOT = new URL("..", import.meta.url); // this file lies in static/, below the page

/** Whether games run in this browser, with no server behind the page. */
export const ALONE = document.querySelector("meta[name='aicore-alone']") !== null;

/** Whether another page embeds this one, for a game or a record; if so, the browser keeps nothing. */
export const EMBEDDED = ALONE && /^\?(play|record)\b/.test(location.search);

/** @typedef {"table" | "tournament"} Kind */

/**
 * Return the full address of a part of this page.
 *
 * @param {string} path from the start page
 * @returns {string}
 */
export const pageUrl = (path) => new URL(path, ROOT).href;

/**
 * @param {Kind} kind
 * @param {string} id
 * @param {string} [token] token that opens the table
 * @returns {string}
 */
export function address(kind, id, token) {
  const name = encodeURIComponent(id);
  const where = pageUrl(ALONE ? `?${kind}=${name}` : `${kind}/${name}`);
  return token ? `${where}#${encodeURIComponent(token)}` : where;
}

/** Address of the page that shows the person's progress. */
export const PROGRESS = pageUrl(ALONE ? "?progress" : "progress");

/**
 * Decode a part of an address; return "" if the link was damaged.
 *
 * @param {string} text
 * @returns {string}
 */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** @returns {{kind: Kind | "play" | "record" | "progress" | null, id: string}} the page that the address names; null: the start page */
export function currentPage() {
  const [kind, id] = ALONE ? ([...new URLSearchParams(location.search)][0] ?? []) : location.href.slice(ROOT.href.length).split(/[/?#]/);
  if (kind === "progress") return { kind, id: "" };
  if (EMBEDDED && (kind === "play" || kind === "record")) return { kind, id };
  return (kind === "table" || kind === "tournament") && id ? { kind, id: ALONE ? id : decoded(id) || id } : { kind: null, id: "" };
}

/** Go to a table as soon as it exists. @param {Promise<{table: string, owner: string}>} created */
export async function goToTable(created) {
  try {
    const { table, owner } = await created;
    go(address("table", table, owner));
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
  }
}

let navigation = new AbortController();
/** @type {() => void} */
let render = () => {};

/** @returns {AbortSignal} signal that aborts when the person leaves the current page */
export const leaveSignal = () => navigation.signal;

/** Call `show` now and after each navigation. @param {() => void} show */
export function start(show) {
  render = show;
  addEventListener("popstate", showPage);
  document.addEventListener("click", follow);
  showPage();
}

/** Show the page at this address, afresh. */
export function showPage() {
  navigation.abort();
  navigation = new AbortController();
  for (const dialog of document.querySelectorAll("dialog[open]")) if (dialog instanceof HTMLDialogElement) dialog.close();
  document.title = "aicore";
  render();
}

/**
 * Go to another page without loading it.
 *
 * @param {string} url an address of this site
 * @param {boolean} [replace] whether to replace the current address in the browser's history
 */
export function go(url, replace) {
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  showPage();
  scrollTo(0, 0);
}

/** Follow a link within this page without loading it again. @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || !link.href.startsWith(ROOT.href)) return;
  event.preventDefault();
  if (link.getAttribute("href")?.startsWith("#")) document.getElementById(link.hash.slice(1))?.focus();
  else go(link.href);
}
