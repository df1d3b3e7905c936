/** aicore in a web worker: Python in WebAssembly, and aicore's files. */

const ROOT = new URL("..", import.meta.url); // this file lies in static/
const COUNTED = ["pyodide/pyodide.asm.wasm.gz", "pyodide/python_stdlib.zip", "aicore.zip"];

/**
 * Load it all.
 *
 * @param {(done: number) => void} [told] how much of what is needed has come, from 0 to 1
 * @returns {Promise<any>} Pyodide
 */
export async function boot(told) {
  const network = globalThis.fetch;
  const sizes = await (await fetch(new URL("sizes.json", ROOT))).json();
  const whole = COUNTED.reduce((sum, name) => sum + sizes[name], 0);
  let come = 0;
  const counted = async (/** @type {string} */ name) => {
    const answer = await network(new URL(name, ROOT));
    if (!answer.ok || !answer.body) throw new Error(`${name} is not there (${answer.status})`);
    const count = new TransformStream({
      transform(part, next) {
        come += part.byteLength;
        told?.(come / whole);
        next.enqueue(part);
      },
    });
    return answer.body.pipeThrough(count);
  };
  // Files that many servers would send as they are lie there small; what Pyodide asks for is made of them.
  const files = {
    "pyodide.asm.wasm": async () =>
      new Response((await counted(COUNTED[0])).pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": "application/wasm" } }),
    "python_stdlib.zip": async () => new Response(await counted(COUNTED[1])),
  };
  globalThis.fetch = (what, how) => {
    const name = String(what instanceof Request ? what.url : what).split("/").pop() ?? "";
    return name in files ? files[/** @type {keyof typeof files} */ (name)]() : network(what, how);
  };
  const zip = counted(COUNTED[2]).then((stream) => new Response(stream).arrayBuffer());
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", ROOT).href);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", ROOT).href });
  python.unpackArchive(await zip, "wheel");
  globalThis.fetch = network;
  return python;
}
