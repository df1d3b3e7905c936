/** Faces of players: a person has the first letter of their name, a computer a robot of its level. */

import { h, s } from "./dom.js";
import { icon } from "./icons.js";

/** @import {Player} from "./messages.js" */

const HUES = [150, 178, 200, 218, 240, 262, 288, 318, 345]; // from calm to dangerous

/**
 * @param {Player} player
 * @param {number} seat
 * @param {boolean} mine whether the reader has the seat
 * @returns {HTMLElement}
 */
export function avatar(player, seat, mine) {
  const face = player.kind === "computer" ? robot(player.level ?? 0) : mine ? icon("person") : letter(player.name);
  return h("span", { class: `avatar seat-${seat % 6}`, "aria-hidden": "true" }, face);
}

/** @param {string} name @returns {string} */
const letter = (name) => ([...name.trim()][0] ?? "?").toUpperCase();

/**
 * Return a robot: the higher its level, the sharper its eyes and the more antennas it has.
 *
 * @param {number} level 1 to 9; 0 for a computer without a level
 * @returns {SVGElement}
 */
export function robot(level) {
  const hue = level ? HUES[Math.min(level, HUES.length) - 1] : 0;
  const color = (/** @type {number} */ light) => (level ? `hsl(${hue} 55% ${light}%)` : `hsl(225 10% ${light}%)`);
  const svg = s("svg", { viewBox: "0 0 40 40" });
  const add = (/** @type {string} */ d, /** @type {string} */ fill, stroke = "none") => svg.append(s("path", { d, fill, stroke, "stroke-width": "2.4", "stroke-linecap": "round", "stroke-linejoin": "round" }));
  add("M0 0h40v40H0z", color(88));
  const antennas = level < 4 ? [20] : level < 7 ? [14, 26] : [11, 20, 29];
  for (const x of antennas) add(`M${x} 12V${x === 20 ? 5 : 7}`, "none", color(30));
  for (const x of antennas) add(`M${x - 2} ${x === 20 ? 5 : 7}a2 2 0 1 0 4 0 2 2 0 1 0-4 0`, color(45));
  add("M10 12h20a4 4 0 0 1 4 4v11a6 6 0 0 1-6 6H12a6 6 0 0 1-6-6V16a4 4 0 0 1 4-4z", color(42));
  add("M11 16h18a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2z", color(14));
  const light = color(78);
  if (level >= 8) add("M12 18l7 3-7 1zM28 18l-7 3 7 1z", light);
  else if (level >= 5) add("M12 19h6v3h-6zM22 19h6v3h-6z", light);
  else add("M13 20.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M22 20.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0", light);
  if (level && level < 4) add("M15 28.5q5 3 10 0", "none", light);
  else add(level >= 8 ? "M14 29.5l3-1.5 3 1.5 3-1.5 3 1.5" : "M15 29h10", "none", light);
  return svg;
}
