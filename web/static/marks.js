/** Common notation of seats and expected results. */

import { h } from "./dom.js";
import { formatNumber, t } from "./language.js";

/** @import {Stakes} from "./messages.js" */

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

/** Return a number with its sign. @param {number} value @param {number} digits @returns {string} */
const signed = (value, digits) => `${Number(value.toFixed(digits)) < 0 ? "" : "+"}${formatNumber(Number(value.toFixed(digits)) + 0, digits)}`;

/** Convert a share of the range of returns to a return. @param {number} share @param {Stakes} stakes @returns {number} */
const toReturn = (share, { low, high }) => low + share * (high - low);

/**
 * Return an expected result without its unit: a win chance, "61 %", or "+0.85" in a game for stakes.
 * A fitted share may lie beyond 0 and 1; the nearest possible result is shown for it.
 *
 * @param {number} share of the range of returns
 * @param {Stakes | null} [stakes]
 * @returns {string}
 */
export function figure(share, stakes) {
  const within = Math.min(Math.max(share, 0), 1);
  return stakes ? signed(toReturn(within, stakes), stakes.decimals) : percent(within);
}

/**
 * Return an expected result with its unit: "61 %" or "+0.85 points".
 *
 * @param {number} share
 * @param {Stakes | null} [stakes]
 * @returns {string}
 */
export function result(share, stakes) {
  return stakes ? `${figure(share, stakes)} ${stakes.unit}` : figure(share);
}

/**
 * Return the size of a difference of expected results without its unit: "4" or "0.24".
 *
 * @param {number} difference of shares
 * @param {Stakes | null} [stakes]
 * @returns {string}
 */
export function size(difference, stakes) {
  return stakes ? formatNumber(difference * (stakes.high - stakes.low), stakes.decimals) : `${Math.round(100 * difference)}`;
}

/** Return the smallest difference of shares that `size` does not write as 0. @param {Stakes | null} [stakes] */
export const minDifference = (stakes) => (stakes ? (0.5 * 10 ** -stakes.decimals) / (stakes.high - stakes.low) : 0.005);

/**
 * Return the axis of a graph. In a game for stakes, its ends are whole numbers around all returns, so that small
 * differences do not look flat. If a seat can lose as much as it can win, 0 lies in the middle.
 *
 * @param {number[]} shares
 * @param {Stakes | null} [stakes]
 * @returns {[share: number, label: string][]} the bottom, the middle and the top
 */
export function axis(shares, stakes) {
  if (!stakes) return [0, 0.5, 1].map((share) => [share, `${100 * share}`]);
  const [all, tiny] = [(shares.length ? shares : [0, 1]).map((share) => toReturn(share, stakes)), 1e-6];
  let low = Math.max(Math.floor(Math.min(...all) + tiny), stakes.low);
  let high = Math.min(Math.ceil(Math.max(...all) - tiny), stakes.high);
  if (stakes.low === -stakes.high) {
    high = Math.min(Math.max(-low, high, 1), stakes.high);
    low = -high;
  } else if (low === high) [low, high] = [stakes.low, stakes.high];
  return [low, (low + high) / 2, high].map((value) => [
    (value - stakes.low) / (stakes.high - stakes.low),
    value ? `${value < 0 ? "" : "+"}${formatNumber(value)}` : "0",
  ]);
}

/**
 * Return a note on how the figures count draws or ties; "" in games for stakes, whose figures are not chances.
 *
 * @param {number} seats
 * @param {Stakes | null} [stakes]
 * @returns {string}
 */
export function ties(seats, stakes) {
  if (stakes) return "";
  return seats === 2 ? t("a draw counts as half a win") : seats > 2 ? t("ties are split") : "";
}
