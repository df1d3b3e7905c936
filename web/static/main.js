/** Which page this is. */

import { h, note, sentence } from "./dom.js";
import { embedded } from "./embedded.js";
import { lobby } from "./lobby.js";
import { missing } from "./missing.js";
import { progressPage } from "./progress_page.js";
import { here, start } from "./route.js";
import { lay, theme } from "./settings.js";
import { Table } from "./table.js";
import { tournament } from "./tournament.js";

theme();
const top_ = document.getElementById("top");
if (top_) lay(top_);
start(() => {
  const { kind, id } = here();
  const main = h("main", { id: "main", tabindex: -1 });
  document.getElementById("main")?.replaceWith(main);
  delete document.documentElement.dataset.early;
  if (kind === "table") {
    new Table(main, id);
  } else {
    const page = kind === "tournament" ? tournament(main, id) : kind === "progress" ? progressPage(main) : kind ? embedded(kind, id) : lobby(main);
    page.catch((error) => {
      const why = error instanceof Error ? error.message : String(error);
      if (kind) missing(main, kind === "tournament" ? "Tournament not found" : "Game not found", sentence(why));
      else note(why);
    });
  }
});
