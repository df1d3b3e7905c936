/** Where the page is: addresses of tables and tournaments, and going from one to the next.
 *
 * Going somewhere does not load the page again: what runs the games may live in it.
 */

import { note } from "./dom.js";

const ROOT = new URL("..", import.meta.url); // this file lies in static/, below the page

/** Whether games run in this browser, with no server behind the page. */
export const ALONE = document.querySelector("meta[name='aicore-alone']") !== null;

/** Whether the page was asked to begin a game or show a record in another page: nothing of it is kept. */
export const EMBEDDED = ALONE && /^\?(play|record)\b/.test(location.search);

/** @typedef {"table" | "tournament"} Kind */

/**
 * @param {string} path below the page's folder
 * @returns {string}
 */
export const below = (path) => new URL(path, ROOT).href;

/**
 * @param {Kind} kind
 * @param {string} id
 * @param {string} [token] what opens it
 * @returns {string}
 */
export function address(kind, id, token) {
  const name = encodeURIComponent(id);
  const where = below(ALONE ? `?${kind}=${name}` : `${kind}/${name}`);
  return token ? `${where}#${encodeURIComponent(token)}` : where;
}

/** The address of the page with its person's progress. */
export const PROGRESS = below(ALONE ? "?progress" : "progress");

/**
 * A part of an address; "" where it is none: links get broken on their way.
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

/** @returns {{kind: Kind | "play" | "record" | "progress" | null, id: string}} */
export function here() {
  const [kind, id] = ALONE ? ([...new URLSearchParams(location.search)][0] ?? []) : location.href.slice(ROOT.href.length).split(/[/?#]/);
  if (kind === "progress") return { kind, id: "" };
  if (EMBEDDED && (kind === "play" || kind === "record")) return { kind, id };
  return (kind === "table" || kind === "tournament") && id ? { kind, id: ALONE ? id : decoded(id) || id } : { kind: null, id: "" };
}

/** To a table, once it is made. @param {Promise<{table: string, owner: string}>} made */
export async function enter(made) {
  try {
    const { table, owner } = await made;
    go(address("table", table, owner));
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
  }
}

let life = new AbortController();
/** @type {() => void} */
let render = () => {};

/** Aborted when the page goes elsewhere. @returns {AbortSignal} */
export const leaving = () => life.signal;

/** Show where the page is, now and whenever it goes elsewhere. @param {() => void} show */
export function start(show) {
  render = show;
  addEventListener("popstate", turn);
  document.addEventListener("click", follow);
  turn();
}

function turn() {
  life.abort();
  life = new AbortController();
  for (const dialog of document.querySelectorAll("dialog[open]")) if (dialog instanceof HTMLDialogElement) dialog.close();
  document.title = "aicore";
  render();
}

/**
 * @param {string} url one of this page's
 * @param {boolean} [instead] of where the page is, to which nobody will want to come back
 */
export function go(url, instead) {
  if (instead) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  turn();
  scrollTo(0, 0);
}

/** A click on a link of this page's. @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || !link.href.startsWith(ROOT.href)) return;
  event.preventDefault();
  if (link.getAttribute("href")?.startsWith("#")) document.getElementById(link.hash.slice(1))?.focus();
  else go(link.href);
}
