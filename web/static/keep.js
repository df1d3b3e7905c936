/** What this browser keeps: the tokens of its tables, and how its person likes things. */

import { decoded, EMBEDDED } from "./route.js";

/** @typedef {{table: string, token: string, title: string, over?: boolean, invites?: [number, string][], called?: string}} Kept */
/** @typedef {"theme" | "pace" | "sound" | "confirm" | "notify" | "name" | "level" | "chances" | `aim.${string}`} Setting */

const TABLES = "aicore.tables";
const MAX_TABLES = 60; // beyond it the oldest of those that are over give way
const MAX_GOING = 500;

/**
 * @param {string} key
 * @returns {string | null}
 */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage may be forbidden: the page works without
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function write(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    /* see read */
  }
}

/**
 * A wish that is kept.
 *
 * @param {Setting} name
 * @param {string} usual
 * @returns {string}
 */
export function liked(name, usual) {
  return read(`aicore.${name}`) ?? usual;
}

/**
 * @param {Setting} name
 * @param {string} value
 */
export function like(name, value) {
  write(`aicore.${name}`, value);
}

/** @returns {Kept[]} the newest first */
export function tables() {
  try {
    const found = JSON.parse(read(TABLES) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one?.token === "string") : [];
  } catch {
    return [];
  }
}

/** @param {Kept} one */
export function keep(one) {
  if (EMBEDDED) return;
  const before = tables().find((other) => other.token === one.token);
  const rest = tables().filter((other) => other.token !== one.token);
  store([{ ...before, ...one }, ...rest]);
}

/** @param {Kept[]} all the newest first */
function store(all) {
  const spare = Math.max(0, all.length - MAX_TABLES);
  const gone = new Set(spare ? all.filter((one) => one.over).slice(-spare) : []);
  write(TABLES, JSON.stringify(all.filter((one) => !gone.has(one)).slice(0, MAX_GOING)));
}

/** Tables that are over may give way. @param {Set<string>} tokens */
export function ended(tokens) {
  store(tables().map((one) => (tokens.has(one.token) ? { ...one, over: true } : one)));
}

/** @param {string} token */
export function forget(token) {
  write(TABLES, JSON.stringify(tables().filter((one) => one.token !== token)));
}

/**
 * The numbers of the puzzles of a game that were solved here.
 *
 * @param {string} game
 * @returns {number[]}
 */
export function solved(game) {
  try {
    const found = JSON.parse(read(`aicore.solved.${game}`) ?? "[]");
    return Array.isArray(found) ? found.filter(Number.isInteger) : [];
  } catch {
    return [];
  }
}

/**
 * @param {string} game
 * @param {number} number
 */
export function solve(game, number) {
  write(`aicore.solved.${game}`, JSON.stringify([...new Set([...solved(game), number])]));
}

/**
 * The first puzzle that was not solved here, from one on; when all were, that one.
 *
 * @param {string} game
 * @param {number} count
 * @param {number} from
 * @returns {number}
 */
export function unsolved(game, count, from) {
  const done = solved(game);
  const order = Array.from({ length: count }, (_, step) => ((from - 1 + step) % count) + 1);
  return order.find((number) => !done.includes(number)) ?? order[0];
}

/**
 * The token that opens a table for this tab: that of its link, else the newest that is kept.
 *
 * A link's token leaves the address, so that who copies the address does not give the seat away.
 *
 * @param {string} table
 * @returns {string | undefined}
 */
export function tokenOf(table) {
  const given = decoded(location.hash.slice(1));
  const mine = `aicore.seat.${table}`;
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  if (given) {
    sessionStorage.setItem(mine, given);
    keep({ table, token: given, title: "" });
    return given;
  }
  return sessionStorage.getItem(mine) ?? tables().find((one) => one.table === table)?.token;
}
