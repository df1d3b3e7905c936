/** Requests to the server, or to the web worker in its place. */

import { t } from "./language.js";
import { ALONE } from "./route.js";
import { transport } from "./wire.js";

/** @import {Games, Manual, NewTable, TableCreated, MyTable} from "./messages.js" */

/**
 * @param {string} path
 * @param {unknown} [body] sent as JSON; text and files are sent unchanged
 * @returns {Promise<any>}
 */
async function ask(path, body) {
  const raw = body === undefined || typeof body === "string" || body instanceof Blob;
  let answer;
  try {
    answer = await transport.ask(path, raw ? body : JSON.stringify(body));
  } catch {
    throw new Error(t("The server is not responding. Try again in a moment."));
  }
  if (answer.status !== 200) throw new Error(answer.json.error ?? t("The server reported an error ({status}).", { status: answer.status }));
  return answer.json;
}

/** @returns {Promise<Games>} */
export const games = () => ask("/api/games");

/** @type {(game: string) => Promise<Manual>} */
export const manual = (game) => ask(`/api/games/${encodeURIComponent(game)}`);

/** @type {(request: NewTable) => Promise<TableCreated>} */
export async function create(request) {
  if (ALONE && request.players.includes("friend")) throw new Error(t("Inviting a friend by link needs a server. Start one with aicore web."));
  return ask("/api/tables", request);
}

/** @type {(game: string, number: number) => Promise<TableCreated>} */
export const puzzle = (game, number) => ask("/api/puzzles", { game, number });

/** @type {(game: string) => Promise<TableCreated>} */
export const lesson = (game) => ask("/api/lessons", { game });

/** @type {(tokens: string[]) => Promise<{tables: MyTable[]}>} */
export const myTables = (tokens) => ask("/api/tables/mine", { tokens });

/** Return the QR code of a link. @type {(text: string) => Promise<{picture: string}>} */
export const qrCode = (text) => ask("/api/codes", { text });

/** @type {(text: string) => Promise<{table: string, owner: string}>} */
export const record = (text) => ask("/api/records", text);

/** @type {(file: File) => Promise<{tournament: string}>} */
export const tournament = (file) => ask("/api/tournaments", file);

/** Let computers play for about 20 seconds; only without a server. @type {(request: Pick<NewTable, "game" | "seats" | "options">) => Promise<{tournament: string}>} */
export const study = (request) => ask("/api/studies", request);

/** @type {(id: string) => Promise<any>} */
export const tournamentTables = (id) => ask(`/api/tournaments/${encodeURIComponent(id)}`);

/** @type {(id: string) => Promise<{title: string, players: string[], over: boolean, open: boolean}>} */
export const tableInfo = (id) => ask(`/api/tables/${encodeURIComponent(id)}`);
