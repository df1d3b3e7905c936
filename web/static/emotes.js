/** Emotes to send to the others at a table: faces with words, from a fixed list. */

import { announce, h, s } from "./dom.js";
import { preference, setPreference } from "./keep.js";
import { t } from "./language.js";
import { mark } from "./marks.js";

/** @import {Said, State} from "./messages.js" */

const DURATION = 5000; // milliseconds
const MAX_SHOWN = 3;

/** Words, mouth and brows of each face; the paths lie in a square of 24 units. @type {Record<Said["what"], [() => string, string, string]>} */
const FACES = {
  hello: [() => t("Hello!"), "M7 13a5 5 0 0 0 10 0z", ""],
  "good luck": [() => t("Good luck!"), "M7.5 14q4.5 4 9 0", "M7 7q1.5-1.5 3 0M14 7q1.5-1.5 3 0"],
  nice: [() => t("Nice move!"), "M7 13.5q5 5 10 0", ""],
  wow: [() => t("Wow!"), "M12 13.2a2.3 2.8 0 1 0 .1 0z", "M7 6.5q1.5-1.5 3 0M14 6.5q1.5-1.5 3 0"],
  hmm: [() => t("Let me think …"), "M9 15.5h6", "M7 7.5l3-1M14 6.5h3"],
  oops: [() => t("Oops!"), "M7 15.5q1.3-2 2.6 0t2.6 0t2.6 0t2.2 0", "M7 6.5l3 1M17 6.5l-3 1"],
  thanks: [() => t("Thank you!"), "M8 13.5q4 3 8 0", ""],
  "good game": [() => t("Good game!"), "M6.5 12.5q5.5 7 11 0q-5.5 2-11 0z", ""],
};

export class Emotes {
  /** @param {(message: {type: "emote", what: string}) => void} send */
  constructor(send) {
    this.send = send;
    this.shown = h("div", { class: "emotes-heard" });
    this.mute = h("button", { type: "button", class: "small quiet", "data-do": "mute", onclick: () => this.setMuted(!this.muted) });
    this.list = h(
      "div",
      { class: "emotes" },
      ...Object.entries(FACES).map(([what, [words]]) => h("button", { type: "button", class: "small", "data-emote": what, onclick: () => this.say(what) }, face(what), words())),
      this.mute,
    );
    this.box = h("details", { class: "emote-box", hidden: true }, h("summary", {}, t("Say something")), this.list);
    /** @type {State | undefined} */
    this.state = undefined;
    this.setMuted(this.muted);
  }

  get muted() {
    return preference("emotes", "on") === "off";
  }

  /** @param {boolean} yes */
  setMuted(yes) {
    setPreference("emotes", yes ? "off" : "on");
    this.mute.textContent = yes ? t("Unmute others") : t("Mute others");
    if (yes) this.shown.replaceChildren();
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    this.box.hidden = state.seat === null || state.players.filter(({ kind }) => kind === "person").length < 2 || state.players[state.seat]?.kind !== "person";
  }

  /** @param {string} what */
  say(what) {
    this.box.removeAttribute("open");
    this.send({ type: "emote", what });
  }

  /** @param {Said} said */
  receive({ seat, what }) {
    const { state } = this;
    const mine = seat === state?.seat;
    if (!state || !FACES[what] || (this.muted && !mine)) return;
    const words = FACES[what][0]();
    const name = mine ? t("You") : (state.players[seat]?.name ?? "");
    const bubble = h("p", { class: "emote" }, mark(seat), face(what), h("strong", {}, name), ` ${words}`);
    this.shown.append(bubble);
    while (this.shown.childElementCount > MAX_SHOWN) this.shown.firstElementChild?.remove();
    setTimeout(() => bubble.remove(), DURATION);
    if (!mine) announce(`${name}: ${words}`);
  }
}

/** @param {string} what @returns {SVGElement} */
function face(what) {
  const [, mouth, brows] = FACES[/** @type {Said["what"]} */ (what)];
  const line = { fill: "none", stroke: "#33260a", "stroke-width": 1.5, "stroke-linecap": "round" };
  return s(
    "svg",
    { class: "emote-face", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("circle", { cx: 12, cy: 12, r: 11, fill: "#ffcf4d" }),
    s("circle", { cx: 8.5, cy: 9.6, r: 1.4, fill: "#33260a" }),
    s("circle", { cx: 15.5, cy: 9.6, r: 1.4, fill: "#33260a" }),
    s("path", { ...line, d: mouth, ...(mouth.endsWith("z") ? { fill: "#33260a" } : {}) }),
    s("path", { ...line, d: brows }),
  );
}
