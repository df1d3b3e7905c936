/** Change of one picture into another. It replaces only what differs, so the browser has little to style, lay out and paint. */

/**
 * Make an element equal to another one, whose children may move to it.
 *
 * @param {Element} old
 * @param {Element} next
 */
export function patch(old, next) {
  for (const name of old.getAttributeNames()) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { namespaceURI, name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttributeNS(namespaceURI, name, value);
  const [from, to] = [[...old.childNodes], [...next.childNodes]];
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && alike(from[head], to[head])) head++;
  let tail = 0;
  while (tail < shorter - head && alike(from[from.length - 1 - tail], to[to.length - 1 - tail])) tail++;
  const after = from[from.length - tail] ?? null;
  from.forEach((node, index) => {
    if (index < head) become(node, to[index]);
    else if (index >= from.length - tail) become(node, to[to.length - from.length + index]);
    else node.remove();
  });
  for (const node of to.slice(head, to.length - tail)) old.insertBefore(node, after);
}

/**
 * Whether a node may become another one: the same kind of element, and the same piece of the game.
 *
 * @param {Node} one
 * @param {Node} other
 */
function alike(one, other) {
  return one.nodeName === other.nodeName && idOf(one) === idOf(other);
}

/** @param {Node} node */
const idOf = (node) => (node instanceof Element ? node.getAttribute("data-id") : null);

/**
 * @param {Node} node
 * @param {Node} next
 */
function become(node, next) {
  if (node instanceof Element) patch(node, /** @type {Element} */ (next));
  else if (node.nodeValue !== next.nodeValue) node.nodeValue = next.nodeValue;
}
