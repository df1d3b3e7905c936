/** Puzzle beside its board: the question, the verdict on an answer, and the next puzzle. */

import * as api from "./api.js";
import { celebrate } from "./celebrate.js";
import { isDaily, solvedToday } from "./daily.js";
import { announce, h } from "./dom.js";
import { t } from "./language.js";
import { answered, progress, solved, streak, unsolved } from "./progress.js";
import { goToTable, PROGRESS } from "./route.js";

/** @import {Answer, Preview, State} from "./messages.js" */

const BEST = "find the best"; // key of a theme that says no more than the question

export class PuzzleBox {
  /**
   * @param {() => void} giveUp request the solution
   * @param {(action: string) => void} show request the position after an action
   */
  constructor(giveUp, show) {
    this.giveUp = giveUp;
    this.showMove = show;
    /** @type {State | undefined} */
    this.state = undefined;
    this.tried = false;
    this.move = ""; // the solution, once it may be shown
    this.outcome = "";
    this.answer = h("div", { class: "answer", role: "status" });
    this.box = h("section", { class: "puzzle", "aria-label": t("Puzzle"), hidden: true });
    this.theme = h("p", { class: "theme", hidden: true });
    this.buttons = h("p", { class: "row" });
  }

  /** @param {State} state */
  show(state) {
    const { puzzle, game } = state;
    this.box.hidden = !puzzle;
    document.body.classList.toggle("puzzling", Boolean(puzzle));
    if (!puzzle || this.state) return;
    this.state = state;
    this.themeButton = h("button", { type: "button", class: "small", "data-do": "theme", onclick: () => this.showTheme() }, t("Show the theme"));
    const next = unsolved(game, puzzle.of, (puzzle.number % puzzle.of) + 1);
    this.nextButton = h("button", { type: "button", class: "small", "data-do": "next", onclick: () => goToTable(api.puzzle(game, next)) }, t("Next puzzle"));
    this.solutionButton = h("button", { type: "button", class: "small", "data-do": "solution", onclick: this.giveUp }, t("Show the solution"));
    this.buttons.replaceChildren(...(puzzle.key === BEST ? [] : [this.themeButton]), this.solutionButton, this.nextButton);
    this.box.replaceChildren(
      h("h2", {}, isDaily(game, puzzle.number) ? t("Daily puzzle: {game}", { game: state.title }) : t("Puzzle {number} of {count}", { number: puzzle.number, count: puzzle.of })),
      h("p", {}, t("One move is clearly the best ({level}). Find it and play it.", { level: puzzle.level }), solved(game).includes(puzzle.number) ? ` ${t("You have solved this one before.")}` : ""),
      this.theme,
      this.answer,
    );
    if (!this.buttons.isConnected) this.box.append(this.buttons); // on a phone they are under the thumb
  }

  showTheme() {
    if (this.state?.puzzle?.key === BEST) return;
    this.themeButton?.remove();
    this.theme.hidden = false;
    this.theme.textContent = t("Theme: {theme}.", { theme: this.state?.puzzle?.theme ?? "" });
  }

  /**
   * Show the verdict on an answer, or the solution.
   *
   * @param {Answer} answer
   * @param {boolean} gaveUp whether the person asked for the solution
   */
  answered(answer, gaveUp) {
    const { state } = this;
    if (!state?.puzzle) return;
    const right = answer.right && !gaveUp;
    const run = answered(state, right, !this.tried);
    this.tried = true;
    const today = right && solvedToday(state.game, state.puzzle.number);
    const head = gaveUp ? t("Solution:") : answer.right ? t("Right!") : t("There is a better move.");
    const sentences = [`${head} ${answer.sentences[0] ?? ""}`, ...answer.sentences.slice(1)];
    this.answer.replaceChildren(
      right ? this.praise(run, today) : "",
      ...sentences.map((line, index) => h("p", { class: index ? "" : answer.right ? "good" : "bad" }, line)),
    );
    announce(sentences.join(" "));
    if (!answer.right) return;
    this.move = answer.action;
    this.outcome = right ? t("Solved") : t("Solution");
    this.showMove(answer.action);
    this.showTheme();
    this.solutionButton?.remove();
    this.nextButton?.classList.replace("small", "main");
    if (right) celebrate(this.box.ownerDocument.querySelector(".board") ?? this.box);
  }

  /** @param {number} run @param {boolean} today @returns {HTMLElement} */
  praise(run, today) {
    const days = today ? streak(progress().days) : 0;
    const facts = [run > 1 ? t("{n} in a row", { n: run }) : "", days > 1 ? t("{n} days in a row", { n: days }) : days ? t("today's puzzle") : ""].filter(Boolean);
    return h("p", { class: "praise" }, h("strong", {}, t("Solved")), ...facts.map((fact) => h("span", { class: "fact" }, fact)), h("a", { href: PROGRESS }, t("Your progress")));
  }

  /** Return whether a preview shows the position after the solution; each solution is shown once. @param {Preview} preview */
  showsSolution(preview) {
    const mine = this.move !== "" && preview.actions[0] === this.move;
    this.move = "";
    if (mine) this.nextButton?.focus();
    return mine;
  }
}
