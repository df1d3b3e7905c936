/** aicore in a web worker: Python in WebAssembly, and aicore's files. */

const ROOT = new URL("..", import.meta.url); // this file lies in static/
const RUNTIME = "pyodide/pyodide.asm.wasm.packed";
const LIBRARY = "pyodide/python_stdlib.zip.packed";
const AICORE = "aicore.zip.packed";

/**
 * Load it all.
 *
 * @param {(done: number) => void} [progress] how much of what is needed has come, from 0 to 1
 * @returns {Promise<any>} Pyodide
 */
export async function boot(progress) {
  const network = globalThis.fetch;
  const sizes = await (await fetch(new URL("sizes.json", ROOT))).json();
  const [first, whole] = [sizes[RUNTIME] + sizes[LIBRARY], sizes[RUNTIME] + sizes[LIBRARY] + sizes[AICORE]];
  let come = 0;
  /** @type {() => void} */
  let enough = () => {};
  const begun = new Promise((done) => (enough = () => done(undefined)));
  const unpacked = async (/** @type {string} */ name, type = "application/zip") => {
    const answer = await network(new URL(name, ROOT));
    if (!answer.ok || !answer.body) throw new Error(`${name} is not there (${answer.status})`);
    const count = new TransformStream({
      transform(part, next) {
        come += part.byteLength;
        if (come >= first) enough();
        progress?.(come / whole);
        next.enqueue(part);
      },
    });
    const stream = answer.body.pipeThrough(count).pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream, { headers: { "content-type": type } });
  };
  // Large files lie there packed, for many servers send them as they are; Pyodide asks for the others.
  const files = {
    "pyodide.asm.wasm": unpacked(RUNTIME, "application/wasm"),
    "python_stdlib.zip": unpacked(LIBRARY),
  };
  const zip = begun.then(() => unpacked(AICORE)).then((answer) => answer.arrayBuffer()); // while Python begins
  globalThis.fetch = (what, how) => {
    const name = String(what instanceof Request ? what.url : what).split("/").pop() ?? "";
    return name in files ? files[/** @type {keyof typeof files} */ (name)] : network(what, how);
  };
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", ROOT).href);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", ROOT).href });
  python.unpackArchive(await zip, "wheel");
  globalThis.fetch = network;
  return python;
}
