/** Recorded game on its own page: the board, the story and the graph of a table, with buttons to step through them.
 *
 * Python puts this module and its imports into the page (`aicore/web/replay_page.py`).
 */

import { Board } from "./board.js";
import { h } from "./dom.js";
import { Graph } from "./graph.js";
import { t } from "./language.js";
import { Playback } from "./pace.js";
import { Story, verdict } from "./story.js";

/** @import {At, State} from "./messages.js" */

const STEP = 1200; // milliseconds per frame while the replay plays

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const { names, frames, pieces, review, stakes } = JSON.parse(byId("game").textContent ?? "");
const state = /** @type {State} */ ({
  ply: frames.at(-1).ply,
  stakes,
  players: names.map((/** @type {string} */ name) => ({ name })),
  story: frames.map((/** @type {any} */ frame, /** @type {number} */ at) => ({ ...frame, sentences: [sentenceOf(frame, at)] })),
});
const [slider, playButton] = [/** @type {HTMLInputElement} */ (byId("place")), byId("play")];
const narrow = matchMedia("(max-width: 40rem)");
const board = new Board(() => {}, () => {}, () => {});
const story = new Story(goTo);
const graph = new Graph(goTo);
const playback = new Playback({
  wait: () => STEP,
  maxSteps: frames.length,
  ask: (ply) => playback.receive(/** @type {At} */ ({ ply })),
  step: ({ ply }) => goTo(ply),
  done: ({ ply }) => goTo(ply),
});
let at = 0;

/**
 * Return a frame's sentences as one text.
 *
 * @param {{sentences: string[]}} frame
 * @param {number} number
 */
function sentenceOf(frame, number) {
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
  board.showStill(frame[narrow.matches ? "narrow" : "wide"].map((/** @type {number} */ piece) => pieces[piece]).join(""), "step");
  byId("sentences").textContent = sentenceOf(frame, at);
  byId("remarks").replaceChildren(
    ...(frame.notes ?? []).map((/** @type {[string, string]} */ [word, text]) => h("li", {}, h("span", { class: `word ${word}` }, verdict(word)), ` ${text}`)),
  );
  story.mark(frame.ply);
  graph.mark(frame.ply);
  slider.value = String(at);
  byId("count").textContent = `${at} / ${frames.length - 1}`;
  if (at === frames.length - 1) stop();
}

function stop() {
  playback.end();
  playButton.textContent = t("play");
}

function toggle() {
  if (playback.busy) return stop();
  if (at === frames.length - 1) show(0);
  playButton.textContent = t("pause");
  playback.hold(frames[at].ply);
  playback.advanceTo(state);
}

/** Show the review: the course of the game, and what decided the result. */
function showReview() {
  const { columns, rows, notes, summary } = review;
  const line = (/** @type {"td" | "th"} */ tag, /** @type {string[]} */ cells) => h("tr", {}, ...cells.map((cell) => h(tag, {}, cell)));
  const table = h("table", {}, line("th", columns), ...rows.map((/** @type {string[]} */ row) => line("td", row)));
  byId("course").append(graph.box);
  byId("review").append(
    h("h2", {}, t("What decided the result")),
    h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("What decided the result") }, table),
    h("div", { class: "muted" }, ...[...summary, ...notes].map((/** @type {string} */ note) => h("p", {}, note))),
  );
  byId("course").hidden = byId("review").hidden = false;
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
  byId(id).addEventListener("click", () => {
    if (id !== "play") stop();
    act();
  });
}
slider.max = String(frames.length - 1);
slider.addEventListener("input", () => {
  stop();
  show(Number(slider.value));
});
narrow.addEventListener("change", () => show(at));
/** @type {Record<string, string>} */
const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
document.addEventListener("keydown", (event) => {
  const id = keys[event.key];
  if (!id || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === " " && event.target instanceof Element && event.target.closest("button, summary, a")) return; // it presses that
  event.preventDefault();
  byId(id).click();
});
byId("board").append(board.box);
story.list.id = "story";
story.show(state);
byId("side").append(story.list);
if (review) showReview();
show(0);
