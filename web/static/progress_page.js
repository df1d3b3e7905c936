/** The page with its person's progress: a card for each game, and the file to take along. */

import * as api from "./api.js";
import { h, note, s } from "./dom.js";
import { clear, dayOf, exported, interval, merge, points, progress, rating, streak, suggested, unsolved } from "./progress.js";
import { below, enter } from "./route.js";
import { play, usual } from "./setup.js";

/** @import {Games, LobbyGame} from "./messages.js" */
/** @import {GameProgress, Result} from "./progress.js" */

/** @param {HTMLElement} main */
export async function progressPage(main) {
  main.className = "progress-page";
  document.title = "Your progress · aicore";
  const cards = h("ul", { class: "progress-cards" });
  const all = progress();
  const known = Object.values(all.games);
  main.replaceChildren(
    h("h1", {}, "Your progress"),
    known.length ? summary(all) : h("div", { class: "empty" }, h("p", {}, "Finish a game or solve a puzzle, and you will see here how you are doing."), h("p", {}, h("a", { class: "button main", href: below("") }, "Choose a game"))),
    cards,
    files(main),
  );
  if (!known.length) return;
  const found = await api.games();
  const latest = (/** @type {GameProgress} */ one) => [...one.results, ...one.puzzles].map(({ day }) => day).sort().at(-1) ?? "";
  const order = Object.entries(all.games).sort(([, one], [, other]) => latest(other).localeCompare(latest(one)));
  cards.replaceChildren(...order.map(([name, one]) => card(one, found.games.find((game) => game.name === name), found, all)));
}

/** @param {ReturnType<typeof progress>} all @returns {HTMLElement} */
function summary(all) {
  const games = Object.values(all.games);
  const results = games.flatMap((one) => one.results);
  const days = streak(all.days);
  /** @type {[string | number, string][]} */
  const figures = [
    [results.length, results.length === 1 ? "game" : "games"],
    [results.filter(won).length, "won"],
    [games.reduce((sum, one) => sum + one.puzzles.length, 0), "puzzles solved"],
    [all.longest, "puzzles in a row, at best"],
    [days, days === 1 ? "day with a daily puzzle" : "days in a row with a daily puzzle"],
  ];
  return h("dl", { class: "figures" }, ...figures.map(([figure, label]) => h("div", {}, h("dd", {}, String(figure)), h("dt", {}, label))));
}

/** @param {Result} result @returns {boolean} whether it beat everybody, in a solo game all computers on the same deal */
const won = ({ beaten, score, best }) => beaten === 1 || (beaten === null && score !== null && best !== null && score >= best);

/**
 * @param {GameProgress} one
 * @param {LobbyGame | undefined} game undefined: it is not offered here
 * @param {Games} all
 * @param {ReturnType<typeof progress>} kept
 * @returns {HTMLElement}
 */
function card(one, game, all, kept) {
  const found = rating(one.results);
  const next = game ? suggested(game.name, game.levels, kept) : null;
  const go = () => game && play(usual(game, all)).catch((error) => note(error.message));
  const puzzle = () => game && enter(api.puzzle(game.name, unsolved(game.name, game.puzzles, 1)));
  return h(
    "li",
    { class: "progress-card", "data-game": game?.name ?? "" },
    h("h2", {}, one.title),
    found ? strength(found, all.levels) : null,
    one.results.some(({ beaten }) => beaten !== null) ? opponents(one.results, all.levels) : null,
    one.results.some(({ beaten, score }) => beaten === null && score !== null) ? solo(one.results) : null,
    game?.puzzles || one.puzzles.length ? puzzles(one, game?.puzzles ?? 0) : null,
    game
      ? h(
          "div",
          { class: "row" },
          h("button", { type: "button", class: "main", "data-do": "play-next", onclick: go }, next ? `Play level ${next}: ${all.levels[next - 1]}` : "Play"),
          game.puzzles ? h("button", { type: "button", onclick: puzzle }, "Solve a puzzle") : null,
        )
      : null,
  );
}

/**
 * A rating with its uncertainty, on a line of the levels.
 *
 * @param {NonNullable<ReturnType<typeof rating>>} found
 * @param {string[]} levels
 */
function strength({ level, error, games }, levels) {
  const most = levels.length;
  const x = (/** @type {number} */ at) => (100 * Math.min(Math.max(at - 0.5, 0), most)) / most;
  const [low, high] = [x(level - 1.96 * error), x(level + 1.96 * error)];
  const near = Math.min(Math.max(Math.round(level), 1), most);
  const line = s("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" });
  for (let each = 1; each <= most; each++) line.append(s("rect", { class: "strength-rung", x: x(each) - 50 / most + 0.3, width: 100 / most - 0.6, y: 3, height: 2 }));
  line.append(s("rect", { class: "strength-likely", x: low, width: Math.max(high - low, 1), y: 2, height: 4 }), s("rect", { class: "strength-here", x: x(level) - 0.6, width: 1.2, y: 0, height: 8 }));
  return h(
    "div",
    { class: "strength" },
    h("p", { class: "rating" }, h("strong", {}, String(points(level))), h("span", { class: "muted" }, ` ± ${interval(error)}`)),
    line,
    h("p", { class: "muted", title: "Level 1 is rated 1000, each level 140 higher. The true rating is in the interval with a probability of 95 %." }, `plays like level ${near} (${levels[near - 1]}), after ${games === 1 ? "one rated game" : `${games} rated games`}`),
  );
}

/** @param {Result[]} results @param {string[]} levels */
function opponents(results, levels) {
  /** @type {Map<number, Result[]>} */
  const by = new Map();
  for (const one of results) {
    if (one.beaten === null) continue;
    const level = one.level === null ? 0 : Math.round(one.level);
    by.set(level, [...(by.get(level) ?? []), one]);
  }
  const rows = [...by].sort(([one], [other]) => other - one).map(([level, games]) => {
    const wins = games.filter(won).length;
    const lost = games.filter(({ beaten }) => (beaten ?? 0) < 0.5).length;
    const even = games.length - wins - lost;
    const bar = s("svg", { class: "wins", viewBox: `0 0 ${games.length} 1`, preserveAspectRatio: "none", "aria-hidden": "true" });
    bar.append(s("rect", { class: "won", x: 0, width: wins, height: 1 }), s("rect", { class: "even", x: wins, width: even, height: 1 }), s("rect", { class: "lost", x: wins + even, width: lost, height: 1 }));
    const name = level ? `${level} ${levels[level - 1]}` : "Others";
    return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, bar), h("td", { class: "count" }, `${wins} of ${games.length} won`));
  });
  return h("table", { class: "levels" }, h("caption", { class: "unseen" }, "Games won, by the opponents' level"), h("tbody", {}, ...rows));
}

/** @param {Result[]} results */
function solo(results) {
  const scored = results.filter(({ beaten, score }) => beaten === null && score !== null);
  const dealt = scored.filter(({ best }) => best !== null);
  const top = scored.reduce((one, other) => ((other.score ?? 0) > (one.score ?? 0) ? other : one));
  const same = top.best === null ? "" : `the best computer got ${top.best} on the same deal`;
  return h(
    "div",
    { class: "solo" },
    h("p", { class: "rating" }, h("strong", {}, String(top.score)), h("span", { class: "muted" }, " best score")),
    same ? h("p", { class: "muted" }, same) : null,
    dealt.length ? h("p", {}, `No computer did better on ${dealt.filter(won).length} of ${dealt.length} ${dealt.length === 1 ? "deal" : "deals"}.`) : null,
  );
}

/** @param {GameProgress} one @param {number} count that the game has */
function puzzles({ puzzles: done }, count) {
  /** @type {Map<string, number>} */
  const themes = new Map();
  for (const { theme } of done) themes.set(theme, (themes.get(theme) ?? 0) + 1);
  const first = done.filter((each) => each.first).length;
  return h(
    "div",
    { class: "puzzles-done" },
    h("p", {}, `${done.length}${count ? ` of ${count}` : ""} puzzles solved${done.length ? `, ${first} at the first try` : ""}`),
    count ? h("progress", { max: count, value: done.length, "aria-label": "Puzzles solved" }) : null,
    h("p", { class: "tags" }, ...[...themes].sort(([, a], [, b]) => b - a).slice(0, 4).map(([theme, times]) => h("span", { class: "fact" }, `${theme} × ${times}`))),
  );
}

/** Taking the progress along, and forgetting it. @param {HTMLElement} main */
function files(main) {
  const again = () => progressPage(main);
  const save = () => {
    const href = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
    h("a", { href, download: `aicore-progress-${dayOf(new Date())}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  };
  /** @type {HTMLInputElement} */
  const input = h("input", {
    type: "file",
    id: "progress-file",
    class: "unseen",
    accept: ".json",
    tabindex: -1,
    "aria-label": "Progress file",
    onchange: async () => {
      try {
        if (input.files?.[0]) merge(await input.files[0].text());
        await again();
        note("The file's progress was added to yours.", true);
      } catch (error) {
        note(error instanceof Error ? error.message : String(error));
      }
    },
  });
  const ask = () => {
    const yes = h("button", { type: "button", class: "small risk", onclick: () => (clear(), again()) }, "Forget everything");
    row.replaceChildren(h("span", {}, "This cannot be undone."), yes, h("button", { type: "button", class: "small", onclick: () => again() }, "Keep"));
    yes.focus();
  };
  const row = h(
    "p",
    { class: "row" },
    h("button", { type: "button", class: "small", "data-do": "export", onclick: save }, "Export"),
    h("button", { type: "button", class: "small", "data-do": "import", onclick: () => input.click() }, "Import"),
    h("button", { type: "button", class: "quiet small", onclick: ask }, "Forget …"),
    input,
  );
  return h("footer", { class: "kept-here" }, h("p", { class: "muted" }, "All of this stays in your browser. A file takes it to another one."), row);
}
