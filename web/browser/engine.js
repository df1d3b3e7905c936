/** Start of aicore in a web worker: Python in WebAssembly, and aicore's files. */

import { files, lay } from "./zip.js";

const ROOT = new URL("..", import.meta.url); // this file lies in static/
const RUNTIME = "pyodide/pyodide.asm.wasm.packed";
const LIBRARY = "pyodide/python_stdlib.zip.packed";
const AICORE = "aicore.zip.packed";
const SNAPSHOT = "pyodide/snapshot.packed";

/**
 * Start Python with aicore.
 *
 * @param {(done: number) => void} [progress] callback for the share of the files that has arrived, from 0 to 1
 * @param {boolean} [kept] whether the service worker has all files; if so, Python starts from a snapshot of
 *   its memory. From a server, loading the snapshot would take longer than it saves.
 * @returns {Promise<any>} Pyodide
 */
export async function boot(progress, kept) {
  const network = globalThis.fetch;
  const load = async (/** @type {boolean} */ snapshot) => start(network, progress, snapshot).finally(() => (globalThis.fetch = network));
  if (!kept) return load(false);
  return load(true).catch((error) => (console.warn("no snapshot:", error), load(false)));
}

/**
 * @param {typeof fetch} network
 * @param {((done: number) => void) | undefined} progress
 * @param {boolean} snapshot whether to start from the snapshot
 */
async function start(network, progress, snapshot) {
  const json = (/** @type {string} */ name) => network(new URL(name, ROOT)).then((answer) => answer.json());
  const module = (/** @type {string} */ name) => import(new URL(`pyodide/${name}.mjs`, ROOT).href);
  const modules = Promise.all([module("pyodide"), module("pyodide.asm"), json("pyodide/snapshot.json")]);
  const sizes = await json("sizes.json");
  const [first, whole] = [sizes[RUNTIME] + sizes[LIBRARY], sizes[RUNTIME] + sizes[LIBRARY] + sizes[AICORE]];
  let received = 0;
  /** @type {() => void} */
  let enough = () => {};
  const begun = new Promise((done) => (enough = () => done(undefined)));
  const unpacked = async (/** @type {string} */ name, type = "application/zip") => {
    const answer = await network(new URL(name, ROOT));
    if (!answer.ok || !answer.body) throw new Error(`${name} is not there (${answer.status})`);
    const count = new TransformStream({
      transform(part, next) {
        received += part.byteLength;
        if (received >= first) enough();
        progress?.(Math.min(1, received / whole));
        next.enqueue(part);
      },
    });
    const stream = answer.body.pipeThrough(count).pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream, { headers: { "content-type": type } });
  };
  const bytes = async (/** @type {string} */ name) => new Uint8Array(await (await unpacked(name)).arrayBuffer());
  // Large files are stored compressed, because many servers do not compress; Pyodide loads the others itself.
  const given = {
    "pyodide.asm.wasm": unpacked(RUNTIME, "application/wasm"),
    "python_stdlib.zip": unpacked(LIBRARY),
  };
  const memory = snapshot ? bytes(SNAPSHOT) : undefined;
  const aicore = (snapshot ? Promise.resolve() : begun).then(() => bytes(AICORE)).then(files); // while Python begins
  const [{ loadPyodide }, { default: create }, { folder, extensions }] = await modules;
  globalThis.fetch = async (what, how) => {
    const name = String(what instanceof Request ? what.url : what);
    if (name.includes(folder)) return new Response((await aicore).get(name.split(`${folder}/`)[1]));
    return given[/** @type {keyof typeof given} */ (name.split("/").pop())] ?? network(what, how);
  };
  const dynamicLibraries = snapshot ? extensions.map((/** @type {string} */ name) => `${folder}/${name}`) : [];
  let trampoline = 0;
  /** Index in memory of the function by which Python calls C; it must be this browser's, not the snapshot's. */
  const place = (/** @type {any} */ { HEAP32, __PyRuntime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET }) => (__PyRuntime + HEAP32[__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4;
  const python = await loadPyodide({
    indexURL: new URL("pyodide/", ROOT).href,
    _loadSnapshot: memory,
    createPyodideModule: async (/** @type {object} */ settings) => {
      const module = await create(Object.assign(settings, { dynamicLibraries }));
      trampoline = module.HEAP32[place(module)];
      return module;
    },
  });
  python._module.HEAP32[place(python._module)] = trampoline;
  lay(python, await aicore, folder);
  if (snapshot) python.pyimport("random").seed(); // the snapshot's seed is public
  return python;
}
