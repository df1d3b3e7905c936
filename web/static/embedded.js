/** Game, puzzle or record that a page around this one asks for; see web/browser/embed.js. */

import * as api from "./api.js";
import { t } from "./language.js";
import { address, go } from "./route.js";
import { usualRequest } from "./setup.js";

/**
 * Make the table that the address asks for, and go there.
 *
 * @param {"play" | "record"} kind
 * @param {string} id the game's name
 */
export async function embedded(kind, id) {
  const { table, owner } = await (kind === "play" ? createTable(id) : openRecord());
  go(address("table", table, owner), true);
}

/** Create the table of a game or a puzzle. @param {string} name of the game */
async function createTable(name) {
  const all = await api.games();
  const game = all.games.find((one) => one.name === name);
  if (!game) throw new Error(t("There is no game \"{name}\".", { name }));
  const parameters = new URLSearchParams(location.search);
  const puzzle = parameters.get("puzzle");
  if (puzzle) return api.puzzle(name, Number(puzzle));
  const request = usualRequest(game, all);
  const others = (parameters.get("vs") ?? "").split(",").map((one) => one.trim()).filter(Boolean);
  if (others.length) request.players = ["me", ...others];
  if (others.length) request.seats = others.length + 1;
  request.seed = parameters.get("seed");
  return api.create(request);
}

/** Get the record from the page around this one. @returns {Promise<{table: string, owner: string}>} */
async function openRecord() {
  /** @type {Promise<string>} */
  const record = new Promise((done, failed) => {
    addEventListener("message", ({ source, data }) => {
      if (source !== parent) return;
      if (typeof data?.record === "string") done(data.record);
      else if (data?.failed) failed(new Error(String(data.failed)));
    });
  });
  parent.postMessage({ aicore: "record" }, "*"); // "*" is safe: the message holds no secret
  return api.record((await record).trim());
}
