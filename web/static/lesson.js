/** Lesson beside its board: the current task, and praise for the last one. */

import * as api from "./api.js";
import { celebrate } from "./celebrate.js";
import { announce, h, note } from "./dom.js";
import { t } from "./language.js";
import { play, usualRequest } from "./setup.js";

/** @import {State} from "./messages.js" */

export class LessonBox {
  constructor() {
    this.box = h("section", { class: "lesson", "aria-label": t("Lesson"), hidden: true });
    this.step = -1;
  }

  /** Begin a game against a computer of the suggested level. @param {string} name */
  async play(name) {
    try {
      const all = await api.games();
      const game = all.games.find((one) => one.name === name);
      if (game) await play(usualRequest(game, all));
    } catch (error) {
      note(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {State} state */
  show(state) {
    const { lesson } = state;
    this.box.hidden = !lesson;
    document.body.classList.toggle("learning", Boolean(lesson));
    if (!lesson || this.step === lesson.step) return;
    this.step = lesson.step;
    const done = lesson.step === lesson.steps;
    if (done && this.box.childElementCount) celebrate(this.box);
    const task = taskParts(lesson.do, state.legal[lesson.lit[0]]);
    const progress = h("progress", { max: lesson.steps, value: lesson.step, "aria-label": t("Steps done") });
    this.box.replaceChildren(
      h("div", { class: "row" }, h("h2", {}, done ? t("You know how to start") : t("Step {step} of {steps}", { step: lesson.step + 1, steps: lesson.steps })), progress),
      lesson.comment ? h("p", { class: "good" }, lesson.comment) : "",
      h("p", { class: "do" }, ...task),
      done ? h("p", { class: "row" }, h("button", { type: "button", class: "main", "data-do": "real-game", onclick: () => this.play(state.game) }, t("Play a real game"))) : "",
    );
    announce([lesson.comment, lesson.do].filter(Boolean).join(" "));
  }
}

/**
 * Return a task in parts; its typed move is shown only on request, because the board shows the choice.
 *
 * @param {string} task such as "Pick up a platform: lift p18"
 * @param {string | undefined} move
 * @returns {(HTMLElement | string)[]}
 */
function taskParts(task, move) {
  if (!move || !task.endsWith(`: ${move}`)) return [task];
  const words = task.slice(0, -move.length - 2);
  return [/[.!?]$/.test(words) ? words : `${words}.`, h("span", { class: "notation" }, " ", h("code", {}, move))];
}
