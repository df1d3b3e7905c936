/** The puzzle of the day: the same for everybody who has the same games, with or without a server. */

import * as api from "./api.js";
import { load, save } from "./keep.js";
import { dayOf, solvedDaily } from "./progress.js";
import { enter } from "./route.js";

/** @import {LobbyGame} from "./messages.js" */

/** @typedef {{day: string, game: string, number: number}} Daily */

const NAME = "daily";
const PRIME = 7919; // more than any game has puzzles: by steps of it all of them have their day

/** @param {Date} date @returns {number} days since 1970, where its person is */
export const dayNumber = (date) => Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/**
 * The puzzle of a day: the games take turns, and none of their puzzles comes again before all others came.
 *
 * @param {Date} date
 * @param {Pick<LobbyGame, "name" | "puzzles">[]} games
 * @returns {Daily | null} null where no game has puzzles
 */
export function daily(date, games) {
  const order = games.filter((game) => game.puzzles).sort((one, other) => (one.name < other.name ? -1 : 1));
  if (!order.length) return null;
  const days = dayNumber(date);
  const { name, puzzles } = order[days % order.length];
  return { day: dayOf(date), game: name, number: ((Math.floor(days / order.length) * PRIME) % puzzles) + 1 };
}

/** Go to the puzzle of the day. @param {Daily} found */
export function play(found) {
  save(NAME, found);
  return enter(api.puzzle(found.game, found.number));
}

/** A puzzle was solved: it may be the day's. @param {string} game @param {number} number @returns {boolean} whether it is */
export function solvedToday(game, number) {
  const found = /** @type {Daily | null} */ (load(NAME));
  if (found?.day !== dayOf(new Date()) || found.game !== game || found.number !== number) return false;
  solvedDaily(found.day);
  return true;
}
