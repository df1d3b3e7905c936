/** The first page: the games, my tables, files to look at. */

import * as api from "./api.js";
import { h, note, still } from "./dom.js";
import { ended, forget, keep, tables } from "./keep.js";
import { unsolved } from "./progress.js";
import { address, enter, go, leaving } from "./route.js";
import { play, setUp, usual } from "./setup.js";

const MAX_ASKED = 100; // tables, as the server takes them

/** @import {Games, LobbyGame, MyTable} from "./messages.js" */

/** @param {HTMLElement} main */
export async function lobby(main) {
  main.className = "lobby";
  const going = h("section", { class: "mine", "aria-labelledby": "mine-title", hidden: true });
  const grid = h("ul", { class: "games" });
  main.replaceChildren(
    h("h1", {}, "What shall we play?"),
    going,
    grid,
    files(),
  );
  dropping();
  void showMine(going);
  const found = await api.games();
  const rank = (/** @type {LobbyGame} */ game) => (game.kind === "game" ? 0 : 1); // full games before reference games
  const order = [...found.games].sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
  grid.replaceChildren(...order.map((game) => card(game, found)));
}

/**
 * @param {LobbyGame} game
 * @param {Games} all
 * @returns {HTMLElement}
 */
function card(game, all) {
  const [least, most] = game.seats;
  const seats = most === 1 ? "solo" : least === most ? `${most} players` : `${least}–${most} players`;
  const start = async (/** @type {{currentTarget: HTMLButtonElement}} */ event) => {
    const button = event.currentTarget;
    button.disabled = true;
    await play(usual(game, all)).catch((error) => note(error.message));
    button.disabled = false;
  };
  const shown = game.picture ? still(game.picture) : null;
  shown?.setAttribute("preserveAspectRatio", "xMidYMin slice"); // a part of it says more than all of it, small
  return h(
    "li",
    { class: "card", "data-game": game.name },
    h("div", { class: "thumb" }, shown),
    h(
      "div",
      { class: "about" },
      h("h2", {}, game.title),
      h("p", {}, game.brief),
      h("p", { class: "tags" }, h("span", { class: "fact" }, seats), game.hidden ? h("span", { class: "fact" }, "hidden information") : null),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "main", "aria-label": `Play ${game.title}`, onclick: start }, "Play"),
        h("button", { type: "button", "aria-label": `Set up ${game.title}`, onclick: () => setUp(game, all) }, "Set up …"),
        game.lesson ? h("button", { type: "button", "aria-label": `Learn ${game.title}`, onclick: () => enter(api.lesson(game.name)) }, "Learn") : null,
        game.puzzles ? h("button", { type: "button", "aria-label": `${game.title} puzzles`, onclick: () => enter(api.puzzle(game.name, unsolved(game.name, game.puzzles, 1))) }, "Puzzles") : null,
      ),
    ),
  );
}

/** @param {HTMLElement} box */
async function showMine(box) {
  const kept = tables();
  if (!kept.length) return;
  const asked = kept.slice(0, MAX_ASKED).map((one) => one.token);
  const { tables: found } = await api.mine(asked).catch(() => ({ tables: [] }));
  ended(new Set(found.filter((one) => one.over).map((one) => one.token)));
  const [going, over] = [found.filter((one) => !one.over), found.filter((one) => one.over)];
  const row = (/** @type {MyTable} */ one) => {
    /** @type {HTMLElement} */
    const line = h(
      "li",
      { class: "mine-row" },
      one.unreadable
        ? h("span", {}, "This game can't be opened")
        : h("a", { href: address("table", one.table, one.token) }, one.title),
      h("span", { class: "muted" }, one.players.join(" · ")),
      h("span", { class: one.over ? "muted" : "whose" }, one.unreadable ?? (one.over ? (one.result ?? "finished") : whose(one))),
      removal(one, () => line.remove(), () => box.querySelector("ul")?.prepend(line)),
    );
    return line;
  };
  if (!found.length) return;
  box.hidden = false;
  box.replaceChildren(
    h("h2", { id: "mine-title" }, "My games"),
    going.length ? h("ul", {}, ...going.slice(0, 8).map(row)) : "",
    over.length ? h("details", { open: !going.length && over.length < 3 }, h("summary", {}, `Finished (${over.length})`), h("ul", {}, ...over.map(row))) : "",
  );
}

/**
 * A button that takes a table off the list: a game that goes on is asked for first, and comes back if one likes.
 *
 * @param {MyTable} one
 * @param {() => void} gone
 * @param {() => void} back
 */
function removal(one, gone, back) {
  const remove = () => {
    const kept = tables().find((other) => other.token === one.token);
    forget(one.token);
    gone();
    if (one.over || !kept) return;
    note(`Removed ${one.title} from your list.`, true, ["Undo", () => (keep(kept), back())]);
  };
  const ask = () => {
    if (one.over) return remove();
    const yes = h("button", { type: "button", class: "small risk", onclick: remove }, "Remove game");
    const no = h("button", { type: "button", class: "small", onclick: () => (row.replaceChildren(first), first.focus()) }, "Keep");
    row.replaceChildren(yes, no);
    no.focus();
    return undefined;
  };
  const first = h("button", { type: "button", class: "quiet", "aria-label": `Remove this game of ${one.title} from the list`, title: "Remove", onclick: ask }, "×");
  const row = h("span", { class: "row" }, first);
  return row;
}

/**
 * @param {MyTable} one
 * @returns {string}
 */
function whose(one) {
  if (one.turn === null) return "";
  const name = typeof one.turn === "number" ? one.players[one.turn] : one.turn;
  return name === "you" ? "your turn" : `${name} to move`;
}

/** @returns {HTMLElement} */
function files() {
  /** @type {HTMLInputElement} */
  const input = h("input", {
    type: "file",
    id: "file",
    class: "unseen",
    onchange: () => input.files?.[0] && void open(input.files[0]),
  });
  return h("p", { class: "files muted" }, "Have a recorded game or a tournament? Drop the file here, or ", h("label", { for: "file" }, "open it"), ".", input);
}

/** Files that are dropped anywhere are opened. */
export function dropping() {
  const signal = leaving();
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
 * Look at what is in a file: a tournament is a database, records are lines of JSON.
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
    if (!lines[0]?.startsWith("{")) throw new Error(`${file.name} is neither a recorded game nor a tournament.`);
    if (lines.length > 1) which(lines);
    else await enter(api.record(lines[0]));
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
  }
}

/** A file has several games: ask for one. @param {string[]} lines */
function which(lines) {
  const row = (/** @type {string} */ line, /** @type {number} */ place) => {
    let text = `Game ${place + 1}`;
    try {
      const { game, players, scores } = JSON.parse(line);
      text = `${place + 1}. ${game}: ${players.join(", ")}${scores ? ` (${scores.join(" : ")})` : ""}`;
    } catch {
      /* the server says what is wrong with it */
    }
    return h("li", {}, h("button", { type: "button", class: "move", onclick: () => enter(api.record(line)) }, text));
  };
  const dialog = h("dialog", { "aria-labelledby": "which-title" }, h("h2", { id: "which-title" }, "Which game?"), h("ul", {}, ...lines.slice(-200).map(row)), h("form", { method: "dialog", class: "row" }, h("button", {}, "Cancel")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
