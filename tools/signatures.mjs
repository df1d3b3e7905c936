/** Print the signatures of decisions of a wheel: node signatures.mjs FOLDER-OF-PYODIDE WHEEL */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, wheel] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
try {
  const printed = python.runPython(`
import aicore
from aicore.arena.signature import signatures

"".join(
    f"{name} {spec} {digest}\\n"
    for name in aicore.names()
    for spec, digest in signatures(name).items()
)
`);
  process.stdout.write(printed);
} catch (error) {
  console.error(String(error.message).slice(-3000)); // before it comes the runtime's own source
  process.exit(1);
}
