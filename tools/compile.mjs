/** Compile the Python files in zips, so that the browser's Python need not:
 *
 *     node compile.mjs FOLDER-OF-PYODIDE ZIP ...
 *
 * The zips are not compressed: each is packed as a whole afterwards, which makes it smaller.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, ...zips] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide();
for (const zip of zips) {
  python.FS.writeFile("/sources.zip", new Uint8Array(readFileSync(zip)));
  python.runPython(`
import importlib._bootstrap_external as bootstrap
import zipfile

with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/compiled.zip", "w") as compiled:
    for entry in sources.infolist():
        data, name = sources.read(entry), entry.filename
        if name.endswith(".py"):
            code = compile(data, name, "exec", dont_inherit=True, optimize=2)  # no docstrings
            data = bytes(bootstrap._code_to_hash_pyc(code, bytes(8), False))  # never out of date
            name += "c"
        compiled.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
`);
  writeFileSync(zip, python.FS.readFile("/compiled.zip"));
}
