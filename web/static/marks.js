/** How seats and chances are written everywhere. */

import { h } from "./dom.js";

export const SHAPES = ["●", "■", "▲", "◆", "★", "✚"];

/**
 * The mark of a seat, in its shape and color as in the pictures.
 *
 * @param {number} seat
 * @returns {HTMLElement}
 */
export function mark(seat) {
  return h("span", { class: `mark seat-${seat % SHAPES.length}`, "aria-hidden": "true" }, SHAPES[seat % SHAPES.length]);
}

/**
 * @param {number} share
 * @returns {string}
 */
export function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/**
 * What figures say of a game that nobody wins alone.
 *
 * @param {number} seats
 * @returns {string}
 */
export function ties(seats) {
  return seats === 2 ? "a draw counts as half a win" : seats > 2 ? "ties are split" : "";
}
