/** Common notation of seats and chances. */

import { h } from "./dom.js";
import { t } from "./language.js";

export const SHAPES = ["●", "■", "▲", "◆", "★", "✚"];

/**
 * Return the mark of a seat, with its shape and color in the pictures.
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
  return t("{n} %", { n: Math.round(100 * share) });
}

/**
 * Return a note on how the figures count draws or ties.
 *
 * @param {number} seats
 * @returns {string}
 */
export function ties(seats) {
  return seats === 2 ? t("a draw counts as half a win") : seats > 2 ? t("ties are split") : "";
}
