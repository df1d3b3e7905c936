/** Start page: unfinished games, all games, today's puzzle and deal, and files to open. */

import * as api from "./api.js";
import { robot } from "./avatars.js";
import { h, note, sentence, stillPicture } from "./dom.js";
import * as daily from "./daily.js";
import { icon } from "./icons.js";
import { ended, forget, keep, tables } from "./keep.js";
import { language, t, tn, withElements } from "./language.js";
import { dayOf, progress, unsolved } from "./progress.js";
import { address, go, goToTable, leaveSignal } from "./route.js";
import { play, setUp, usualRequest } from "./setup.js";

const MAX_ASKED = 100; // tables in one request
const MAX_LISTED = 6; // unfinished games; older ones are folded
/** Empty cards, which the HTML shows before this script is loaded. */
const CARDS = document.querySelector(".early") ?? h("div", { class: "early" });

/** @import {Games, LobbyGame, MyTable} from "./messages.js" */
/** @import {Progress} from "./progress.js" */

/** @param {HTMLElement} main */
export async function lobby(main) {
  main.className = "lobby";
  CARDS.setAttribute("aria-label", t("Loading"));
  const going = h("section", { class: "mine", "aria-labelledby": "mine-title", hidden: true });
  const today = h("section", { "aria-labelledby": "today-title", hidden: true });
  const games = h("section", { "aria-labelledby": "games-title" }, CARDS);
  const classics = h("section", { "aria-labelledby": "classics-title", hidden: true });
  main.replaceChildren(
    hello(),
    going,
    games,
    today,
    classics,
    fileField(),
  );
  acceptDrops();
  const unfinished = tables().filter((one) => !one.over).map(placeholder);
  showMine(going, unfinished, null);
  const asked = fetchMine();
  const all = await api.games().catch(async (error) => {
    showMine(going, (await asked) ?? unfinished, null); // the person can still open these games
    throw error;
  });
  const kept = progress();
  const [own, others] = [all.games.filter((game) => game.kind === "game"), all.games.filter((game) => game.kind !== "game")];
  games.replaceChildren(h("h2", { id: "games-title", class: "unseen" }, t("Games")), h("ul", { class: "games" }, ...own.map((game) => card(game, all, kept))));
  if (others.length) {
    classics.hidden = false;
    classics.replaceChildren(h("h2", { id: "classics-title" }, t("Classics")), h("ul", { class: "classics" }, ...others.map((game) => card(game, all, kept))));
  }
  const dailies = dailyButtons(own, all, kept);
  today.hidden = !dailies.length;
  today.replaceChildren(h("h2", { id: "today-title" }, t("Today")), h("div", { class: "today" }, ...dailies));
  showMine(going, (await asked) ?? unfinished, all);
}

/** Return the introduction, which the HTML shows before this script is loaded. @returns {Element} */
function hello() {
  const shownEarly = document.querySelector(`.hello[lang="${language()}"]`);
  const [title, text] = [t("Play against computers that never cheat."), t("They think ahead, they see only what you would see in their place, and they play at your level. Choose a game: it starts at once.")];
  return shownEarly ?? h("div", { class: "hello", lang: language() }, h("h1", {}, title), h("p", {}, text));
}

/** @param {LobbyGame} game @returns {string} */
function players(game) {
  const [least, most] = game.seats;
  return most === 1 ? t("Solo") : least === most ? tn("{n} player", "{n} players", most) : t("{least}–{most} players", { least, most });
}

/**
 * @param {LobbyGame} game
 * @param {Games} all
 * @param {Progress} kept
 * @returns {HTMLElement}
 */
function card(game, all, kept) {
  const start = async (/** @type {{currentTarget: HTMLButtonElement}} */ event) => {
    const button = event.currentTarget;
    button.disabled = true;
    button.setAttribute("aria-busy", "true");
    await play(usualRequest(game, all)).catch((error) => note(error.message));
    button.disabled = false;
    button.removeAttribute("aria-busy");
  };
  const shown = cover(game);
  const [, rival] = usualRequest(game, all, kept).players;
  const iconButton = (/** @type {string} */ label, /** @type {string} */ fullLabel, /** @type {string} */ iconName, /** @type {() => unknown} */ act) =>
    h("button", { type: "button", class: "quiet small", "aria-label": fullLabel, title: label ? null : fullLabel, onclick: act }, icon(iconName), label);
  return h(
    "li",
    { class: "card", "data-game": game.name, "data-accent": game.accent },
    h("button", { type: "button", class: "cover", tabindex: -1, "aria-hidden": "true", onclick: start }, shown),
    h(
      "div",
      { class: "about" },
      h("h2", {}, game.title),
      h("p", {}, sentence(game.pitch)),
      h(
        "p",
        { class: "meta" },
        h("span", {}, icon("players"), players(game)),
        game.minutes ? h("span", {}, icon("minutes"), t("{n} min", { n: game.minutes })) : null,
        rival ? opponent(rival, all) : null,
      ),
      h(
        "div",
        { class: "doors" },
        h("button", { type: "button", class: "main", "aria-label": t("Play {game}", { game: game.title }), onclick: start }, t("Play")),
        game.lesson ? iconButton(t("Learn"), t("Learn {game}", { game: game.title }), "learn", () => goToTable(api.lesson(game.name))) : null,
        game.puzzles ? iconButton(t("Puzzles"), t("{game} puzzles", { game: game.title }), "puzzle", () => goToTable(api.puzzle(game.name, unsolved(game.name, game.puzzles, 1)))) : null,
        iconButton("", t("Set up {game}", { game: game.title }), "options", () => setUp(game, all)),
      ),
    ),
  );
}

/** Return the face and the name of the opponent that "Play" offers. @param {string} rival @param {Games} all */
function opponent(rival, all) {
  const level = Number(/^level (\d)$/.exec(rival)?.[1] ?? 0);
  const name = level ? all.levels[level - 1] : all.players.find((one) => one.name === rival)?.title;
  return h("span", { class: "versus", title: level ? t("level {level} of {levels}", { level, levels: all.levels.length }) : null }, h("span", { class: "avatar", "aria-hidden": "true" }, robot(level)), name ?? rival);
}

/** Return a game's picture for the lobby, where it fills its space. @param {LobbyGame} game @returns {SVGElement} */
function cover(game) {
  const shown = stillPicture(game.cover);
  const [, , width, height] = (shown.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const isCover = width / height === 1.6; // otherwise it is an early position: if wide, all of it is shown, else its top
  shown.setAttribute("preserveAspectRatio", isCover ? "xMidYMid slice" : width > height ? "xMidYMid meet" : "xMidYMin slice");
  return shown;
}

/**
 * Return the buttons for the daily puzzle and the daily deal, which are the same for everybody.
 *
 * @param {LobbyGame[]} games
 * @param {Games} all
 * @param {Progress} kept
 * @returns {(HTMLElement | "")[]}
 */
function dailyButtons(games, all, kept) {
  if (!games.length) return [];
  const now = new Date();
  const game = games[daily.dayNumber(now) % games.length];
  const deal = () => play({ ...usualRequest(game, all), seed: `daily ${dayOf(now)}` }).catch((error) => note(error.message));
  const puzzle = daily.daily(now, all.games);
  const puzzleGame = puzzle && all.games.find((one) => one.name === puzzle.game);
  return [
    puzzle && puzzleGame ? h("button", { type: "button", class: "daily", "data-accent": puzzleGame.accent, "data-do": "daily-puzzle", onclick: () => daily.play(puzzle) }, icon("puzzle"), h("span", {}, h("strong", {}, t("Daily puzzle: {game}", { game: puzzleGame.title })), h("small", {}, kept.days.includes(puzzle.day) ? t("Solved. Come back tomorrow!") : t("One move is clearly the best. Find it.")))) : "",
    h("button", { type: "button", class: "daily", "data-accent": game.accent, "data-do": "daily-deal", onclick: deal }, icon("today"), h("span", {}, h("strong", {}, t("Daily deal: {game}", { game: game.title })), h("small", {}, t("Everybody plays the same deal today.")))),
  ];
}

/** Return the entry of a table that the server or worker has not described yet. @param {import("./keep.js").Kept} kept @returns {MyTable} */
function placeholder({ table, token, title }) {
  return { table, token, title, game: "", players: [], seat: null, turn: null, over: false, result: null, since: 0 };
}

/** Fetch the tables whose tokens this browser has, and note which of them are over; null if the request fails. @returns {Promise<MyTable[] | null>} */
async function fetchMine() {
  const kept = tables();
  if (!kept.length) return [];
  const asked = kept.slice(0, MAX_ASKED).map((one) => one.token);
  const found = await api.myTables(asked).then((answer) => answer.tables, () => null);
  if (found) ended(new Set(found.filter((one) => one.over).map((one) => one.token)));
  return found;
}

/**
 * @param {HTMLElement} box
 * @param {MyTable[]} found
 * @param {Games | null} all null if they are not loaded yet
 */
function showMine(box, found, all) {
  const [going, over] = [found.filter((one) => !one.over), found.filter((one) => one.over)];
  const row = (/** @type {MyTable} */ one) => {
    const game = all?.games.find((other) => other.name === one.game);
    /** @type {HTMLElement} */
    const line = h(
      "li",
      { class: "mine-row", "data-accent": game?.accent },
      h("div", { class: "thumb", "aria-hidden": "true" }, game ? cover(game) : null),
      h(
        "div",
        { class: "what" },
        one.unreadable ? h("span", {}, t("This game can't be opened")) : h("a", { href: address("table", one.table, one.token) }, one.title),
        h("span", { class: one.over ? "muted" : "whose" }, one.unreadable ?? (one.over ? (one.result ?? t("finished")) : turnText(one))),
        h("span", { class: "muted" }, one.players.join(" · ")),
      ),
      removeButton(one, () => line.remove(), () => box.querySelector("ul")?.prepend(line)),
    );
    return line;
  };
  box.hidden = !found.length;
  box.replaceChildren(
    h("h2", { id: "mine-title" }, going.length ? t("Continue") : t("My games")),
    going.length ? h("ul", { class: "going" }, ...going.slice(0, MAX_LISTED).map(row)) : "",
    going.length > MAX_LISTED ? h("details", {}, h("summary", {}, t("Older ({n})", { n: going.length - MAX_LISTED })), h("ul", { class: "going" }, ...going.slice(MAX_LISTED).map(row))) : "",
    over.length ? h("details", { open: !going.length && over.length < 3 }, h("summary", {}, t("Finished ({n})", { n: over.length })), h("ul", { class: "going" }, ...over.map(row))) : "",
  );
}

/**
 * Return a button that removes a table from the list; for an unfinished game it asks first, and then offers to undo.
 *
 * @param {MyTable} one
 * @param {() => void} onRemove
 * @param {() => void} onRestore
 */
function removeButton(one, onRemove, onRestore) {
  const remove = () => {
    const kept = tables().find((other) => other.token === one.token);
    forget(one.token);
    onRemove();
    if (one.over || !kept) return;
    note(t("Removed {game} from your list.", { game: one.title }), true, [t("Undo"), () => (keep(kept), onRestore())]);
  };
  const ask = () => {
    if (one.over) return remove();
    const yes = h("button", { type: "button", class: "small risk", onclick: remove }, t("Remove game"));
    const no = h("button", { type: "button", class: "small", onclick: () => (row.replaceChildren(first), first.focus()) }, t("Keep"));
    row.replaceChildren(yes, no);
    no.focus();
    return undefined;
  };
  const first = h("button", { type: "button", class: "quiet", "aria-label": t("Remove this game of {game} from the list", { game: one.title }), title: t("Remove"), onclick: ask }, "×");
  const row = h("span", { class: "row" }, first);
  return row;
}

/**
 * @param {MyTable} one
 * @returns {string}
 */
function turnText(one) {
  if (one.turn === null) return "";
  const name = typeof one.turn === "number" ? one.players[one.turn] : one.turn;
  return one.turn === one.seat ? t("your turn") : t("{name} to move", { name });
}

/** @returns {HTMLElement} */
function fileField() {
  /** @type {HTMLInputElement} */
  const input = h("input", {
    type: "file",
    id: "file",
    class: "unseen",
    onchange: () => input.files?.[0] && void open(input.files[0]),
  });
  return h("p", { class: "files muted" }, ...withElements(t("Have a recorded game or a tournament? Drop the file here, or {open}."), { open: h("label", { for: "file" }, t("open it")) }), input);
}

/** Open files that the person drops anywhere on the page. */
function acceptDrops() {
  const signal = leaveSignal();
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  }, { signal });
  addEventListener("dragleave", (event) => event.relatedTarget === null && document.body.classList.remove("dropping"), { signal });
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (file) void open(file);
  }, { signal });
}

/**
 * Open a file: a tournament is a database, records are lines of JSON.
 *
 * @param {File} file
 */
async function open(file) {
  try {
    if ((await file.slice(0, 15).text()) === "SQLite format 3") {
      const { tournament } = await api.tournament(file);
      go(address("tournament", tournament));
      return;
    }
    const lines = (await file.text()).split("\n").filter((line) => line.trim());
    if (!lines[0]?.startsWith("{")) throw new Error(t("{file} is neither a recorded game nor a tournament.", { file: file.name }));
    if (lines.length > 1) askWhichGame(lines);
    else await goToTable(api.record(lines[0]));
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
  }
}

/** Ask for one of a file's games. @param {string[]} lines */
function askWhichGame(lines) {
  const row = (/** @type {string} */ line, /** @type {number} */ index) => {
    let text = t("Game {n}", { n: index + 1 });
    try {
      const { game, players, scores } = JSON.parse(line);
      text = `${index + 1}. ${game}: ${players.join(", ")}${scores ? ` (${scores.join(" : ")})` : ""}`;
    } catch {
      /* the server reports the error when the person chooses this line */
    }
    return h("li", {}, h("button", { type: "button", class: "move", onclick: () => goToTable(api.record(line)) }, text));
  };
  const dialog = h("dialog", { "aria-labelledby": "which-title" }, h("h2", { id: "which-title" }, t("Which game?")), h("ul", {}, ...lines.slice(-200).map(row)), h("form", { method: "dialog", class: "row" }, h("button", {}, t("Cancel"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
