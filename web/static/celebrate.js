/** Burst of confetti after an achievement. */

import { h } from "./dom.js";
import { mayMove } from "./motion.js";

const PIECES = 36;
const DURATION = 1100; // milliseconds

/** Throw confetti, unless the person prefers less motion. @param {HTMLElement} box the confetti starts at its center */
export function celebrate(box) {
  if (!mayMove()) return;
  const area = box.getBoundingClientRect();
  const sheet = h("div", { class: "confetti", "aria-hidden": "true" });
  sheet.style.left = `${area.x + area.width / 2}px`;
  sheet.style.top = `${Math.min(area.y + area.height / 2, innerHeight * 0.6)}px`;
  document.body.append(sheet);
  const fallen = Array.from({ length: PIECES }, (_, number) => {
    const piece = h("i", { class: `seat-${number % 6}` });
    const [angle, distance] = [(number * 2.4) % (2 * Math.PI), 70 + 150 * Math.random()];
    const [x, y] = [distance * Math.cos(angle), 0.8 * distance * Math.sin(angle) - 60];
    sheet.append(piece);
    return piece.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${x}px, ${y}px) rotate(${360 * Math.random()}deg)`, opacity: 1, offset: 0.45, easing: "ease-in" },
        { transform: `translate(${1.2 * x}px, ${y + 240}px) rotate(${900 * Math.random()}deg)`, opacity: 0 },
      ],
      { duration: DURATION * (0.8 + 0.4 * Math.random()), easing: "cubic-bezier(0.1, 0.8, 0.3, 1)", fill: "forwards" },
    ).finished;
  });
  void Promise.allSettled(fallen).then(() => sheet.remove());
}
