/** Invitations: for each open seat, its link, its QR code, and whether the friend is there. */

import { qrCode } from "./api.js";
import { copy, h, note, picture } from "./dom.js";
import { t } from "./language.js";
import { mark } from "./marks.js";
import { nameField } from "./names.js";
import { leaveSignal } from "./route.js";

/** @import {State} from "./messages.js" */

/** @typedef {{seat: number, status: HTMLElement}} OpenSeat */

const LOCAL = /^(localhost|127\..*|\[::1\])$/; // names by which a computer reaches only itself

export class Invitation {
  constructor() {
    /** @type {HTMLDialogElement} */
    this.dialog = h("dialog", { class: "invite", "aria-labelledby": "invite-title" });
    this.list = h("ul", { class: "invited" });
    /** @type {Map<number, OpenSeat>} */
    this.openSeats = new Map();
    /** @type {Set<number>} the people who were here at the last state */
    this.here = new Set();
    this.shownBefore = false;
    this.dialog.append(
      h("h2", { id: "invite-title" }, t("Invite a friend")),
      this.list,
      LOCAL.test(location.hostname) ? h("p", { class: "muted" }, t("The link works only on this computer. For other devices, start {command} and open this page by the computer's name.", { command: "aicore web --host 0.0.0.0" })) : "",
      nameField(leaveSignal()),
      h("form", { method: "dialog", class: "row" }, h("button", {}, t("Close"))),
    );
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  /**
   * @param {State} state
   * @param {[number, string][]} invites links by seat
   */
  show(state, invites) {
    const people = state.players.flatMap((player, seat) => (player.kind === "person" && seat !== state.seat ? [seat] : []));
    const here = new Set(people.filter((seat) => state.players[seat].here));
    const away = invites.filter(([seat]) => people.includes(seat) && !here.has(seat));
    for (const [seat, link] of invites) if (people.includes(seat) && !this.openSeats.has(seat)) this.add(seat, link);
    for (const { seat, status } of this.openSeats.values()) {
      status.textContent = here.has(seat) ? t("{name} is here", { name: state.players[seat].name }) : t("Waiting for your friend …");
      status.classList.toggle("good", here.has(seat));
    }
    if (this.shownBefore) this.announceChanges(state, here);
    const isNew = !this.shownBefore && !state.story.some((turn) => people.includes(Number(turn.actor)));
    this.shownBefore = true;
    this.here = here;
    if (isNew && away.length && state.result === null) this.openDialog();
    else if (this.dialog.open && invites.length && !away.length) this.dialog.close();
  }

  /** Name the people who came and those who left. @param {State} state @param {Set<number>} here */
  announceChanges(state, here) {
    if (state.result !== null) return;
    for (const seat of here) if (!this.here.has(seat)) note(t("{name} is here.", { name: state.players[seat].name }), true);
    for (const seat of this.here) if (!here.has(seat)) note(t("{name} left the table.", { name: state.players[seat].name }), true);
  }

  openDialog() {
    if (!this.dialog.isConnected) document.body.append(this.dialog);
    if (!this.dialog.open) this.dialog.showModal();
    this.list.querySelector("button")?.focus();
  }

  /** Add an open seat to the dialog. @param {number} seat @param {string} link */
  add(seat, link) {
    const status = h("p", { class: "status-line", role: "status" });
    const qrBox = h("div", { class: "square", role: "img", "aria-label": t("QR code of the link") });
    /** @type {HTMLTextAreaElement} */
    const text = h("textarea", { rows: 2, readonly: true, "aria-label": t("Link for seat {n}", { n: seat + 1 }), onfocus: () => text.select() }, link);
    const share = () => navigator.share({ title: t("A game of aicore"), url: link }).catch(() => {}); // the person may cancel
    const row = h(
      "li",
      {},
      qrBox,
      h(
        "div",
        { class: "invite-link" },
        h("p", {}, mark(seat), ` ${t("Anyone who opens this link plays this seat.")}`),
        text,
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", class: "main", "data-do": "copy-invite", onclick: () => copy(link, t("Link copied. Anyone who opens it takes the seat.")) }, t("Copy link")),
          "share" in navigator ? h("button", { type: "button", "data-do": "share-invite", onclick: share }, t("Share …")) : null,
        ),
        status,
      ),
    );
    this.openSeats.set(seat, { seat, status });
    this.list.append(row);
    qrCode(link).then(
      (found) => qrBox.append(picture(found.picture)),
      () => qrBox.remove(), // without a picture, the link is enough
    );
  }
}
