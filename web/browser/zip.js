/** Reader of zip files without compression, as tools/site.py makes them. */

/**
 * Return the files of a zip by name; they share the zip's memory.
 *
 * @param {Uint8Array} zip
 * @returns {Map<string, Uint8Array>}
 */
export function readZip(zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.length - 22; // offset of the last record, in a zip without a comment
  const [uint16, uint32] = [(/** @type {number} */ offset) => view.getUint16(offset, true), (/** @type {number} */ offset) => view.getUint32(offset, true)];
  const files = new Map();
  let offset = uint32(end + 16);
  for (let count = uint16(end + 10); count; count--) {
    const name = zip.subarray(offset + 46, offset + 46 + uint16(offset + 28));
    const local = uint32(offset + 42);
    const begin = local + 30 + uint16(local + 26) + uint16(local + 28);
    files.set(new TextDecoder().decode(name), zip.subarray(begin, begin + uint32(offset + 24)));
    offset += 46 + uint16(offset + 28) + uint16(offset + 30) + uint16(offset + 32);
  }
  return files;
}

/**
 * Write files to the folder where Python finds them.
 *
 * @param {any} python Pyodide
 * @param {Map<string, Uint8Array>} files
 * @param {string} folder
 */
export function writeFiles(python, files, folder) {
  const made = new Set();
  for (const [name, bytes] of files) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) python.FS.mkdirTree(parent);
    made.add(parent);
    python.FS.writeFile(path, bytes, { canOwn: true });
  }
}
