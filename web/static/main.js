/** Which page this is. */

import { note } from "./dom.js";
import { lobby } from "./lobby.js";
import { lay, theme } from "./settings.js";
import { Table } from "./table.js";
import { tournament } from "./tournament.js";

theme();
const top_ = document.getElementById("top");
const main = document.getElementById("main");
if (top_ && main) {
  lay(top_);
  const [, kind, id] = location.pathname.split("/");
  if (kind === "table" && id) {
    new Table(main, decodeURIComponent(id));
    addEventListener("hashchange", () => location.reload()); // a link of the same table with another seat
  } else {
    const page = kind === "tournament" && id ? tournament(main, decodeURIComponent(id)) : lobby(main);
    page.catch((error) => note(error instanceof Error ? error.message : String(error)));
  }
}
