/** Save the memory of a Python that has started and imported aicore, so that browsers start from this memory:
 *
 *     node snapshot.mjs FOLDER-OF-PYODIDE LIBRARY.zip AICORE.zip SNAPSHOT LIST
 *
 * The list names the extensions in the snapshot, in the order in which a browser must load them first.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const BEGUN = `
import gc

import aicore.core.tabletop
import aicore.players.casual
import aicore.players.level
import aicore.web.browser.host
import aicore.web.browser.search_worker
from aicore.core.registry import info, names

for name in names():
    info(name)  # reads its data
gc.collect()
`;

// imported code needs these functions, although nothing suspends here; some versions of Node lack them
WebAssembly.Suspending ??= /** @type {any} */ (function (/** @type {any} */ called) { return called; });
WebAssembly.promising ??= (/** @type {any} */ called) => called;

const [runtime, library, aicore, snapshot, list] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const { default: begin } = await import(pathToFileURL(`${runtime}/pyodide.asm.mjs`).href);
const zip = readFileSync(fileURLToPath(new URL("../web/browser/zip.js", import.meta.url)), "utf-8");
const { readZip, writeFiles } = await import(`data:text/javascript,${encodeURIComponent(zip)}`);
const all = readZip(new Uint8Array(readFileSync(aicore)));

const first = await loadPyodide({ stdLibURL: library });
const folder = first._api.sitepackages;
writeFiles(first, all, folder);
first.runPython(BEGUN);
const extensions = Object.keys(first._module.LDSO.loadedLibsByName).filter((name) => name.startsWith(folder));
for (const name of extensions) {
  const path = `${runtime}${name}`; // where Pyodide looks for libraries to load at its start
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, all.get(name.slice(folder.length + 1)));
}

const second = await loadPyodide({
  stdLibURL: library,
  _makeSnapshot: true,
  createPyodideModule: (/** @type {any} */ settings) => begin(Object.assign(settings, { dynamicLibraries: extensions })),
});
writeFiles(second, all, folder);
second.runPython(BEGUN);
const { HEAP32, __PyRuntime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET } = second._module;
HEAP32[(__PyRuntime + HEAP32[__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4] = 0; // each browser has its own: see engine.js
writeFileSync(snapshot, second.makeMemorySnapshot());
writeFileSync(list, JSON.stringify({ folder, extensions: extensions.map((name) => name.slice(folder.length + 1)) }));
process.exit(0);
