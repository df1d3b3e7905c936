// Steps through a recorded game: its frames are lists of the pieces of their pictures.
"use strict";
const { frames, pieces, review } = JSON.parse(document.getElementById("game").textContent);
const [board, sentences, notes, story, place, count, play, looked] = [
  "board", "sentences", "notes", "story", "place", "count", "play", "review",
].map((id) => document.getElementById(id));
const small = matchMedia("(max-width: 40rem)");
const STEP = 1200; // milliseconds a frame while it plays
let at = 0;
let timer = 0;

function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function draw(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function mark(word) {
  return make("span", { class: `word ${word}` }, word);
}

/** The worst word for what led to a frame, if any has one. */
function worst(frame) {
  const words = (frame.notes ?? []).map(([word]) => word);
  return ["blunder", "mistake", "inaccuracy"].find((word) => words.includes(word));
}

function says(frame, number) {
  return frame.sentences.join(" ") || (number ? "…" : "The beginning.");
}

const rows = frames.map((frame, number) => {
  const row = document.createElement("li");
  row.textContent = says(frame, number);
  const word = worst(frame);
  if (word) row.append(" ", mark(word));
  row.addEventListener("click", () => show(number));
  story.append(row);
  return row;
});
place.max = String(frames.length - 1);

function show(number) {
  rows[at].removeAttribute("aria-current");
  at = Math.max(0, Math.min(number, frames.length - 1));
  const frame = frames[at];
  board.innerHTML = frame[small.matches ? "narrow" : "wide"].map((piece) => pieces[piece]).join("");
  sentences.textContent = says(frame, at);
  notes.replaceChildren(...(frame.notes ?? []).map(([word, text]) => make("li", {}, mark(word), ` ${text}`)));
  notes.hidden = !review;
  point();
  rows[at].setAttribute("aria-current", "step");
  story.scrollTop = rows[at].offsetTop - story.offsetTop - story.clientHeight / 2;
  place.value = String(at);
  count.textContent = `${at} / ${frames.length - 1}`;
  if (at === frames.length - 1) stop();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  play.textContent = "play";
}

function toggle() {
  if (timer) return stop();
  if (at === frames.length - 1) show(0);
  timer = setInterval(() => show(at + 1), STEP);
  play.textContent = "stop";
}

const [WIDE, HIGH] = [1000, 160];
let here;

/** The course of the game and its accounts, under the board. */
function judge() {
  if (!review) return;
  looked.hidden = false;
  const graph = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": "Win chances over the game", preserveAspectRatio: "none" });
  const x = (number) => (WIDE * number) / Math.max(1, frames.length - 1);
  for (const share of [0, 0.5, 1]) graph.append(draw("line", { class: "grid", x1: 0, x2: WIDE, y1: HIGH * share, y2: HIGH * share }));
  review.names.forEach((_, seat) => {
    const points = frames.flatMap((frame, number) => (frame.shares ? [`${x(number).toFixed(1)},${(HIGH * (1 - frame.shares[seat])).toFixed(1)}`] : []));
    graph.append(draw("polyline", { style: `stroke: var(--seat${seat})`, points: points.join(" ") }));
  });
  here = graph.appendChild(draw("line", { class: "here", y1: 0, y2: HIGH }));
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    show(Math.round(((event.clientX - box.left) / box.width) * (frames.length - 1)));
  });
  const names = review.names.map((name, seat) => make("span", { style: `color: var(--seat${seat})` }, `${name} `));
  const head = make("tr", {}, ...review.columns.map((column) => make("th", { scope: "col" }, column)));
  const body = review.rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))));
  looked.append(
    make("h2", {}, "Win chances ", ...names),
    graph,
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "How the results came about" }, make("table", {}, head, ...body)),
    make("p", {}, review.about),
  );
}

function point() {
  const at_x = String((WIDE * at) / Math.max(1, frames.length - 1));
  here?.setAttribute("x1", at_x);
  here?.setAttribute("x2", at_x);
}

const acts = {
  first: () => show(0),
  back: () => show(at - 1),
  play: toggle,
  next: () => show(at + 1),
  last: () => show(frames.length - 1),
};
for (const [id, act] of Object.entries(acts)) {
  document.getElementById(id).addEventListener("click", () => {
    if (id !== "play") stop();
    act();
  });
}
place.addEventListener("input", () => {
  stop();
  show(Number(place.value));
});
small.addEventListener("change", () => show(at));
const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
document.addEventListener("keydown", (event) => {
  const id = keys[event.key];
  if (!id || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  document.getElementById(id).click();
});
judge();
show(0);
