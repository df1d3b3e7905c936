/** A puzzle beside its board: what is asked, what an answer is worth, the next one. */

import * as api from "./api.js";
import { announce, h } from "./dom.js";
import { solve, solved, unsolved } from "./keep.js";
import { enter } from "./route.js";

/** @import {Answer, State} from "./messages.js" */

export class PuzzleBox {
  /** @param {() => void} giveUp asks for the solution */
  constructor(giveUp) {
    this.giveUp = giveUp;
    this.number = 0;
    this.game = "";
    this.answer = h("div", { class: "answer", role: "status" });
    this.box = h("section", { class: "puzzle", "aria-label": "Puzzle", hidden: true });
  }

  /** @param {State} state */
  show(state) {
    const { puzzle, game } = state;
    this.box.hidden = !puzzle;
    document.body.classList.toggle("puzzling", Boolean(puzzle));
    if (!puzzle || this.number === puzzle.number) return;
    this.number = puzzle.number;
    this.game = game;
    const about = h("span", {});
    const theme = h("button", { type: "button", class: "small", "data-do": "theme" }, "Show the theme");
    theme.addEventListener("click", () => {
      theme.remove();
      about.textContent = `Theme: ${puzzle.theme}.`;
    });
    const next = unsolved(game, puzzle.of, (puzzle.number % puzzle.of) + 1);
    this.box.replaceChildren(
      h("h2", {}, `Puzzle ${puzzle.number} of ${puzzle.of}`),
      h("p", {}, `One move is clearly the best (${puzzle.level}). Find it and play it.`, solved(game).includes(puzzle.number) ? " You have solved this one before." : ""),
      this.answer,
      h(
        "p",
        { class: "row" },
        theme,
        about,
        h("button", { type: "button", class: "small", "data-do": "solution", onclick: this.giveUp }, "Show the solution"),
        h("button", { type: "button", class: "small", "data-do": "next", onclick: () => enter(api.puzzle(game, next)) }, "Next puzzle"),
      ),
    );
  }

  /**
   * @param {Answer} answer
   * @param {boolean} given whether the solution was asked for
   */
  answered(answer, given) {
    const head = given ? "Solution:" : answer.right ? "Right!" : "There is a better move.";
    if (answer.right && this.number) solve(this.game, this.number);
    const sentences = [`${head} ${answer.sentences[0] ?? ""}`, ...answer.sentences.slice(1)];
    this.answer.replaceChildren(...sentences.map((line, place) => h("p", { class: place ? "" : answer.right ? "good" : "bad" }, line)));
    announce(sentences.join(" "));
  }
}
