/** Zip files without compression, as tools/site.py makes them. */

/**
 * Return the files of a zip by name; their bytes are parts of the zip's own.
 *
 * @param {Uint8Array} zip
 * @returns {Map<string, Uint8Array>}
 */
export function files(zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.length - 22; // of a zip without a comment
  const [two, four] = [(/** @type {number} */ at) => view.getUint16(at, true), (/** @type {number} */ at) => view.getUint32(at, true)];
  const found = new Map();
  let at = four(end + 16);
  for (let left = two(end + 10); left; left--) {
    const name = zip.subarray(at + 46, at + 46 + two(at + 28));
    const local = four(at + 42);
    const begin = local + 30 + two(local + 26) + two(local + 28);
    found.set(new TextDecoder().decode(name), zip.subarray(begin, begin + four(at + 24)));
    at += 46 + two(at + 28) + two(at + 30) + two(at + 32);
  }
  return found;
}

/**
 * Write files to the folder where Python finds them.
 *
 * @param {any} python Pyodide
 * @param {Map<string, Uint8Array>} all
 * @param {string} folder
 */
export function lay(python, all, folder) {
  const made = new Set();
  for (const [name, bytes] of all) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) python.FS.mkdirTree(parent);
    made.add(parent);
    python.FS.writeFile(path, bytes, { canOwn: true });
  }
}
