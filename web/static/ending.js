/** End of a game: the result, the course of the scores, and what to do next. */

import { announce, copy, h, note, s, sentence } from "./dom.js";
import { icon } from "./icons.js";
import { formatNumber, t } from "./language.js";
import { mark } from "./marks.js";
import { pageUrl } from "./route.js";

/** @import {Others, Review, State} from "./messages.js" */
/** @import {Table} from "./table.js" */

const ICONS = { won: "trophy", lost: "again", even: "chances", ended: "flag" };
const [WIDTH, HEIGHT] = [320, 64];
const EDGE = 2; // room for the line at both ends
const CLOSE = 0.1; // lead of a close game, as a share of the best score

export class Ending {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.others = h("p", { class: "others" }, t("Computers are playing the same deal …"));
    this.box = h("section", { class: "end", hidden: true, "aria-label": t("Game over") });
    /** @type {boolean} whether to go to the turning point as soon as the review arrives */
    this.wantsTurn = false;
  }

  /** @param {State} state */
  show(state) {
    const { table, box } = this;
    box.hidden = state.result === null;
    if (state.result === null || box.childElementCount) return;
    const can = (/** @type {string} */ what) => state.can.includes(what);
    const severalPlayers = state.players.length > 1;
    const seed = state.seed ?? "";
    const mood = moodOf(state);
    const rematch = (/** @type {boolean} */ swap) => table.send({ type: "rematch", swap });
    const course = scores(state);
    box.dataset.mood = mood;
    box.replaceChildren(
      h("div", { class: "verdict-line" }, h("span", { class: "medal" }, icon(ICONS[mood])), h("div", {}, h("p", { class: "mood" }, exclamation(state, mood)), h("p", { class: "result" }, state.result), table.unrated ? h("p", { class: "muted" }, sentence(table.unrated)) : null)),
      ...(course ? [course] : []),
      ...(can("others") ? [this.others] : []),
      h(
        "div",
        { class: "row next" },
        can("rematch") ? h("button", { type: "button", class: "main", onclick: () => rematch(false) }, icon("again"), t("Play again")) : null,
        can("review") ? table.tools.reviewButton : null,
        can("review") && severalPlayers ? h("button", { type: "button", "data-do": "turning", onclick: () => this.showTurningPoint() }, t("Turning point")) : null,
      ),
      h(
        "details",
        { class: "after" },
        h("summary", {}, t("Save, share and more")),
        h(
          "div",
          { class: "row" },
          can("rematch") && severalPlayers ? h("button", { type: "button", class: "small", onclick: () => rematch(true) }, t("Swap seats")) : null,
          can("explore") ? h("button", { type: "button", class: "small", "data-do": "explore", onclick: () => table.explore(table.past ?? state.ply) }, t("Try other moves")) : null,
          h("a", { class: "button small", href: pageUrl("") }, t("Other games")),
        ),
        can("save") ? table.share.box : null,
        h("p", { class: "seed" }, `${t("Seed")} `, h("code", {}, seed), h("button", { type: "button", class: "quiet small", onclick: () => copy(seed, t("Seed copied.")) }, t("Copy"))),
      ),
    );
    announce(state.result);
    if (can("others")) table.send({ type: "others" });
  }

  /** Go to the game's main turning point; request the review first if it is missing. */
  showTurningPoint() {
    const { review } = this.table.graph;
    this.wantsTurn = !review;
    if (review) this.goToTurningPoint(review);
    else this.table.tools.review();
  }

  /** Go to the turning point of a review that has arrived, if the person asked for it. @param {Review} review */
  reviewed(review) {
    if (this.wantsTurn) this.goToTurningPoint(review);
    this.wantsTurn = false;
  }

  /** Go to the main turning point of a review. @param {Review} review */
  goToTurningPoint(review) {
    const biggest = [...review.turns].sort((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before))[0];
    const before = review.turns.filter((turn) => turn.ply < (biggest?.ply ?? 0)).at(-1)?.ply ?? 0;
    const mistake = review.marks.find((mark) => biggest && mark.ply > before && mark.ply <= biggest.ply);
    if (mistake) this.table.look(mistake.ply - 1); // before the mistake, so that the better move can be tried
    else if (biggest) this.table.look(biggest.ply);
    else note(t("This game had no turning point."), true);
  }

  /** Show the scores of computers on the same deal. @param {Others} others */
  compared({ own, rows }) {
    const all = /** @type {[string, number][]} */ ([...rows, ["", own]]).sort((one, other) => other[1] - one[1]);
    const parts = all.flatMap(([name, score], index) => [index ? " · " : "", name ? `${name} ${formatNumber(score)}` : h("strong", {}, `${t("you")} ${formatNumber(score)}`)]);
    this.others.replaceChildren(`${t("Same deal:")} `, ...parts);
  }
}

/**
 * Return the result for the viewer; a solo or cooperative game may be neither won nor lost.
 *
 * @param {State} state
 * @returns {keyof typeof ICONS}
 */
function moodOf({ end, seat }) {
  if (!end || seat === null) return "ended";
  const { shares, teams } = end;
  const mine = shares[seat];
  const others = shares.filter((_, index) => teams[index] !== teams[seat]);
  if (!others.length) return mine === 1 ? "won" : mine === 0 ? "lost" : "ended"; // a solo or cooperative game
  if (mine < Math.max(...others) || mine === 0) return "lost";
  return Math.min(...others) === mine ? "even" : "won";
}

/**
 * Return the result as an exclamation.
 *
 * @param {State} state
 * @param {keyof typeof ICONS} mood
 * @returns {string}
 */
function exclamation(state, mood) {
  const [best, second] = [...(state.end?.scores ?? [])].sort((a, b) => b - a);
  const close = state.players.length > 1 && best - second > 0 && best - second <= Math.max(1, CLOSE * best) && best > 3;
  if (mood === "won") return close ? t("You win, by a whisker!") : t("You win!");
  if (mood === "lost") return close ? t("So close!") : state.players.length > 1 ? t("Not this time.") : t("You lose.");
  return mood === "even" ? t("A draw.") : t("Game over.");
}

/**
 * Return a graph of each seat's score; null if the scores hardly change.
 *
 * @param {State} state
 * @returns {HTMLElement | null}
 */
export function scores(state) {
  const turns = state.story.filter((entry) => entry.scores?.length);
  const seats = state.players.length;
  const shown = turns.map((entry) => (entry.scores ?? []).slice(0, seats));
  const all = shown.flat();
  const steps = new Set(shown.map((row) => row.join()));
  if (steps.size < 4) return null; // only the end of this game scores
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const opening = state.story.findIndex((entry) => typeof entry.actor === "number");
  const first = state.story[opening - 1]?.ply ?? 0; // events before the first decision belong to no turn
  const last = Math.max(first + 1, turns.at(-1)?.ply ?? 1);
  const x = (/** @type {number} */ ply) => (EDGE + ((WIDTH - 2 * EDGE) * Math.max(0, ply - first)) / (last - first)).toFixed(1);
  const y = (/** @type {number} */ score) => (HEIGHT - 4 - ((HEIGHT - 8) * (score - low)) / (high - low)).toFixed(1);
  const drawing = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "scores", role: "img", "aria-label": t("Scores during the game") });
  for (let seat = 0; seat < seats; seat++) {
    let line = `M${EDGE} ${y(0)}`;
    turns.forEach((entry, turn) => (line += `H${x(entry.ply)}V${y(shown[turn][seat])}`));
    drawing.append(s("path", { d: line, class: `course seat-${seat % 6}` }));
  }
  const ends = shown.at(-1) ?? [];
  return h("figure", { class: "score-course" }, drawing, h("figcaption", {}, ...ends.map((score, seat) => h("span", { class: "share" }, seats > 1 ? mark(seat) : null, formatNumber(Math.round(10 * score) / 10)))));
}
