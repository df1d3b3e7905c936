/** A finger on the board: what it means where the choices are smaller than a fingertip. */

const TIP = 14; // CSS pixels around the middle of a touch that it may have meant
const LARGE = 24; // whatever is as large is hit by those who mean it
const CLOSER = 3; // times as large

/**
 * What a touch means: an element, or "closer" where it may mean several.
 *
 * @param {SVGElement[]} elements those that can be chosen
 * @param {SVGElement | undefined} hit the one that was touched itself
 * @param {{x: number, y: number}} at
 * @param {boolean} close whether the board is drawn closer already
 * @returns {SVGElement | "closer" | undefined}
 */
export function meant(elements, hit, at, close) {
  if (hit) {
    const box = hit.getBoundingClientRect();
    if (Math.min(box.width, box.height) >= LARGE) return hit;
  }
  const near = elements
    .map((element) => ({ element, far: away(element.getBoundingClientRect(), at) }))
    .filter(({ element, far }) => far <= TIP || element === hit)
    .sort((a, b) => a.far - b.far);
  if (near.length < 2 || close) return hit ?? near[0]?.element;
  for (const kind of ["useful", "near"]) {
    const bright = near.filter(({ element }) => element.classList.contains(kind));
    if (bright.length) return bright.length === 1 ? bright[0].element : "closer";
  }
  return "closer";
}

/**
 * Draw a picture closer around a place of it.
 *
 * @param {SVGSVGElement} svg
 * @param {{x: number, y: number}} at
 */
export function draw(svg, at) {
  const view = svg.viewBox.baseVal;
  const box = svg.getBoundingClientRect();
  const [width, height] = [view.width / CLOSER, view.height / CLOSER];
  const start = (/** @type {number} */ share, /** @type {number} */ whole, /** @type {number} */ part) => Math.min(Math.max(share * whole - part / 2, 0), whole - part);
  const x = view.x + start((at.x - box.x) / box.width, view.width, width);
  const y = view.y + start((at.y - box.y) / box.height, view.height, height);
  svg.setAttribute("viewBox", [x, y, width, height].map((one) => one.toFixed(1)).join(" "));
}

/**
 * @param {DOMRect} box
 * @param {{x: number, y: number}} at
 * @returns {number} CSS pixels from a place to a box, 0 in it
 */
function away(box, at) {
  const dx = Math.max(box.left - at.x, 0, at.x - box.right);
  const dy = Math.max(box.top - at.y, 0, at.y - box.bottom);
  return Math.hypot(dx, dy);
}
