/** Players at the table, with their clocks and expected results. */

import { avatar } from "./avatars.js";
import { h, s } from "./dom.js";
import { t } from "./language.js";
import { SHAPES, figure, mark, percent } from "./marks.js";
import { leaveSignal } from "./route.js";

/** @import {Stakes, State} from "./messages.js" */

/**
 * @param {number} seconds
 * @returns {string}
 */
function formatTime(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

const LOW_SECONDS = 15; // a clock with less time left is red

/** @typedef {{element: HTMLElement, seat: number, ply: number, seconds: number, from: number, limited: boolean}} Running `limited`: whether it counts down */

/** Return the seconds that a clock shows now. @param {Running} clock @returns {number} */
const secondsNow = (clock) => clock.seconds + ((clock.limited ? -1 : 1) * (performance.now() - clock.from)) / 1000;

export class Players {
  /** @param {() => void} invite callback that shows the links of seats whose people are not here */
  constructor(invite) {
    this.invite = invite;
    this.box = h("ul", { class: "players", "aria-label": t("Players") });
    this.bar = h("div", { class: "chances", hidden: true });
    /** @type {Running | undefined} */
    this.running = undefined;
    const clock = setInterval(() => this.tick(), 500);
    leaveSignal().addEventListener("abort", () => clearInterval(clock));
  }

  /**
   * @param {State} state
   * @param {[number, string][]} invites links that open seats to friends who are not here yet
   */
  show(state, invites) {
    const before = this.running;
    this.running = undefined;
    const rows = state.players.map((player, seat) => {
      const turn = state.turn === seat && state.result === null;
      const left = state.left[seat];
      const clock = h("span", { class: left === null ? "clock" : "clock limit", title: left === null ? t("Time taken") : t("Time left") }, "");
      // A state that arrives late does not turn a clock back.
      const same = before?.seat === seat && before.ply === state.ply && left === null;
      const seconds = Math.max(left ?? state.clock[seat] ?? 0, same ? secondsNow(before) : 0);
      if (state.running === seat) this.running = { element: clock, seat, ply: state.ply, seconds, from: performance.now(), limited: left !== null };
      clock.textContent = formatTime(seconds);
      const link = invites.find(([open]) => open === seat)?.[1];
      const away = player.kind === "person" && seat !== state.seat && !player.here;
      return h(
        "li",
        { class: turn ? "player turn" : "player", "aria-current": turn && "true", title: [player.name, player.about].filter(Boolean).join(", ") },
        mark(seat),
        avatar(player, seat, seat === state.seat),
        h(
          "span",
          { class: "who" },
          h("span", { class: "name" }, player.name),
          h(
            "span",
            { class: "muted" },
            player.about ? h("span", { class: "strength" }, h("span", { class: "unseen" }, ", "), player.about) : null,
            away ? h("span", { class: "away" }, t("away")) : player.kind === "person" && seat !== state.seat ? h("span", { class: "there", role: "img", "aria-label": t("connected"), title: t("connected") }) : null,
            clock,
          ),
        ),
        away && link ? h("button", { type: "button", class: "small", "data-do": "invite", onclick: () => this.invite() }, t("Invite")) : null,
        turn ? h("span", { class: "unseen" }, t("to move")) : null,
      );
    });
    this.box.replaceChildren(...rows);
  }

  /** Hide the names if the board shows all of them. @param {Element} board @param {string[]} names */
  hideShownNames(board, names) {
    const drawn = new Set([...board.querySelectorAll("text")].map((text) => text.firstChild?.textContent?.trim()));
    this.box.classList.toggle("faces", names.every((name) => drawn.has(name)));
  }

  /** Update the running clock. */
  tick() {
    const { running } = this;
    if (!running) return;
    const seconds = secondsNow(running);
    running.element.textContent = formatTime(seconds);
    running.element.classList.toggle("low", running.limited && seconds < LOW_SECONDS);
  }

  /**
   * Show the win chances, or the expected results in a game for stakes, as a bar; null hides it.
   *
   * @param {number[] | null} shares
   * @param {string[]} names
   * @param {number | null} [draw] the probability of a draw, which the shares leave out; null if they include it
   * @param {Stakes | null} [stakes]
   */
  chances(shares, names, draw = null, stakes = null) {
    this.bar.hidden = !shares;
    if (!shares) return;
    const tie = shares.length > 1 && draw === null && !stakes;
    const parts = draw === null ? shares : [shares[0], draw, shares[1]];
    const total = parts.reduce((sum, share) => sum + share, 0) || 1;
    const figures = stakes ? parts.map((share) => figure(share, stakes)) : percents(parts);
    const partNames = draw === null ? names : [names[0], t("a draw"), names[1]];
    const chances = parts.map((_, index) => `${partNames[index]} ${figures[index]}`).join(", ");
    const spoken = stakes ? t("Expected {stakes}: {chances}", { stakes: stakes.unit, chances }) : tie ? t("Win chances: {chances}; ties are split", { chances }) : t("Win chances: {chances}", { chances });
    /** @param {number} index @returns {number} the seat; -1: a draw */
    const seatOf = (index) => (draw === null ? index : [0, -1, 1][index]);
    const drawing = s("svg", { viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" });
    let at = 0;
    parts.forEach((share, index) => {
      const width = (100 * share) / (parts.length > 1 ? total : 1);
      const seat = seatOf(index);
      drawing.append(s("rect", { class: seat < 0 ? "drawn" : `seat-${seat % SHAPES.length}`, x: at, width, y: 0, height: 4 }));
      at += width;
    });
    const labels = parts.map((_, index) => {
      const seat = seatOf(index);
      return h("span", { class: "share" }, seat < 0 ? h("span", { class: "muted" }, t("draw")) : mark(seat), figures[index]);
    });
    this.bar.replaceChildren(drawing, h("div", { class: "shares", role: "img", "aria-label": spoken }, ...labels), tie || stakes ? h("span", { class: "muted tie", "aria-hidden": "true" }, stakes ? t("expected {stakes}", { stakes: stakes.unit }) : t("ties are split")) : "");
  }
}

/**
 * Return shares as percentages; shares that add up to 1 are rounded so that they add up to 100 %.
 *
 * @param {number[]} shares
 * @returns {string[]}
 */
function percents(shares) {
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (shares.length < 2 || Math.abs(total - 1) > 0.02) return shares.map(percent);
  const whole = shares.map((share) => Math.floor((100 * share) / total));
  const order = shares.map((share, seat) => [whole[seat] - (100 * share) / total, seat]).sort(([one], [other]) => one - other);
  const missing = 100 - whole.reduce((sum, each) => sum + each, 0);
  for (const [, seat] of order.slice(0, missing)) whole[seat] += 1;
  return whole.map((each) => percent(each / 100));
}
