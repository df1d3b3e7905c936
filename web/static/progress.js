/** Progress of the person at this browser: games, puzzles, ratings. It stays in the browser; the page never sends it. */

import { load, save } from "./keep.js";
import { t } from "./language.js";

/** @import {Player, State} from "./messages.js" */

/**
 * A finished game: `beaten` is the share of the opponents that were beaten (a tie: half of one) or, in a game that
 * all win or lose together, 1 if it was won; `level` is the mean level of the opponents if all of them have one; `best` is a
 * computer's best score on the same deal; `helped`: a hint or an undo was used, so the game is not rated.
 *
 * @typedef {{table: string, day: string, beaten: number | null, level: number | null, score: number | null, best: number | null, helped: boolean}} Result
 * @typedef {{number: number, day: string, theme: string, first: boolean}} Solved `theme`: its key, alike in all languages; `first`: on the first try
 * @typedef {{title: string, results: Result[], puzzles: Solved[]}} GameProgress
 * @typedef {{format: string, games: Record<string, GameProgress>, run: number, longest: number, days: string[], missed: string[]}} Progress
 *   `run`: puzzles in a row solved on the first try; `missed`: puzzles answered wrong, or whose solution was shown; `days`: days whose daily puzzle was solved
 */

const NAME = "progress";
const FORMAT = "aicore-progress/1";
const MAX_RESULTS = 3000; // for each game
const MAX_FILE = 4 << 20; // bytes

/** @returns {Progress} */
const empty = () => ({ format: FORMAT, games: {}, run: 0, longest: 0, days: [], missed: [] });

/** @returns {Progress} */
export function progress() {
  const found = load(NAME);
  try {
    return found === null ? empty() : checked(found);
  } catch {
    return empty();
  }
}

/** @param {Progress} all */
const store = (all) => save(NAME, all);

export const clear = () => store(empty());

/** @param {Date} date @returns {string} the day by the local calendar, such as 2026-11-29 */
export const dayOf = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** @param {Progress} all @param {string} game @param {string} title */
function gameOf(all, game, title) {
  if (!Object.hasOwn(all.games, game)) all.games[game] = { title, results: [], puzzles: [] };
  if (title) all.games[game].title = title;
  return all.games[game];
}

/** @param {State} state @returns {Player[]} the players against whose levels the game is rated: all but partners */
const rivals = ({ players, seat, end }) => players.filter((_, index) => index !== seat && !(end && seat !== null && end.teams[index] === end.teams[seat]));

/** Reasons why a game is not rated, by the help that was used; the browser stores the keys. @type {Record<string, () => string>} */
const UNRATED = {
  "hint used": () => t("not rated: hint used"),
  "undo used": () => t("not rated: undo used"),
  "moves tried out": () => t("not rated: moves tried out"),
  continued: () => t("not rated: continued from an earlier position"),
};

/**
 * Return the reason why a game against levels is not rated, in a few words; "" if it is rated, or has no rating.
 *
 * @param {State} state
 * @param {string | undefined} help that the person used
 */
export function unrated(state, help) {
  const others = rivals(state);
  const ratable = state.seat !== null && !state.puzzle && !state.lesson && others.length > 0 && others.every(({ level }) => typeof level === "number");
  const used = help ?? (state.begun ? "continued" : state.edition ? "undo used" : "");
  return ratable && used ? (UNRATED[used] ?? UNRATED["hint used"])() : "";
}

/**
 * Keep the result of a finished game, once, unless the game continues another one.
 *
 * @param {State} state
 * @param {string | undefined} help that the person used
 */
export function finished(state, help) {
  const { end, seat, players, table } = state;
  if (!end || state.begun || seat === null || players[seat]?.kind !== "person" || state.puzzle || state.lesson) return;
  const all = progress();
  const { results } = gameOf(all, state.game, state.title);
  if (results.some((one) => one.table === table)) return;
  const mine = end.shares[seat];
  const others = rivals(state);
  const points = others.map((player) => end.shares[players.indexOf(player)]).map((share) => (mine > share ? 1 : mine === share ? 0.5 : 0));
  const levels = others.flatMap(({ level }) => (typeof level === "number" ? [level] : []));
  const together = players.length > 1 && (mine === 0 || mine === 1) ? mine : null;
  results.push({
    table,
    day: dayOf(new Date()),
    beaten: others.length ? mean(points) : together,
    level: others.length && levels.length === others.length ? mean(levels) : null,
    score: end.scores[seat] ?? null,
    best: null,
    helped: unrated(state, help) !== "",
  });
  results.splice(0, results.length - MAX_RESULTS);
  store(all);
}

/** Keep the best score of computers on the deal of a solo game. @param {string} table @param {[string, number][]} rows */
export function compared(table, rows) {
  const all = progress();
  const result = Object.values(all.games).flatMap((game) => game.results).find((one) => one.table === table);
  if (!result || !rows.length) return;
  result.best = Math.max(...rows.map(([, score]) => score));
  store(all);
}

/**
 * Keep a solved puzzle; a wrong answer, or a look at the solution, ends the run.
 *
 * @param {State} state the puzzle's table
 * @param {boolean} right
 * @param {boolean} first whether it is the first answer
 * @returns {number} the number of puzzles in a row solved on the first try
 */
export function answered({ game, title, puzzle }, right, first) {
  const all = progress();
  if (!puzzle) return all.run;
  const { puzzles } = gameOf(all, game, title);
  const solvedBefore = puzzles.some((one) => one.number === puzzle.number);
  const name = `${game} ${puzzle.number}`;
  const firstTry = first && !all.missed.includes(name);
  if (!right && !solvedBefore) all.missed = [...new Set([...all.missed, name])];
  if (!solvedBefore && firstTry) all.run = right ? all.run + 1 : 0;
  all.longest = Math.max(all.longest, all.run);
  if (right && !solvedBefore) puzzles.push({ number: puzzle.number, day: dayOf(new Date()), theme: puzzle.key, first: firstTry });
  store(all);
  return all.run;
}

/** Note that the daily puzzle of a day was solved. @param {string} day */
export function solvedDaily(day) {
  const all = progress();
  all.days = [...new Set([...all.days, day])].sort();
  store(all);
}

/** @param {string} game @returns {number[]} the numbers of the puzzles that were solved here */
export const solved = (game) => (progress().games[game]?.puzzles ?? []).map((one) => one.number);

/**
 * Return the first puzzle from `from` on that was not solved here; `from` itself if all were.
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

/** Count the days in a row, up to today or yesterday, whose daily puzzle was solved. @param {string[]} days @param {Date} [now] @returns {number} */
export function streak(days, now = new Date()) {
  const done = new Set(days);
  const before = (/** @type {number} */ count) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - count));
  let at = done.has(before(0)) ? 0 : 1;
  const from = at;
  while (done.has(before(at))) at += 1;
  return at - from;
}

/* Ratings: Glicko's, against opponents of a known strength, in levels. */

const START_LEVEL = 3; // rating of a newcomer
const START_ERROR = 2.5; // standard error of a newcomer's rating
const DRIFT = 0.05; // standard deviation of a person's change from game to game, in levels
const SLOPE = (Math.LN10 * 140) / 400; // of the log-odds to win, per level; a level is about 140 Elo, see docs/levels.md
const POINTS_PER_LEVEL = 140;

/**
 * Return a person's strength in levels and its standard error; null before the first game against a level.
 *
 * @param {Result[]} results
 * @returns {{level: number, error: number, games: number} | null}
 */
export function rating(results) {
  let [level, variance, games] = [START_LEVEL, START_ERROR ** 2, 0];
  for (const { beaten, level: other, helped } of results) {
    if (beaten === null || other === null || helped) continue;
    const expected = 1 / (1 + Math.exp(SLOPE * (other - level)));
    const before = Math.min(START_ERROR ** 2, variance + (games ? DRIFT ** 2 : 0));
    variance = 1 / (1 / before + SLOPE ** 2 * expected * (1 - expected));
    level = Math.min(Math.max(level + SLOPE * variance * (beaten - expected), 0), 10);
    games += 1;
  }
  return games ? { level, error: Math.sqrt(variance), games } : null;
}

/** Return a rating in points: level 1 is 1000, each level 140 more. @param {number} level @returns {number} */
export const points = (level) => Math.round(1000 + POINTS_PER_LEVEL * (level - 1));

/** Return half the width of a 95 % interval, in points. @param {number} error in levels @returns {number} */
export const interval = (error) => Math.round(1.96 * POINTS_PER_LEVEL * error);

/**
 * Return the level to play next, at which about half of the games are won; null without rated games or levels.
 *
 * @param {string} game
 * @param {number} levels that the game has
 * @param {Progress} [all]
 * @returns {number | null}
 */
export function suggested(game, levels, all = progress()) {
  const found = rating(all.games[game]?.results ?? []);
  return found && levels ? Math.min(Math.max(Math.round(found.level), 1), levels) : null;
}

/* Files. */

/** @returns {string} all progress, for `merge` in another browser */
export const exported = () => JSON.stringify(progress(), null, 1);

/**
 * Add the progress of another browser to this one's.
 *
 * @param {string} text
 * @throws {Error} if the text holds no progress
 */
export function merge(text) {
  if (text.length > MAX_FILE) throw new Error(t("The file is larger than {n} MB, so it is not a progress file.", { n: MAX_FILE >> 20 }));
  let other;
  try {
    other = checked(JSON.parse(text));
  } catch {
    throw new Error(t("The file holds no progress that this page can read. Choose one that it exported."));
  }
  const all = progress();
  for (const [name, { title, results, puzzles }] of Object.entries(other.games)) {
    const mine = gameOf(all, name, title);
    mine.results = joined(mine.results, results, (one) => one.table).sort((a, b) => a.day.localeCompare(b.day)).slice(-MAX_RESULTS);
    mine.puzzles = joined(mine.puzzles, puzzles, (one) => one.number);
  }
  all.days = [...new Set([...all.days, ...other.days])].sort();
  all.missed = [...new Set([...all.missed, ...other.missed])];
  all.longest = Math.max(all.longest, other.longest);
  store(all);
}

/**
 * @template T
 * @param {T[]} mine
 * @param {T[]} others
 * @param {(one: T) => unknown} key
 * @returns {T[]} mine, and those of the others that are new
 */
function joined(mine, others, key) {
  const known = new Set(mine.map(key));
  return [...mine, ...others.filter((one) => !known.has(key(one)))];
}

/** Return progress from outside with known fields only; throw an error if it is malformed. @param {any} found @returns {Progress} */
function checked(found) {
  const fail = () => {
    throw new Error("no progress");
  };
  const number = (/** @type {any} */ one, low = -1e9, high = 1e9) => (typeof one === "number" && one >= low && one <= high ? one : fail());
  const orNull = (/** @type {any} */ one, low = -1e9, high = 1e9) => (one === null ? null : number(one, low, high));
  const text = (/** @type {any} */ one) => (typeof one === "string" && one.length < 200 ? one : fail());
  const day = (/** @type {any} */ one) => (/^\d{4}-\d\d-\d\d$/.test(one) ? String(one) : fail());
  const list = (/** @type {any} */ one) => (Array.isArray(one) ? one : fail());
  if (found?.format !== FORMAT) fail();
  const games = Object.entries(found.games).map(([name, game]) => [
    text(name),
    {
      title: text(game.title),
      results: list(game.results).map((/** @type {any} */ one) => ({
        table: text(one.table), day: day(one.day), beaten: orNull(one.beaten, 0, 1), level: orNull(one.level, 1, 9), score: orNull(one.score), best: orNull(one.best), helped: one.helped === true,
      })),
      puzzles: list(game.puzzles).map((/** @type {any} */ one) => ({ number: number(one.number, 1), day: day(one.day), theme: text(one.theme), first: one.first === true })),
    },
  ]);
  return { format: FORMAT, games: Object.fromEntries(games), run: number(found.run, 0), longest: number(found.longest, 0), days: list(found.days).map(day), missed: list(found.missed ?? []).map(text) };
}

/** @param {number[]} numbers @returns {number} */
const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
