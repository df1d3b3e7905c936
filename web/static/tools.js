/** Tools of a table: hint, undo, chances, review, and the panels beside the board. */

import { h, inWords } from "./dom.js";
import { icon } from "./icons.js";
import { preference } from "./keep.js";
import { t } from "./language.js";
import { figure, minDifference, size, ties } from "./marks.js";

/** @import {State, Hint} from "./messages.js" */
/** @import {Table} from "./table.js" */

const PANELS = { game: () => t("Moves"), log: () => t("Log"), rules: () => t("Rules") };

export class Tools {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {};
    /** @type {[string, string, string, () => void][]} */
    const all = [
      ["hint", t("Hint"), "h", () => this.hint()],
      ["undo", t("Undo"), "u", () => this.undo()],
      ["chances", t("Chances"), "c", () => table.chances()],
    ];
    this.bar = h("div", { class: "tools", role: "toolbar", "aria-label": t("Tools") });
    for (const [name, label, key, act] of all) {
      const button = h("button", { type: "button", "data-do": name, title: `${label} (${key})`, "aria-keyshortcuts": key, disabled: true, onclick: act }, icon(name), label);
      this.buttons[name] = button;
      this.bar.append(button);
    }
    const steps = /** @type {[string, string, () => void][]} */ ([
      ["first", t("Go to the start"), () => table.look(0)],
      ["previous", t("Step back"), () => table.stepBy(-1)],
      ["next", t("Step forward"), () => table.stepBy(1)],
      ["last", t("Go to the end"), () => table.look(null)],
    ]);
    this.steps = h("span", { class: "steps" }, ...steps.map(([sign, label, act]) => h("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: act }, icon(sign))));
    this.setPressed("chances", preference("chances", "off") === "on");
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.reviewButton = this.buttons.review = h("button", { type: "button", "data-do": "review", "aria-pressed": "false", onclick: () => this.review() }, icon("review"), t("Review"));
  }

  /**
   * Return the row of tabs and the panels that they open.
   *
   * @param {Table} table
   * @returns {HTMLElement[]}
   */
  panels(table) {
    this.advice = h("section", { class: "candidates", hidden: true, tabindex: 0, "aria-label": t("Moves the hint considered") });
    /** @type {Record<string, HTMLElement>} */
    this.panel = {
      game: h("div", { class: "panel game", id: "panel-game", role: "tabpanel", "aria-labelledby": "tab-game" }, table.aim.box, this.advice, table.chooser.moves.box),
      log: h("div", { class: "panel log", id: "panel-log", role: "tabpanel", "aria-labelledby": "tab-log", hidden: true }, table.graph.box, table.story.list),
      rules: h("div", { class: "panel", id: "panel-rules", role: "tabpanel", "aria-labelledby": "tab-rules", hidden: true, tabindex: 0 }, table.help.box),
    };
    /** @type {Record<string, HTMLButtonElement>} */
    this.tabs = {};
    for (const [name, label] of Object.entries(PANELS)) {
      this.tabs[name] = h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "aria-selected": String(name === "game"), onclick: () => this.open(name) }, label());
    }
    const tablist = h("div", { class: "tabs", role: "tablist", "aria-label": t("Moves, log and rules") }, ...Object.values(this.tabs));
    tablist.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.stopPropagation();
      const names = Object.keys(PANELS);
      const now = names.findIndex((name) => !this.panel?.[name].hidden);
      const other = names[(now + (event.key === "ArrowRight" ? 1 : names.length - 1)) % names.length];
      this.open(other);
      this.tabs?.[other].focus();
    });
    this.tabRow = h("div", { class: "tabs-row" }, tablist, this.steps);
    return [this.tabRow, ...Object.values(this.panel)];
  }

  /** Put the buttons that step through the game into the toolbar or beside the tabs. @param {boolean} inToolbar */
  placeSteps(inToolbar) {
    const home = inToolbar ? this.bar : this.tabRow;
    if (this.steps.parentElement !== home) home?.append(this.steps);
  }

  /** Open a panel. @param {string} name */
  open(name) {
    if (!this.panel || !this.tabs) return;
    for (const [other, panel] of Object.entries(this.panel)) {
      panel.hidden = other !== name;
      this.tabs[other].setAttribute("aria-selected", String(other === name));
    }
    if (name === "rules" && this.table.state) void this.table.help.show(this.table.state);
    const { graph, story } = this.table;
    if (name === "log" && graph.box.hidden) story.toEnd();
    else if (name === "log") this.panel.log.scrollTo(0, 0);
  }

  /** Open the rules; if they are open, return to the game. */
  help() {
    this.open(this.panel?.rules.hidden ? "rules" : "game");
    if (!this.panel?.rules.hidden) this.panel?.rules.focus();
  }

  /** @param {State} state */
  show(state) {
    if (state.stakes) this.setLabel("chances", t("Expected"), t("Expected {stakes}", { stakes: state.stakes.unit }));
    for (const name of ["hint", "undo", "chances"]) {
      const button = this.buttons[name];
      if (button.getAttribute("aria-busy") !== "true") button.disabled = !state.can.includes(name);
    }
    if (this.advice && this.advicePly !== state.ply) this.advice.hidden = true;
  }

  /**
   * Give a button another label.
   *
   * @param {string} name
   * @param {string} label
   * @param {string} title without the key
   */
  setLabel(name, label, title) {
    const button = this.buttons[name];
    if (button.lastChild) button.lastChild.textContent = label;
    button.title = `${title} (${button.getAttribute("aria-keyshortcuts")})`;
  }

  /**
   * Show the moves that the hint considered.
   *
   * @param {Hint} hint
   */
  candidates(hint) {
    const now = this.table.chooser.state;
    const seat = now?.seat ?? 0;
    if (!this.advice || !hint.candidates?.length) return;
    this.advicePly = hint.ply;
    const stakes = now?.stakes;
    const valueText = (/** @type {number[] | null | undefined} */ values) => (values ? figure(values[seat] ?? values[0], stakes) : "");
    const best = hint.candidates[0].values?.[seat];
    const words = hint.candidates.map((one) => one.sentences || now?.descriptions[now.legal.indexOf(one.action)]);
    const coded = document.documentElement.dataset.notation === "on";
    const distinct = hint.candidates.filter((_, index) => coded || !words[index] || words.indexOf(words[index]) === index); // places may differ in nothing but their coordinates
    const rows = distinct.map((one) => {
      const value = one.values?.[seat];
      const loss = best !== undefined && value !== undefined && best - value > minDifference(stakes) ? `−${size(best - value, stakes)}` : "";
      return h(
        "tr",
        {},
        h("td", {}, ...inWords(words[hint.candidates.indexOf(one)], one.action)),
        h("td", {}, valueText(one.values)),
        h("td", { class: "bad" }, loss),
      );
    });
    const head = [t("move"), stakes ? t("expected {stakes}", { stakes: stakes.unit }) : t("win"), t("loss")].map((label) => h("th", { scope: "col" }, label));
    this.advice.hidden = false;
    this.advice.replaceChildren(...hint.notes.map((line) => h("p", { class: "muted" }, line)), h("table", {}, this.table.names().length > 1 ? h("caption", { class: "muted" }, ties(this.table.names().length, stakes)) : null, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows)));
  }

  hint() {
    if (this.buttons.hint.disabled) return;
    this.setWaiting("hint", true);
    this.table.send({ type: "hint" });
  }

  undo() {
    if (!this.buttons.undo.disabled) this.table.send({ type: "undo" });
  }

  /** Show or hide the review of the game; request it first if it is missing. */
  review() {
    const { graph } = this.table;
    this.open("log");
    if (graph.review) {
      graph.box.hidden = !graph.box.hidden;
      return this.setPressed("review", !graph.box.hidden);
    }
    this.setWaiting("review", true);
    this.table.send({ type: "review" });
    return undefined;
  }

  /**
   * Continue the game from an earlier position at a new table.
   *
   * @param {number} ply
   */
  fork(ply) {
    const { state } = this.table;
    if (!state) return;
    const mine = state.seat ?? 0; // a spectator takes the first seat
    this.table.send({ type: "fork", ply, players: state.players.map((_, seat) => (seat === mine ? "me" : "same")) });
  }

  /**
   * Disable a button while it waits for the server's answer, or enable it again.
   *
   * @param {string | null} name null for all buttons that wait for answers
   * @param {boolean} yes whether the button waits
   */
  setWaiting(name, yes) {
    const { table } = this;
    const now = table.trial.active ? table.chooser.state : table.state;
    const names = name === null ? ["hint", "chances", "review"] : [name];
    if (names.includes("review")) this.countSeconds(yes);
    for (const each of names) {
      const button = this.buttons[each];
      button.setAttribute("aria-busy", String(yes));
      const can = each === "review" || now?.can.includes(each);
      button.disabled = yes || !can;
    }
  }

  /** Count the seconds on the button of the review, which takes up to a minute. @param {boolean} yes */
  countSeconds(yes) {
    clearInterval(this.timer);
    const label = this.reviewButton.lastChild;
    const from = performance.now();
    const update = () => label && (label.textContent = yes ? t("Reviewing … {seconds} s", { seconds: Math.round((performance.now() - from) / 1000) }) : t("Review"));
    update();
    if (yes) this.timer = setInterval(update, 1000);
  }

  /**
   * Show whether a button's view is on.
   *
   * @param {string} name
   * @param {boolean} on
   */
  setPressed(name, on) {
    this.buttons[name]?.setAttribute("aria-pressed", String(on));
  }
}
