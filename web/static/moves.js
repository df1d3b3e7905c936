/** List of the moves, and a line to type one. */

import { h, inWords } from "./dom.js";
import { t } from "./language.js";

/** @import {State} from "./messages.js" */

const MAX_LISTED = 60; // moves
const TURN_ENDS = new Set(["end", "pass", "done", "launched", "hits-done", "attacks-done"]); // actions that end a turn or a part of it

export class Moves {
  /**
   * @param {object} callbacks
   * @param {(action: number | null) => void} callbacks.highlight highlight the action that somebody points at; null: none
   * @param {(action: number) => void} callbacks.play
   * @param {(line: string) => void} callbacks.type
   */
  constructor(callbacks) {
    this.callbacks = callbacks;
    /** @type {State | undefined} */
    this.state = undefined;
    /** @type {number[] | null} */
    this.left = null;
    this.offered = false;
    /** @type {number[]} */
    this.all = [];
    this.ghost = h("span", { class: "ghost", "aria-hidden": "true" });
    this.input = h("input", {
      id: "line",
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      placeholder: t("Type a move"),
      "aria-label": t("Type a move"),
      "aria-controls": "moves",
      oninput: () => this.fill(),
      onfocus: () => (this.box.classList.add("typing"), this.fill()),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event),
    });
    this.list = h("ul", { id: "moves", class: "moves", "aria-label": t("moves") });
    this.list.addEventListener("keydown", (event) => this.moveFocus(event));
    this.box = h(
      "section",
      { class: "moving", "aria-label": t("Moves") },
      this.list,
      h("form", { class: "line", onsubmit: (/** @type {Event} */ event) => this.submit(event) }, this.ghost, this.input, h("button", { type: "submit", "aria-label": t("Play the typed move") }, "↵")),
    );
  }

  /**
   * @param {State} state
   * @param {boolean} moved whether the position is a new one; if so, the typed line is cleared
   * @param {number[]} first the actions that the picture emphasizes, the best first
   * @param {boolean} offered whether the picture offers every action
   */
  show(state, moved, first, offered) {
    this.state = state;
    this.offered = offered;
    const firstActions = new Set(first);
    const rest = state.legal.map((_, action) => action).filter((action) => !firstActions.has(action));
    const lateness = (/** @type {number} */ action) => (state.legal[action] in state.danger ? 2 : Number(TURN_ENDS.has(state.legal[action])));
    /** @type {number[]} all actions; those that pass or end the turn come late, and those that may cost the game come last */
    this.all = [...firstActions, ...rest].sort((a, b) => lateness(a) - lateness(b));
    this.left = null;
    if (moved) this.input.value = "";
    this.box.hidden = state.seat === null || state.result !== null;
    this.fill();
  }

  /** List only some actions. @param {number[] | null} left the actions that fit the choices on the board; null: all */
  restrict(left) {
    this.left = left;
    this.fill();
  }

  /** @returns {number[]} the listed actions whose words begin with the typed words */
  get matches() {
    const state = this.state;
    if (!state) return [];
    const words = (this.input.value.split(";").at(-1) ?? "").trim().toLowerCase().split(/\s+/).filter(Boolean);
    const left = this.left && new Set(this.left);
    return this.all.filter((action) => {
      if (left && !left.has(action)) return false;
      const own = state.legal[action].toLowerCase().split(" ");
      return words.every((word, index) => own[index]?.startsWith(word));
    });
  }

  /** List the moves that match. */
  fill() {
    const { state, matches } = this;
    if (!state) return;
    const row = (/** @type {number} */ action, /** @type {number} */ index) => {
      const text = state.legal[action];
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: state.danger[text] ? "move risky" : "move",
            title: state.danger[text],
            tabindex: index ? -1 : 0, // Tab reaches the list once; the arrow keys move within it
            onclick: () => this.callbacks.play(action),
            onpointerenter: () => this.callbacks.highlight(action),
            onpointerleave: () => this.callbacks.highlight(null),
            onfocus: () => this.callbacks.highlight(action),
            onblur: () => this.callbacks.highlight(null),
          },
          ...inWords(state.descriptions[action], text),
          state.costs[action] ? h("span", { class: "cost" }, state.costs[action]) : null,
        ),
      );
    };
    // Many moves have no words, only coordinates: these are for people who type or want the notation.
    const coded = this.box.classList.contains("typing") || document.documentElement.dataset.notation === "on";
    const unlisted = this.offered && !coded && matches.length > MAX_LISTED && !matches.some((action) => state.descriptions[action]);
    const rows = unlisted ? [] : matches.slice(0, MAX_LISTED).map(row);
    if (unlisted) rows.push(h("li", { class: "muted more" }, t("{n} moves. Choose on the board, or type.", { n: matches.length })));
    else if (matches.length > MAX_LISTED) rows.push(h("li", { class: "muted more" }, t("and {n} more. Choose on the board, or type.", { n: matches.length - MAX_LISTED })));
    if (!matches.length && state.legal.length) rows.push(h("li", { class: "muted more" }, t("No move starts like this.")));
    this.list.replaceChildren(...rows);
    this.ghost.textContent = this.input.value && this.completion !== this.input.value ? this.completion : "";
  }

  /** @returns {string} the longest common beginning of the matching actions, at least the typed line */
  get completion() {
    const typed = this.input.value;
    const [earlier, last] = /^(.*;\s*)?(.*)$/.exec(typed)?.slice(1).map((part) => part ?? "") ?? ["", typed];
    const texts = this.matches.map((action) => this.state?.legal[action] ?? "");
    if (!last.trim() || !texts.length) return typed;
    let common = texts[0];
    for (const text of texts) {
      let same = 0;
      while (same < common.length && common[same] === text[same]) same++;
      common = common.slice(0, same);
    }
    return common.length > last.length ? earlier + common : typed;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { completion } = this;
    const atEnd = this.input.selectionStart === this.input.value.length;
    if ((event.key === "Tab" && !event.shiftKey) || (event.key === "ArrowRight" && atEnd)) {
      if (completion === this.input.value) return;
      this.input.value = completion;
      this.fill();
      event.preventDefault();
    } else if (event.key === "ArrowDown") {
      this.list.querySelector("button")?.focus();
      event.preventDefault();
    } else if (event.key === "Escape") {
      if (this.input.value) event.stopPropagation();
      else this.input.blur();
      this.input.value = "";
      this.fill();
    }
  }

  /** Move the focus within the list. @param {KeyboardEvent} event */
  moveFocus(event) {
    const buttons = [...this.list.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const goals = { ArrowDown: Math.min(at + 1, buttons.length - 1), ArrowUp: at - 1, Home: 0, End: buttons.length - 1 };
    if (!(event.key in goals)) return;
    const to = goals[/** @type {keyof typeof goals} */ (event.key)];
    buttons.forEach((button, index) => (button.tabIndex = index === Math.max(to, 0) ? 0 : -1));
    (buttons[to] ?? this.input).focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const line = this.input.value.trim();
    if (!line) return;
    const { matches } = this;
    if (matches.length === 1 && !line.includes(";")) this.callbacks.play(matches[0]);
    else this.callbacks.type(line);
  }
}
