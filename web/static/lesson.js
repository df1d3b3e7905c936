/** A lesson beside its board: what is to be done now, and what was done. */

import { announce, h } from "./dom.js";

/** @import {State} from "./messages.js" */

export class LessonBox {
  constructor() {
    this.box = h("section", { class: "lesson", "aria-label": "Lesson", hidden: true });
    this.step = -1;
  }

  /** @param {State} state */
  show(state) {
    const { lesson } = state;
    this.box.hidden = !lesson;
    document.body.classList.toggle("learning", Boolean(lesson));
    if (!lesson || this.step === lesson.step) return;
    this.step = lesson.step;
    const done = lesson.step === lesson.steps;
    const progress = h("progress", { max: lesson.steps, value: lesson.step, "aria-label": "Steps done" });
    this.box.replaceChildren(
      h("div", { class: "row" }, h("h2", {}, done ? "You know how to start" : `Step ${lesson.step + 1} of ${lesson.steps}`), progress),
      lesson.comment ? h("p", { class: "good" }, lesson.comment) : "",
      h("p", { class: "do" }, lesson.do),
      done ? h("p", { class: "muted" }, "Keep playing here, or start a game of your own.") : "",
    );
    announce([lesson.comment, lesson.do].filter(Boolean).join(" "));
  }
}
