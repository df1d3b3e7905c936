/** One family of icons: 24 units, strokes of 2 with round ends, in the color of the text. */

import { s } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.200h5c0-.9.4-1.6 1.1-2.200A6 6 0 0 0 12 3z",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  chances: "M5 20v-6M12 20V4M19 20v-9",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  first: "M18 6l-6 6 6 6M11 6l-6 6 6 6",
  previous: "M15 6l-6 6 6 6",
  next: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M13 6l6 6-6 6",
  players: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.300a3.5 3.5 0 0 1 0 6.400M18 14.500a6.5 6.5 0 0 1 3.5 5.5",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0",
  minutes: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
  learn: "M12 6c-2-1.5-5-2-8-1.500v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.500v-13c-3-.5-6 0-8 1.500zM12 6v13",
  puzzle: "M9 4h6v3.500a2 2 0 1 0 4 0H20V14h-3.500a2 2 0 1 0 0 4H20v2H4v-6h2.500a2 2 0 1 0 0-4H4V4h5",
  options: "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500v-5M9 19.500v-5",
  settings: "M12 15.500a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM12 2.500v3M12 18.500v3M2.5 12h3M18.5 12h3M5.3 5.300l2.1 2.100M16.6 16.600l2.1 2.100M18.7 5.300l-2.1 2.100M7.4 16.600l-2.1 2.1",
  theme: "M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500z",
  trophy: "M8 4h8v5a4 4 0 0 1-8 0zM8 5H4.500c0 3.5 1 5 3.7 5.500M16 5h3.500c0 3.5-1 5-3.7 5.500M12 13v4M8.5 20.500h7M12 17c-1.5 0-2.5 1.3-2.5 3.500h5c0-2.2-1-3.5-2.5-3.500z",
  flag: "M5 21V4c4-2 7 2 14 0v10c-7 2-10-2-14 0",
  again: "M20 11a8 8 0 1 0-2.3 6.700M20 5v6h-6",
  review: "M4 18l5-6 4 3 7-9M15 6h5v5",
  share: "M12 15V4M8 7.500L12 3.500l4 4M5 13v7h14v-7",
  today: "M5 6h14v14H5zM5 10.500h14M9 3.500v4M15 3.500v4",
  log: "M5 6h14M5 12h14M5 18h9",
  star: "M12 3.500l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z",
};

/**
 * @param {string} name
 * @returns {SVGElement}
 */
export function icon(name) {
  const svg = s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" });
  svg.append(s("path", { d: PATHS[name] ?? "" }));
  return svg;
}
