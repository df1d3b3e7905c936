/** Recorded game on its own page: the board, the story and the graph of a table, with buttons to step through them.
 *
 * Python puts this module and its imports into the page (`aicore/web/replay_page.py`).
 */

import { Board } from "./board.js";
import { h } from "./dom.js";
import { Graph } from "./graph.js";
import { t } from "./language.js";
import { Pace } from "./pace.js";
import { Story, verdict } from "./story.js";

/** @import {At, State} from "./messages.js" */

const STEP = 1200; // milliseconds per frame while the replay plays

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const { names, frames, pieces, review, stakes } = JSON.parse(part("game").textContent ?? "");
const state = /** @type {State} */ ({
  ply: frames.at(-1).ply,
  stakes,
  players: names.map((/** @type {string} */ name) => ({ name })),
  story: frames.map((/** @type {any} */ frame, /** @type {number} */ at) => ({ ...frame, sentences: [says(frame, at)] })),
});
const [slider, play] = [/** @type {HTMLInputElement} */ (part("place")), part("play")];
const small = matchMedia("(max-width: 40rem)");
const board = new Board(() => {}, () => {}, () => {});
const story = new Story(goTo);
const graph = new Graph(goTo);
const pace = new Pace({
  wait: () => STEP,
  most: frames.length,
  ask: (ply) => pace.came(/** @type {At} */ ({ ply })),
  step: ({ ply }) => goTo(ply),
  done: ({ ply }) => goTo(ply),
});
let at = 0;

/**
 * @param {{sentences: string[]}} frame
 * @param {number} number
 */
function says(frame, number) {
  return frame.sentences.join(" ") || (number ? "…" : t("Start of the game."));
}

/** Go to the first position after at least `ply` events. @param {number} ply */
function goTo(ply) {
  const found = frames.findIndex((/** @type {{ply: number}} */ frame) => frame.ply >= ply);
  show(found < 0 ? frames.length - 1 : found);
}

/** @param {number} number of a frame */
function show(number) {
  at = Math.max(0, Math.min(number, frames.length - 1));
  const frame = frames[at];
  board.showStill(frame[small.matches ? "narrow" : "wide"].map((/** @type {number} */ piece) => pieces[piece]).join(""), "step");
  part("sentences").textContent = says(frame, at);
  part("remarks").replaceChildren(
    ...(frame.notes ?? []).map((/** @type {[string, string]} */ [word, text]) => h("li", {}, h("span", { class: `word ${word}` }, verdict(word)), ` ${text}`)),
  );
  story.mark(frame.ply);
  graph.mark(frame.ply);
  slider.value = String(at);
  part("count").textContent = `${at} / ${frames.length - 1}`;
  if (at === frames.length - 1) stop();
}

function stop() {
  pace.end();
  play.textContent = t("play");
}

function toggle() {
  if (pace.busy) return stop();
  if (at === frames.length - 1) show(0);
  play.textContent = t("pause");
  pace.stay(frames[at].ply);
  pace.to(state);
}

/** Show the review: the course of the game, and the accounts of the results. */
function judge() {
  const { columns, rows, notes, summary } = review;
  const line = (/** @type {"td" | "th"} */ tag, /** @type {string[]} */ cells) => h("tr", {}, ...cells.map((cell) => h(tag, {}, cell)));
  const table = h("table", {}, line("th", columns), ...rows.map((/** @type {string[]} */ row) => line("td", row)));
  part("course").append(graph.box);
  part("review").append(
    h("h2", {}, t("What decided the result")),
    h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("What decided the result") }, table),
    h("div", { class: "muted" }, ...[...summary, ...notes].map((/** @type {string} */ note) => h("p", {}, note))),
  );
  part("course").hidden = part("review").hidden = false;
  graph.show({ ...review, summary: [], points: frames.filter((/** @type {{shares: number[] | null}} */ { shares }) => shares) }, state);
  story.judge(review.marks, stakes);
}

/** @type {Record<string, () => void>} */
const acts = {
  first: () => show(0),
  back: () => show(at - 1),
  play: toggle,
  next: () => show(at + 1),
  last: () => show(frames.length - 1),
};
for (const [id, act] of Object.entries(acts)) {
  part(id).addEventListener("click", () => {
    if (id !== "play") stop();
    act();
  });
}
slider.max = String(frames.length - 1);
slider.addEventListener("input", () => {
  stop();
  show(Number(slider.value));
});
small.addEventListener("change", () => show(at));
/** @type {Record<string, string>} */
const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
document.addEventListener("keydown", (event) => {
  const id = keys[event.key];
  if (!id || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  part(id).click();
});
part("board").append(board.box);
story.list.id = "story";
story.show(state);
part("side").append(story.list);
if (review) judge();
show(0);
