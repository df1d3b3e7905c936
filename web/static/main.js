/** Start of the page: it shows the page that the address names. */

import { h, note, sentence } from "./dom.js";
import { embedded } from "./embedded.js";
import { t } from "./language.js";
import { lobby } from "./lobby.js";
import { missing } from "./missing.js";
import { progressPage } from "./progress_page.js";
import { currentPage, leaveSignal, start } from "./route.js";
import { applyTheme, showTop } from "./settings.js";
import { tournament } from "./tournament.js";

applyTheme();
const topBar = document.getElementById("top");
if (topBar) showTop(topBar);
start(() => {
  const { kind, id } = currentPage();
  const main = h("main", { id: "main", tabindex: -1 });
  if (kind !== "table") replaceMain(main);
  const page = kind === "table" ? table(main, id) : kind === "tournament" ? tournament(main, id) : kind === "progress" ? progressPage(main) : kind ? embedded(kind, id) : lobby(main);
  page.catch((error) => {
    const why = error instanceof Error ? error.message : String(error);
    replaceMain(main);
    if (kind) missing(main, kind === "tournament" ? t("Tournament not found") : t("Game not found"), sentence(why));
    else note(why);
  });
});
const preload = () => void tableModule().catch(() => {}); // before somebody plays
if (document.readyState === "complete") preload();
else addEventListener("load", preload);

/** Replace the page's content. @param {HTMLElement} main */
function replaceMain(main) {
  document.getElementById("main")?.replaceWith(main);
  delete document.documentElement.dataset.early;
}

/** Load the module of tables, which has its own script; see page_files.py. */
async function tableModule() {
  return (await import("./table.js"));
}

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
async function table(main, id) {
  const signal = leaveSignal();
  const { Table } = await tableModule().catch(() => {
    throw new Error(t("This part of the page could not be loaded. Reload the page to try again."));
  });
  if (signal.aborted) return;
  replaceMain(main);
  new Table(main, id);
}
