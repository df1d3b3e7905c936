/** Setup of a table: players, clock, options and seed. */

import * as api from "./api.js";
import { h, sentence } from "./dom.js";
import { keep, preference, setPreference } from "./keep.js";
import { t } from "./language.js";
import { mark } from "./marks.js";
import { suggested } from "./progress.js";
import { ALONE, address, go } from "./route.js";

/** Limits of people's time. @type {[() => string, NewTable["clock"]][]} */
const CLOCKS = [
  [() => t("no limit"), null],
  [() => t("30 seconds a turn"), ["turn", 30, 0]],
  [() => t("2 minutes a turn"), ["turn", 120, 0]],
  [() => t("10 minutes a turn"), ["turn", 600, 0]],
  [() => t("5 minutes for the game, and 5 seconds a turn"), ["game", 300, 5]],
  [() => t("15 minutes for the game, and 10 seconds a turn"), ["game", 900, 10]],
];

/** @import {Games, LobbyGame, Option, NewTable} from "./messages.js" */
/** @import {Progress} from "./progress.js" */

/**
 * Return the spec of the opponent that the page offers first.
 *
 * @param {LobbyGame} game
 * @param {Games} all
 * @param {Progress} [kept]
 * @returns {string}
 */
function opponent(game, all, kept) {
  const level = suggested(game.name, game.levels, kept) ?? Math.min(Number(preference("level", String(all.first))) || 1, game.levels);
  return game.levels ? `level ${level}` : (all.players.find((one) => one.name === "mcts") ?? all.players[0])?.name ?? "random";
}

/**
 * Return the request for the usual table: the person against the computer.
 *
 * @param {LobbyGame} game
 * @param {Games} all
 * @param {Progress} [kept] the person's progress
 * @returns {NewTable}
 */
export function usualRequest(game, all, kept) {
  const seats = Math.max(game.seats[0], Math.min(2, game.seats[1]));
  const players = Array.from({ length: seats }, (_, seat) => (seat ? opponent(game, all, kept) : "me"));
  return { game: game.name, seats, options: {}, seed: null, players };
}

/**
 * Create the table and go there.
 *
 * @param {NewTable} request
 */
export async function play(request) {
  const made = await api.create(request);
  /** @type {[number, string][]} */
  const invites = made.tokens.flatMap((token, seat) => (token && token !== made.owner && request.players[seat] === "friend" ? [[seat, token]] : []));
  keep({ table: made.table, token: made.owner, title: request.game, invites });
  go(address("table", made.table, made.owner));
}

/**
 * Show a dialog with all choices for a table.
 *
 * @param {LobbyGame} game
 * @param {Games} all
 */
export function setUp(game, all) {
  const [least, most] = game.seats;
  const usual = usualRequest(game, all);
  /** @type {HTMLSelectElement | null} */
  const seats = least === most ? null : h("select", { id: "seats", onchange: () => showRows() });
  for (let count = least; seats && count <= most; count++) seats.append(h("option", { value: count, selected: count === usual.seats }, String(count)));
  /** @type {SeatRow[]} */
  let rows = [];
  const list = h("ul", { class: "seats" });
  const showRows = () => {
    const count = seats ? Number(seats.value) : most;
    while (rows.length < count) rows.push(seatRow(rows.length, usual.players[rows.length] ?? opponent(game, all), game, all));
    rows = rows.slice(0, count);
    list.replaceChildren(...rows.map((row) => row.element));
  };
  showRows();
  const clock = h("select", { id: "clock" }, ...CLOCKS.map(([label], index) => h("option", { value: index }, label())));
  const options = game.options.map((option) => optionField(option));
  const seed = h("input", { id: "seed", type: "text", maxlength: 40, autocomplete: "off", placeholder: t("random") });
  const errorLine = h("p", { class: "danger", role: "alert", hidden: true });
  const chosenOptions = () => Object.fromEntries(options.filter((one) => one.value() !== one.usual).map((one) => /** @type {const} */ ([one.name, one.value()])));
  const showError = (/** @type {unknown} */ error) => {
    errorLine.hidden = false;
    errorLine.textContent = sentence(error instanceof Error ? error.message : String(error));
  };
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const level = rows.map((row) => /^level (\d)$/.exec(row.value())?.[1]).find(Boolean);
    if (level) setPreference("level", level);
    try {
      const players = rows.map((row) => row.value());
      await play({ game: game.name, seats: rows.length, options: chosenOptions(), seed: seed.value.trim() || null, players, clock: rows.length > 1 ? CLOCKS[Number(clock.value)][1] : null });
    } catch (error) {
      showError(error);
    }
  };
  /** @type {HTMLButtonElement} */
  const studyButton = h("button", { type: "button", title: t("Let computers play, then see whether the seats are fair, how long games stay open, and what gets used") }, t("Study"));
  studyButton.onclick = async () => {
    studyButton.disabled = true;
    studyButton.textContent = t("Computers are playing (20 s) …");
    try {
      const { tournament } = await api.study({ game: game.name, seats: rows.length, options: chosenOptions() });
      if (dialog.isConnected) go(address("tournament", tournament));
    } catch (error) {
      showError(error);
    }
    studyButton.disabled = false;
    studyButton.textContent = t("Study");
  };
  const more = h(
    "details",
    {},
    h("summary", {}, t("Options and seed")),
    ...options.map((one) => one.element),
    h("p", { class: "field" }, h("label", { for: "seed" }, t("Seed")), seed, h("small", { class: "muted" }, t("same seed, same deal"))),
  );
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { "aria-labelledby": "setup-title", class: "setup" },
    h(
      "form",
      { onsubmit: submit },
      h("h2", { id: "setup-title" }, game.title),
      seats ? h("p", { class: "field" }, h("label", { for: "seats" }, t("Players")), seats) : null,
      most > 1 ? list : null,
      most > 1 ? h("p", { class: "field" }, h("label", { for: "clock" }, t("Clock")), clock) : null,
      more,
      errorLine,
      h("div", { class: "row" }, h("button", { type: "submit", class: "main" }, t("Play")), ALONE ? studyButton : null, h("button", { type: "button", onclick: () => dialog.close() }, t("Cancel"))),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * Return the row of a seat, with a list of the players who may sit there.
 *
 * @typedef {{element: HTMLElement, value: () => string}} SeatRow
 *
 * @param {number} seat
 * @param {string} initial the player that is selected first
 * @param {LobbyGame} game
 * @param {Games} all
 * @returns {SeatRow}
 */
function seatRow(seat, initial, game, all) {
  const spec = h("input", { type: "text", class: "spec", list: "specs", hidden: true, "aria-label": t("Player spec for seat {n}", { n: seat + 1 }), placeholder: "mcts:time=0.5", value: "mcts" });
  /** @type {[string, string][]} */
  const kinds = [["me", t("me")], ["friend", ALONE ? t("a friend, by link (needs a server: aicore web)") : t("a friend, by link")]];
  for (let level = 1; level <= game.levels; level++) {
    const name = all.levels[level - 1];
    const first = level === all.first;
    kinds.push([`level ${level}`, first ? t("computer, level {level}: {name} (a good start)", { level, name }) : t("computer, level {level}: {name}", { level, name })]);
  }
  for (const one of all.players) if (one.name !== "human" && one.name !== "engine" && (!one.only || one.only.includes(game.name))) kinds.push([one.name, t("computer: {name} ({about})", { name: one.title, about: one.about })]);
  kinds.push(["spec", all.engines ? t("custom (spec or engine) …") : t("custom (spec) …")]);
  /** @type {HTMLSelectElement} */
  const select = h(
    "select",
    { id: `seat-${seat}`, onchange: () => (spec.hidden = select.value !== "spec") },
    ...kinds.map(([value, label]) => h("option", { value, selected: value === initial, disabled: ALONE && value === "friend" }, label)),
  );
  const about = h("datalist", { id: "specs" }, ...all.players.map((one) => h("option", { value: one.name }, one.about)));
  const label = h("label", { for: `seat-${seat}` }, mark(seat), h("span", { class: "unseen" }, t("Seat {n}", { n: seat + 1 })));
  const element = h("li", {}, label, select, spec, seat ? null : about);
  return { element, value: () => (select.value === "spec" ? spec.value.trim() : select.value) };
}

/**
 * Return the field of a game's option.
 *
 * @param {Option} option
 * @returns {{name: string, usual: string | number, value: () => string | number, element: HTMLElement}}
 */
function optionField(option) {
  const id = `option-${option.name}`;
  const initial = String(option.default);
  let input;
  if (typeof option.default === "boolean" || option.values?.length) {
    const values = option.values?.length ? option.values.map(String) : ["on", "off"];
    input = h("select", { id }, ...values.map((value, at) => h("option", { value, selected: value === initial }, option.names?.[at] ?? (value === "on" ? t("on") : t("off")))));
  } else {
    const number = typeof option.default === "number";
    const [low, high] = option.bounds ?? [null, null];
    input = h("input", { id, type: number ? "number" : "text", value: initial, min: low, max: high, step: number && !Number.isInteger(option.default) ? "any" : 1 });
  }
  const control = input;
  const label = option.help || option.name; // rather the help: the name means little to players
  const element = h("p", { class: "field stacked" }, h("label", { for: id }, label), control);
  const read = (/** @type {string} */ text) => (typeof option.default === "number" ? Number(text) : text);
  return { name: option.name, usual: read(initial), value: () => read(control.value), element };
}
