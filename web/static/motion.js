/** Motion from one picture to the next: things with the same `data-id` slide to their new places. */

const DURATION = 260; // milliseconds

/** @typedef {{x: number, y: number, face: string}} Place center of a thing, in widths of the picture from its top left corner, and the thing's `data-face` */

/** @returns {boolean} whether things may move: not in a hidden tab, nor if the person prefers less motion */
export function mayMove() {
  return !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Return the places of a picture's things, by `data-id`.
 *
 * @param {SVGElement} svg
 * @returns {Map<string, Place>}
 */
export function places(svg) {
  const whole = svg.getBoundingClientRect();
  /** @type {Map<string, Place>} */
  const found = new Map();
  if (!whole.width) return found;
  for (const one of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll("[data-id]"))) {
    const box = one.getBoundingClientRect();
    found.set(one.dataset.id ?? "", { x: (box.x + box.width / 2 - whole.x) / whole.width, y: (box.y + box.height / 2 - whole.y) / whole.width, face: one.dataset.face ?? "" });
  }
  return found;
}

/**
 * Let a picture's things slide from their old places.
 *
 * @param {Map<string, Place>} before
 * @param {SVGElement} svg
 */
export function slide(before, svg) {
  const units = svg instanceof SVGSVGElement ? svg.viewBox.baseVal.width : 0;
  const now = places(svg);
  const timing = { duration: DURATION, easing: "ease-out" };
  for (const one of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll("[data-id]"))) {
    const here = now.get(one.dataset.id ?? "");
    const was = before.get(one.dataset.id ?? "");
    if (!here) continue;
    if (one.dataset.enters === "roll") {
      if (was?.face !== here.face) one.animate({ rotate: ["-270deg", "0deg"], scale: [0.6, 1] }, timing);
      continue;
    }
    if (!was) {
      const falls = one.dataset.enters === "fall";
      one.animate(falls ? { translate: [`0 ${-here.y * units}px`, "0 0"] } : { opacity: [0, 1] }, { ...timing, easing: falls ? "ease-in" : timing.easing });
      continue;
    }
    const [dx, dy] = [(was.x - here.x) * units, (was.y - here.y) * units];
    if (Math.abs(dx) + Math.abs(dy) > 1) one.animate({ translate: [`${dx}px ${dy}px`, "0 0"] }, timing);
    if (was.face !== here.face) one.animate({ opacity: [0.2, 1] }, timing);
  }
}
