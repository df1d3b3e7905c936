// Steps through a recorded game: its frames are lists of the pieces of their pictures.
"use strict";
const { frames, pieces } = JSON.parse(document.getElementById("game").textContent);
const [board, told, story, place, count, play] = ["board", "told", "story", "place", "count", "play"].map((id) =>
  document.getElementById(id),
);
const small = matchMedia("(max-width: 40rem)");
const STEP = 1200; // milliseconds a frame while it plays
let at = 0;
let timer = 0;

const rows = frames.map((frame, number) => {
  const row = document.createElement("li");
  row.textContent = frame.told.join(" ") || (number ? "…" : "The beginning.");
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
  told.textContent = rows[at].textContent;
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
show(0);
