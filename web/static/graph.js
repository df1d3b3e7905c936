/** Course of a finished game: expected results turn by turn, and the turning points. */

import { h, s } from "./dom.js";
import { t } from "./language.js";
import { axis, figure, mark, result, ties } from "./marks.js";

/** @import {Review, Stakes, State} from "./messages.js" */

const [HEIGHT, LEFT, BOTTOM] = [134, 32, 19];

/**
 * Return the point of a seat's course after a number of events, interpolated between the known points.
 *
 * @param {Review["points"]} points
 * @param {number} ply
 * @param {number} seat
 * @returns {[number, number]} the number of events, and the share
 */
function pointAt(points, ply, seat) {
  const after = points.find((point) => point.ply >= ply) ?? points[points.length - 1];
  const before = points.filter((point) => point.ply <= ply).at(-1) ?? points[0];
  const part = after.ply > before.ply ? (ply - before.ply) / (after.ply - before.ply) : 0;
  return [before.ply + part * (after.ply - before.ply), before.shares[seat] + part * (after.shares[seat] - before.shares[seat])];
}

export class Graph {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.go = go;
    this.box = h("section", { class: "graph", "aria-label": t("Course of the game"), hidden: true });
    /** @type {Review | undefined} */
    this.review = undefined;
    /** @type {SVGElement | undefined} */
    this.marker = undefined;
  }

  /**
   * @param {Review} review
   * @param {State} state
   */
  show(review, state) {
    this.review = review;
    this.box.hidden = false;
    const { stakes } = state;
    const turns = review.turns.map((turn) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "plain", onclick: () => this.go(turn.ply) },
          h("span", { class: turn.after < turn.before ? "swing bad" : "swing good" }, `${figure(turn.before, stakes)} → ${result(turn.after, stakes)}`),
          ` ${turn.sentences.join(" ")}`,
        ),
      ),
    );
    const names = state.players.map((player, seat) => h("span", { class: "share" }, mark(seat), player.name));
    const head = h("div", { class: "head" }, h("h2", {}, stakes ? t("Expected {stakes}", { stakes: stakes.unit }) : t("Win chances")), h("div", { class: "shares" }, ...names, h("span", { class: "muted" }, ties(names.length, stakes))));
    const summary = h("p", { class: "summary" }, review.summary.join(" "));
    this.box.replaceChildren(head, summary, ...(turns.length ? [h("h2", {}, t("Turning points")), h("ul", { class: "turns" }, ...turns)] : []));
    head.after(this.draw(review, state.seat ?? 0, head.clientWidth, stakes));
    this.mark(null);
  }

  /**
   * @param {Review} review
   * @param {number} seat whose expected results the turning points report
   * @param {number} space width in pixels; a unit of the picture is one pixel
   * @param {Stakes | null} [stakes]
   * @returns {Element}
   */
  draw(review, seat, space, stakes) {
    const width = Math.max(280, space);
    const label = stakes ? t("Expected {stakes} during the game", { stakes: stakes.unit }) : t("Win chances during the game");
    const svg = s("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "plot", role: "img", "aria-label": label });
    const plies = review.points.map((point) => point.ply);
    const first = plies[0] ?? 0; // the first decision: events before it belong to no turn
    const last = Math.max(first + 1, plies.at(-1) ?? 1);
    const x = (/** @type {number} */ ply) => LEFT + ((width - LEFT - 8) * Math.max(0, ply - first)) / (last - first);
    const lines = axis(review.points.flatMap((point) => [...point.shares, point.searched[seat] ?? 0.5]), stakes);
    const [[low], , [high]] = lines;
    const y = (/** @type {number} */ share) => 8 + (HEIGHT - 8 - BOTTOM) * (1 - (share - low) / (high - low));
    this.x = x;
    for (const [share, label] of lines) {
      svg.append(s("line", { class: "grid", x1: LEFT, x2: width - 8, y1: y(share), y2: y(share) }));
      svg.append(s("text", { x: LEFT - 5, y: y(share) + 4, class: "label" }, label));
    }
    const seats = review.points[0]?.shares.length ?? 0;
    const band = [
      ...review.points.map((point) => `${x(point.ply).toFixed(1)},${y(point.shares[seat]).toFixed(1)}`),
      ...review.points.map((point) => `${x(point.ply).toFixed(1)},${y(point.searched[seat]).toFixed(1)}`).reverse(),
    ];
    const unclear = s("polygon", { class: "unclear", points: band.join(" ") });
    unclear.append(s("title", {}, t("What the review cannot explain")));
    svg.append(unclear);
    for (let each = 0; each < seats; each++) {
      const points = review.points.map((point) => `${x(point.ply).toFixed(1)},${y(point.shares[each]).toFixed(1)}`);
      svg.append(s("polyline", { class: `course seat-${each % 6}`, points: points.join(" ") }));
    }
    for (const turn of review.turns) {
      const [ply, share] = pointAt(review.points, turn.ply, seat);
      svg.append(s("circle", { class: "turning", cx: x(ply).toFixed(1), cy: y(share).toFixed(1), r: 4 }));
    }
    this.marker = svg.appendChild(s("line", { class: "here", y1: 4, y2: HEIGHT - BOTTOM, x1: LEFT, x2: LEFT }));
    svg.append(s("text", { x: LEFT, y: HEIGHT - 4, class: "label start" }, t("start")));
    svg.append(s("text", { x: width - 8, y: HEIGHT - 4, class: "label" }, t("end")));
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * width;
      this.go(plies.reduce((best, ply) => (Math.abs(x(ply) - at) < Math.abs(x(best) - at) ? ply : best), first));
    });
    return svg;
  }

  /** Mark the shown position; null: the last one. @param {number | null} ply */
  mark(ply) {
    if (!this.marker || !this.x || !this.review) return;
    const at = this.x(ply ?? this.review.points.at(-1)?.ply ?? 0).toFixed(1);
    this.marker.setAttribute("x1", at);
    this.marker.setAttribute("x2", at);
  }
}
