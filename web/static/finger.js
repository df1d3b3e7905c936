/** Touches on the board, where choices may be smaller than a fingertip. */

const TOUCH_RADIUS = 14; // CSS pixels around a touch in which the intended element may be
const LARGE = 24; // CSS pixels; a touch on an element of at least this size means that element
const ZOOM = 3; // factor by which the board zooms in

/**
 * Return the element that a touch means, or "closer" if it may mean several.
 *
 * @param {SVGElement[]} elements the elements that can be chosen
 * @param {SVGElement | undefined} hit the element under the touch, if any
 * @param {{x: number, y: number}} at
 * @param {boolean} zoomedIn whether the board is already zoomed in
 * @returns {SVGElement | "closer" | undefined}
 */
export function touchTarget(elements, hit, at, zoomedIn) {
  if (hit) {
    const box = hit.getBoundingClientRect();
    if (Math.min(box.width, box.height) >= LARGE) return hit;
  }
  const near = elements
    .map((element) => ({ element, distance: distanceTo(element.getBoundingClientRect(), at) }))
    .filter(({ element, distance }) => distance <= TOUCH_RADIUS || element === hit)
    .sort((a, b) => a.distance - b.distance);
  if (near.length < 2 || zoomedIn) return hit ?? near[0]?.element;
  for (const kind of ["useful", "near"]) {
    const bright = near.filter(({ element }) => element.classList.contains(kind));
    if (bright.length) return bright.length === 1 ? bright[0].element : "closer";
  }
  return "closer";
}

/**
 * Zoom in on a point of a picture.
 *
 * @param {SVGSVGElement} svg
 * @param {{x: number, y: number}} at
 */
export function zoomIn(svg, at) {
  const view = svg.viewBox.baseVal;
  const box = svg.getBoundingClientRect();
  const [width, height] = [view.width / ZOOM, view.height / ZOOM];
  const start = (/** @type {number} */ share, /** @type {number} */ whole, /** @type {number} */ part) => Math.min(Math.max(share * whole - part / 2, 0), whole - part);
  const x = view.x + start((at.x - box.x) / box.width, view.width, width);
  const y = view.y + start((at.y - box.y) / box.height, view.height, height);
  svg.setAttribute("viewBox", [x, y, width, height].map((one) => one.toFixed(1)).join(" "));
}

/**
 * Return the distance from a point to a box in CSS pixels; 0 inside the box.
 *
 * @param {DOMRect} box
 * @param {{x: number, y: number}} at
 * @returns {number}
 */
function distanceTo(box, at) {
  const dx = Math.max(box.left - at.x, 0, at.x - box.right);
  const dy = Math.max(box.top - at.y, 0, at.y - box.bottom);
  return Math.hypot(dx, dy);
}
