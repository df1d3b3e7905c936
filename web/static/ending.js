/** The end of a game: what came of it, and what one may do now. */

import { announce, copy, h } from "./dom.js";
import { below } from "./route.js";

/** @import {Others, State} from "./messages.js" */
/** @import {Table} from "./table.js" */

export class Ending {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.others = h("p", { class: "others" }, "Computers are playing the same deal …");
    this.box = h("section", { class: "end", hidden: true, "aria-label": "Game over" });
  }

  /** @param {State} state */
  show(state) {
    const { table, box } = this;
    box.hidden = state.result === null;
    if (state.result === null || box.childElementCount) return;
    const can = (/** @type {string} */ what) => state.can.includes(what);
    const names = state.players.length > 1;
    const seed = state.seed ?? "";
    const again = (/** @type {boolean} */ swap) => table.send({ type: "rematch", swap });
    box.replaceChildren(
      h("p", { class: "result" }, state.result),
      h(
        "div",
        { class: "row" },
        can("rematch") ? h("button", { type: "button", class: "main", onclick: () => again(false) }, "Play again") : null,
        can("rematch") && names ? h("button", { type: "button", onclick: () => again(true) }, "Swap seats") : null,
        can("review") ? table.tools.reviewing : null,
        can("explore") ? h("button", { type: "button", "data-do": "explore", onclick: () => table.explore(table.past ?? state.ply) }, "Try other moves") : null,
        h("a", { class: "button", href: below("") }, "Other games"),
      ),
      ...(can("others") ? [this.others] : []),
      ...(can("save") ? [table.share.box] : []),
      h("p", { class: "seed" }, "Seed ", h("code", {}, seed), h("button", { type: "button", class: "quiet small", onclick: () => copy(seed, "Seed copied.") }, "Copy")),
    );
    announce(state.result);
    if (can("others")) table.send({ type: "others" });
  }

  /** What others get in the same deal. @param {Others} heard */
  compared({ own, rows }) {
    const all = /** @type {[string, number][]} */ ([...rows, ["you", own]]).sort((one, other) => other[1] - one[1]);
    const parts = all.flatMap(([name, score], place) => [place ? " · " : "", name === "you" ? h("strong", {}, `you ${score}`) : `${name} ${score}`]);
    this.others.replaceChildren("Same deal: ", ...parts);
  }
}
