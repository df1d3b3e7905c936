/** Keyboard shortcuts of a table. */

import { leaveSignal } from "./route.js";

/** @import {Table} from "./table.js" */

/** @param {Table} table */
export function keyboard(table) {
  addEventListener("keydown", (event) => {
    const target = /** @type {Element | null} */ (event.target instanceof Element ? event.target : null);
    const writing = target?.matches("input, textarea, select") && event.key !== "Escape";
    if (writing || target?.closest("dialog") || event.ctrlKey || event.altKey || event.metaKey) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      h: () => table.tools.hint(),
      u: () => table.tools.undo(),
      c: () => table.tools.buttons.chances.disabled || table.chances(),
      m: () => table.state?.can.includes("hurry") && table.send({ type: "hurry" }),
      "?": () => table.tools.help(),
      "/": () => table.chooser.moves.input.focus(),
      ArrowLeft: () => table.stepBy(-1),
      ArrowRight: () => table.stepBy(1),
      Home: () => table.look(0),
      End: () => table.look(null),
      Escape: () => leave(table),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }, { signal: leaveSignal() });
}

/** Leave the steps, the earlier position, or a choice. @param {Table} table */
function leave(table) {
  if (table.playback.busy) table.playback.skipToTurn();
  else if (table.past !== null) table.look(null);
  else table.chooser.back();
}
