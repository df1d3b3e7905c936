/** Storage of this browser: the tokens of its tables, and the settings. */

import { decoded, EMBEDDED } from "./route.js";

/** @typedef {{table: string, token: string, title: string, over?: boolean, invites?: [number, string][], called?: string, help?: string}} Kept `help`: the help that the person used, so the game is not rated */
/** @typedef {"theme" | "pace" | "sound" | "confirm" | "notation" | "notify" | "name" | "level" | "chances" | "emotes" | `aim.${string}`} Setting */

const TABLES = "tables";
const MAX_TABLES = 60; // beyond this number, the oldest finished tables are dropped
const MAX_STORED = 500; // beyond this number, the oldest tables are dropped, finished or not

/** This browser's storage. Where it is forbidden, even its name throws; the page works without it. */
const forever = () => localStorage;
const forThisTab = () => sessionStorage;

/**
 * @param {string} key
 * @param {() => Storage} storage
 * @returns {string | null}
 */
function read(key, storage = forever) {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string | null} value null removes the key
 * @param {() => Storage} storage
 */
function write(key, value, storage = forever) {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    /* see `forever` */
  }
}

/**
 * Return the value of a setting, or `fallback` if it was never set.
 *
 * @param {Setting} name
 * @param {string} fallback
 * @returns {string}
 */
export function preference(name, fallback) {
  return read(`aicore.${name}`) ?? fallback;
}

/**
 * @param {Setting} name
 * @param {string | null} value null for the default
 */
export function setPreference(name, value) {
  write(`aicore.${name}`, value);
}

/**
 * Return a value that `save` stored; null if there is none, or it is unreadable.
 *
 * @param {string} name
 * @returns {unknown}
 */
export function load(name) {
  try {
    return JSON.parse(read(`aicore.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function save(name, value) {
  if (!EMBEDDED) write(`aicore.${name}`, JSON.stringify(value));
}

/** @returns {Kept[]} the newest first */
export function tables() {
  const found = load(TABLES);
  return Array.isArray(found) ? found.filter((one) => typeof one?.token === "string") : [];
}

/** Store a table, or the changed fields of a stored one, as the newest. @param {Kept} one */
export function keep(one) {
  if (EMBEDDED) return;
  const before = tables().find((other) => other.token === one.token);
  const rest = tables().filter((other) => other.token !== one.token);
  store([{ ...before, ...one }, ...rest]);
}

/** @param {Kept[]} all the newest first */
function store(all) {
  const excess = Math.max(0, all.length - MAX_TABLES);
  const dropped = new Set(excess ? all.filter((one) => one.over).slice(-excess) : []);
  save(TABLES, all.filter((one) => !dropped.has(one)).slice(0, MAX_STORED));
}

/** Mark tables as finished, so that they may be dropped. @param {Set<string>} tokens */
export function ended(tokens) {
  store(tables().map((one) => (tokens.has(one.token) ? { ...one, over: true } : one)));
}

/** Remove a table from this browser's list. @param {string} token */
export function forget(token) {
  save(TABLES, tables().filter((one) => one.token !== token));
}

/**
 * Return the token that opens a table for this tab: the token in its link, else the token that this tab used before, else the newest kept one.
 *
 * The link's token is removed from the address, so that copying the address does not give the seat away.
 *
 * @param {string} table
 * @returns {string | undefined}
 */
export function tokenOf(table) {
  const linkToken = decoded(location.hash.slice(1));
  const key = `aicore.seat.${table}`;
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  if (linkToken) {
    write(key, linkToken, forThisTab);
    keep({ table, token: linkToken, title: "" });
    return linkToken;
  }
  return read(key, forThisTab) ?? tables().find((one) => one.table === table)?.token;
}
