/** Choice of the page by its address. */

import { h, note, sentence } from "./dom.js";
import { embedded } from "./embedded.js";
import { t } from "./language.js";
import { lobby } from "./lobby.js";
import { missing } from "./missing.js";
import { progressPage } from "./progress_page.js";
import { here, leaving, start } from "./route.js";
import { lay, theme } from "./settings.js";
import { tournament } from "./tournament.js";

theme();
const top_ = document.getElementById("top");
if (top_) lay(top_);
start(() => {
  const { kind, id } = here();
  const main = h("main", { id: "main", tabindex: -1 });
  if (kind !== "table") enter(main);
  const page = kind === "table" ? table(main, id) : kind === "tournament" ? tournament(main, id) : kind === "progress" ? progressPage(main) : kind ? embedded(kind, id) : lobby(main);
  page.catch((error) => {
    const why = error instanceof Error ? error.message : String(error);
    enter(main);
    if (kind) missing(main, kind === "tournament" ? t("Tournament not found") : t("Game not found"), sentence(why));
    else note(why);
  });
});
const early = () => void tableModule().catch(() => {}); // so that it is loaded before somebody plays
if (document.readyState === "complete") early();
else addEventListener("load", early);

/** Replace the page's content. @param {HTMLElement} main */
function enter(main) {
  document.getElementById("main")?.replaceWith(main);
  delete document.documentElement.dataset.early;
}

/** Load the module of tables, which has a script of its own: see page_files.py. */
async function tableModule() {
  return (await import("./table.js"));
}

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
async function table(main, id) {
  const gone = leaving();
  const { Table } = await tableModule().catch(() => {
    throw new Error(t("This part of the page could not be loaded. Reload the page to try again."));
  });
  if (gone.aborted) return;
  enter(main);
  new Table(main, id);
}
