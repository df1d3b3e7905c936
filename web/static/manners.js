/** Menu of a table for everything but moves: links, resigning, leaving, and offers to the others. */

import { tableInfo } from "./api.js";
import { copy, h, sentence } from "./dom.js";
import { t } from "./language.js";
import { askName } from "./names.js";
import { ALONE, address } from "./route.js";

/** @import {State} from "./messages.js" */

/** Texts of the offers and requests that all people at the table must agree to. */
const OFFERS = {
  abort: {
    offer: () => t("Offer to abandon the game"),
    wants: (/** @type {string} */ name) => t("{name} offers to abandon the game.", { name }),
    no: () => t("Keep playing"),
    refused: (/** @type {string} */ name) => t("{name} wants to keep playing.", { name }),
  },
  takeback: {
    offer: () => t("Ask to undo"),
    wants: (/** @type {string} */ name) => t("{name} asks to undo their last decision.", { name }),
    no: () => t("Decline"),
    refused: (/** @type {string} */ name) => t("{name} declined to undo.", { name }),
  },
  help: {
    offer: () => t("Ask to allow hints"),
    wants: (/** @type {string} */ name, /** @type {State["stakes"]} */ stakes) =>
      stakes ? t("{name} asks to allow hints and expected results for everyone.", { name }) : t("{name} asks to allow hints and win chances for everyone.", { name }),
    no: () => t("Decline"),
    refused: (/** @type {string} */ name) => t("{name} declined hints.", { name }),
  },
};

export class TableMenu {
  /**
   * @param {string} table
   * @param {string | undefined} token
   * @param {(message: {type: string} & Record<string, unknown>) => void} send
   */
  constructor(table, token, send) {
    this.table = table;
    this.token = token;
    this.send = send;
    this.menu = h("div", { class: "row" });
    this.box = h("details", { class: "manners" }, h("summary", {}, t("More")), this.menu);
    this.offers = h("div", { class: "asks", role: "status", hidden: true });
    this.key = "";
    this.declined = false;
  }

  /** @param {State} state */
  show(state) {
    const can = (/** @type {string} */ what) => state.can.includes(what);
    const { table, token } = this;
    const button = (/** @type {string} */ label, /** @type {() => void} */ act, title = "") => h("button", { type: "button", class: "small", title, onclick: act }, label);
    /** @type {HTMLElement[]} */
    const rows = [];
    if (!ALONE && token && state.seat !== null) rows.push(button(t("Copy my link"), () => copy(address("table", table, token), t("Link copied. It opens your seat on another device, so don't share it.")), t("Continue on another device")));
    if (!ALONE && state.open) rows.push(button(t("Copy spectator link"), () => copy(address("table", table), t("Link copied. Anyone who opens it can watch the game.")), t("Spectators see everything")));
    for (const what of /** @type {("abort" | "help" | "takeback")[]} */ (["takeback", "help", "abort"])) {
      if (what === "takeback" && (can("undo") || !state.story.some((turn) => turn.actor === state.seat))) continue;
      const mine = state.agreed?.[what]?.includes(state.seat ?? -1);
      if (can(what) && !mine) rows.push(button(OFFERS[what].offer(), () => this.send({ type: "offer", what, yes: true })));
      if (can(what) && mine) rows.push(button(what === "abort" ? t("Withdraw offer") : t("Withdraw request"), () => this.send({ type: "offer", what, yes: false })));
    }
    if (can("abort")) rows.push(button(t("Change my name"), askName));
    if (can("resign") || can("leave")) rows.push(this.leaveButton(can("resign")));
    const key = rows.map((row) => row.textContent).join();
    if (key !== this.key) this.menu.replaceChildren(...rows);
    this.key = key;
    this.box.hidden = !rows.length;
    this.showOffers(state);
  }

  /** Return a button that asks for confirmation before the person resigns or leaves. @param {boolean} resign */
  leaveButton(resign) {
    const box = h("span", { class: "row" });
    const first = () =>
      box.replaceChildren(h("button", { type: "button", class: "small", "data-do": "resign", onclick: second }, resign ? t("Resign") : t("Leave the game")));
    const second = () => {
      const yes = h("button", { type: "button", class: "small risk", "data-do": "resign-yes", onclick: () => this.send({ type: "resign" }) }, resign ? t("Resign now") : t("Leave now"));
      box.replaceChildren(h("span", {}, resign ? t("This ends the game.") : t("A computer will take over for you.")), yes, h("button", { type: "button", class: "small", onclick: () => (first(), box.querySelector("button")?.focus()) }, t("Cancel")));
      yes.focus();
    };
    first();
    return box;
  }

  /** Return a computer's offer to resign, until the person answers it. @param {State} state @returns {HTMLElement[]} */
  resignationOffer(state) {
    if (!state.can.includes("accept") || this.declined) return [];
    const other = state.players.find((_, seat) => seat !== state.seat);
    const playOn = () => ((this.declined = true), this.showOffers(state));
    return [
      h(
        "p",
        { class: "row" },
        h("span", {}, t("{name} sees no way to win and offers to resign.", { name: other?.name ?? "" })),
        h("button", { type: "button", class: "small main", "data-do": "accept", onclick: () => this.send({ type: "accept" }) }, t("Accept and win")),
        h("button", { type: "button", class: "small", "data-do": "play-on", onclick: playOn }, t("Play on")),
      ),
    ];
  }

  /** Show the offers of others, and the offers that they declined. @param {State} state */
  showOffers(state) {
    const asked = Object.entries(OFFERS).flatMap(([what, words]) => {
      if (!state.can.includes(what)) return [];
      const answer = (/** @type {boolean} */ yes) => this.send({ type: "offer", what, yes });
      const row = (/** @type {string} */ text, /** @type {HTMLElement[]} */ ...buttons) => [h("p", { class: "row" }, h("span", {}, sentence(text)), ...buttons)]; // a name may begin with a small letter
      const refused = state.refused?.[what];
      if (refused !== undefined && refused !== state.seat) return row(words.refused(state.players[refused].name), h("button", { type: "button", class: "small", "data-do": `heard-${what}`, onclick: () => answer(false) }, t("OK")));
      const wanted = state.agreed?.[what] ?? [];
      const other = wanted.find((seat) => seat !== state.seat);
      if (other === undefined || wanted.includes(state.seat ?? -1)) return [];
      return row(
        words.wants(state.players[other].name, state.stakes),
        h("button", { type: "button", class: "small main", "data-do": `agree-${what}`, onclick: () => answer(true) }, t("Agree")),
        h("button", { type: "button", class: "small", "data-do": `refuse-${what}`, onclick: () => answer(false) }, words.no()),
      );
    });
    const rows = [...this.resignationOffer(state), ...asked];
    this.offers.hidden = !rows.length;
    this.offers.replaceChildren(...rows);
  }
}

/** Return the reason why a table cannot be viewed. @param {string} id */
export async function reasonClosed(id) {
  const { title, players, over, open } = await tableInfo(id);
  if (over || open) return t("This link does not open a seat in this game.");
  return `${title}: ${players.join(", ")}. ${t("This game hides information, so only its players can watch until it is over. If you are one of them, open your own link.")}`;
}
