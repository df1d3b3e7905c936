/** The puzzle of the day: the same on every page that has the same games, with or without a server. */

import * as api from "./api.js";
import { load, save } from "./keep.js";
import { dayOf, solvedDaily } from "./progress.js";
import { goToTable } from "./route.js";

/** @import {LobbyGame} from "./messages.js" */

/** @typedef {{day: string, game: string, number: number}} Daily */

const NAME = "daily";
const PRIME = 7919; // greater than every game's number of puzzles, so steps of this size reach all puzzles

/** @param {Date} date @returns {number} days since 1970, by the local calendar */
export const dayNumber = (date) => Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/**
 * Return the puzzle of a day. The games take turns; a game repeats no puzzle before it has shown all.
 *
 * @param {Date} date
 * @param {Pick<LobbyGame, "name" | "puzzles">[]} games
 * @returns {Daily | null} null if no game has puzzles
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
  return goToTable(api.puzzle(found.game, found.number));
}

/** Whether a puzzle is the puzzle of the day, as the person chose it. @param {string} game @param {number} number */
export function isDaily(game, number) {
  const found = /** @type {Daily | null} */ (load(NAME));
  return found?.day === dayOf(new Date()) && found.game === game && found.number === number;
}

/** Note that a puzzle was solved today. @param {string} game @param {number} number @returns {boolean} whether it is the puzzle of the day */
export function solvedToday(game, number) {
  if (!isDaily(game, number)) return false;
  solvedDaily(dayOf(new Date()));
  return true;
}
