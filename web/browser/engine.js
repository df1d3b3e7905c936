/** Start of aicore in a web worker: Python in WebAssembly, and aicore's files. */

import { readZip, writeFiles } from "./zip.js";

const ROOT = new URL("..", import.meta.url); // this file lies in static/
const RUNTIME = "pyodide/pyodide.asm.wasm.packed";
const LIBRARY = "pyodide/python_stdlib.zip.packed";
const AICORE = "aicore.zip.packed";
const SNAPSHOT = "pyodide/snapshot.packed";

/**
 * Start Python with aicore.
 *
 * @param {(done: number) => void} [progress] callback for the share of the files that has arrived, from 0 to 1
 * @param {boolean} [cached] whether the service worker has all files; if so, Python starts from a snapshot of
 *   its memory. From a server, loading the snapshot would take longer than it saves.
 * @returns {Promise<any>} Pyodide
 */
export async function boot(progress, cached) {
  const originalFetch = globalThis.fetch;
  const load = async (/** @type {boolean} */ snapshot) => start(originalFetch, progress, snapshot).finally(() => (globalThis.fetch = originalFetch));
  if (!cached) return load(false);
  return load(true).catch((error) => (console.warn("no snapshot:", error), load(false)));
}

/**
 * Start Python, from its memory's snapshot or afresh. Meanwhile `fetch` returns the files that are already here.
 *
 * @param {typeof fetch} originalFetch
 * @param {((done: number) => void) | undefined} progress
 * @param {boolean} snapshot whether to start from the snapshot
 */
async function start(originalFetch, progress, snapshot) {
  const json = (/** @type {string} */ name) => originalFetch(new URL(name, ROOT)).then((answer) => answer.json());
  const module = (/** @type {string} */ name) => import(new URL(`pyodide/${name}.mjs`, ROOT).href);
  const modules = Promise.all([module("pyodide"), module("pyodide.asm"), json("pyodide/snapshot.json")]);
  const sizes = await json("sizes.json");
  const [runtimeSize, totalSize] = [sizes[RUNTIME] + sizes[LIBRARY], sizes[RUNTIME] + sizes[LIBRARY] + sizes[AICORE]];
  let received = 0;
  /** @type {() => void} */
  let runtimeArrived = () => {};
  const runtime = new Promise((resolve) => (runtimeArrived = () => resolve(undefined)));
  const decompressed = async (/** @type {string} */ name, type = "application/zip") => {
    const answer = await originalFetch(new URL(name, ROOT));
    if (!answer.ok || !answer.body) throw new Error(`${name} is not there (${answer.status})`);
    const counter = new TransformStream({
      transform(part, next) {
        received += part.byteLength;
        if (received >= runtimeSize) runtimeArrived();
        progress?.(Math.min(1, received / totalSize));
        next.enqueue(part);
      },
    });
    const stream = answer.body.pipeThrough(counter).pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream, { headers: { "content-type": type } });
  };
  const bytes = async (/** @type {string} */ name) => new Uint8Array(await (await decompressed(name)).arrayBuffer());
  // Large files are stored compressed, because many servers do not compress; Pyodide loads the others itself.
  const preloaded = {
    "pyodide.asm.wasm": decompressed(RUNTIME, "application/wasm"),
    "python_stdlib.zip": decompressed(LIBRARY),
  };
  const memory = snapshot ? bytes(SNAPSHOT) : undefined;
  const aicore = (snapshot ? Promise.resolve() : runtime).then(() => bytes(AICORE)).then(readZip); // while Python starts
  const [{ loadPyodide }, { default: create }, { folder, extensions }] = await modules;
  globalThis.fetch = async (resource, options) => {
    const name = String(resource instanceof Request ? resource.url : resource);
    if (name.includes(folder)) return new Response((await aicore).get(name.split(`${folder}/`)[1]));
    return preloaded[/** @type {keyof typeof preloaded} */ (name.split("/").pop())] ?? originalFetch(resource, options);
  };
  const dynamicLibraries = snapshot ? extensions.map((/** @type {string} */ name) => `${folder}/${name}`) : [];
  let trampoline = 0;
  /** Index in memory of the function by which Python calls C; it must be this browser's, not the snapshot's. */
  const trampolineIndex = (/** @type {any} */ { HEAP32, __PyRuntime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET }) => (__PyRuntime + HEAP32[__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4;
  const python = await loadPyodide({
    indexURL: new URL("pyodide/", ROOT).href,
    _loadSnapshot: memory,
    createPyodideModule: async (/** @type {object} */ settings) => {
      const module = await create(Object.assign(settings, { dynamicLibraries }));
      trampoline = module.HEAP32[trampolineIndex(module)];
      return module;
    },
  });
  python._module.HEAP32[trampolineIndex(python._module)] = trampoline;
  writeFiles(python, await aicore, folder);
  if (snapshot) python.pyimport("random").seed(); // the snapshot's seed is public
  return python;
}
