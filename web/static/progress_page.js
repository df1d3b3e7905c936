/** Page with the person's progress: a card for each game, and a file for other browsers. */

import * as api from "./api.js";
import { h, note, s } from "./dom.js";
import { formatNumber, t, tn } from "./language.js";
import { clear, dayOf, exported, interval, merge, points, progress, rating, streak, suggested, unsolved } from "./progress.js";
import { pageUrl, goToTable } from "./route.js";
import { play, usualRequest } from "./setup.js";

/** @import {Games, LobbyGame} from "./messages.js" */
/** @import {GameProgress, Result} from "./progress.js" */

/** @param {HTMLElement} main */
export async function progressPage(main) {
  main.className = "progress-page";
  document.title = `${t("Your progress")} · aicore`;
  const cards = h("ul", { class: "progress-cards" });
  const all = progress();
  const known = Object.values(all.games);
  main.replaceChildren(
    h("h1", {}, t("Your progress")),
    known.length ? summary(all) : h("div", { class: "empty" }, h("p", {}, t("Finish a game or solve a puzzle, and you will see here how you are doing.")), h("p", {}, h("a", { class: "button main", href: pageUrl("") }, t("Choose a game")))),
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
    [results.length, tn("game", "games", results.length)],
    [results.filter(won).length, t("won")],
    [games.reduce((sum, one) => sum + one.puzzles.length, 0), t("puzzles solved")],
    [all.longest, t("longest run of puzzles")],
    [days, tn("day with a daily puzzle", "days in a row with a daily puzzle", days)],
  ];
  return h("dl", { class: "figures" }, ...figures.map(([figure, label]) => h("div", {}, h("dd", {}, String(figure)), h("dt", {}, label))));
}

/** Whether a game was won; a solo game is won if no computer did better on the same deal. @param {Result} result @returns {boolean} */
const won = ({ beaten, score, best }) => beaten === 1 || (beaten === null && score !== null && best !== null && score >= best);

/**
 * @param {GameProgress} one
 * @param {LobbyGame | undefined} game undefined if it is not offered here
 * @param {Games} all
 * @param {ReturnType<typeof progress>} kept
 * @returns {HTMLElement}
 */
function card(one, game, all, kept) {
  const found = rating(one.results);
  const next = game ? suggested(game.name, game.levels, kept) : null;
  const go = () => game && play(usualRequest(game, all)).catch((error) => note(error.message));
  const puzzle = () => game && goToTable(api.puzzle(game.name, unsolved(game.name, game.puzzles, 1)));
  return h(
    "li",
    { class: "progress-card", "data-game": game?.name ?? "" },
    h("h2", {}, game?.title ?? one.title),
    found ? strength(found, all.levels) : null,
    one.results.some(({ beaten }) => beaten !== null) ? opponents(one.results, all.levels) : null,
    one.results.some(({ beaten, score }) => beaten === null && score !== null) ? solo(one.results) : null,
    game?.puzzles || one.puzzles.length ? puzzles(one, game?.puzzles ?? 0, game?.themes ?? {}) : null,
    game
      ? h(
          "div",
          { class: "row" },
          h("button", { type: "button", class: "main", "data-do": "play-next", onclick: go }, next ? t("Play level {level}: {name}", { level: next, name: all.levels[next - 1] }) : t("Play")),
          game.puzzles ? h("button", { type: "button", onclick: puzzle }, t("Solve a puzzle")) : null,
        )
      : null,
  );
}

/**
 * Return a rating with its interval, on a scale of the levels.
 *
 * @param {NonNullable<ReturnType<typeof rating>>} found
 * @param {string[]} levels
 */
function strength({ level, error, games }, levels) {
  const most = levels.length;
  const x = (/** @type {number} */ at) => (100 * Math.min(Math.max(at - 0.5, 0), most)) / most;
  const [low, high] = [x(level - 1.96 * error), x(level + 1.96 * error)];
  const nearest = Math.min(Math.max(Math.round(level), 1), most);
  const line = s("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" });
  for (let each = 1; each <= most; each++) line.append(s("rect", { class: "strength-rung", x: x(each) - 50 / most + 0.3, width: 100 / most - 0.6, y: 3, height: 2 }));
  line.append(s("rect", { class: "strength-likely", x: low, width: Math.max(high - low, 1), y: 2, height: 4 }), s("rect", { class: "strength-here", x: x(level) - 0.6, width: 1.2, y: 0, height: 8 }));
  return h(
    "div",
    { class: "strength" },
    h("p", { class: "rating" }, h("strong", {}, String(points(level))), h("span", { class: "muted" }, ` ${t("rating ± {error}", { error: interval(error) })}`)),
    line,
    h("p", { class: "muted", title: t("Level 1 is rated 1000, each level 140 higher. The true rating is in the interval with a probability of 95 %.") }, tn("plays like level {level} ({name}), after one rated game", "plays like level {level} ({name}), after {n} rated games", games, { level: nearest, name: levels[nearest - 1] })),
  );
}

/** @param {Result[]} results @param {string[]} levels */
function opponents(results, levels) {
  /** @type {Map<number, Result[]>} */
  const byLevel = new Map();
  for (const one of results) {
    if (one.beaten === null) continue;
    const level = one.level === null ? 0 : Math.round(one.level);
    byLevel.set(level, [...(byLevel.get(level) ?? []), one]);
  }
  const rows = [...byLevel].sort(([one], [other]) => other - one).map(([level, games]) => {
    const wins = games.filter(won).length;
    const lost = games.filter(({ beaten }) => (beaten ?? 0) < 0.5).length;
    const even = games.length - wins - lost;
    const bar = s("svg", { class: "wins", viewBox: `0 0 ${games.length} 1`, preserveAspectRatio: "none", "aria-hidden": "true" });
    bar.append(s("rect", { class: "won", x: 0, width: wins, height: 1 }), s("rect", { class: "even", x: wins, width: even, height: 1 }), s("rect", { class: "lost", x: wins + even, width: lost, height: 1 }));
    const name = level ? `${level} ${levels[level - 1]}` : t("Others");
    return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, bar), h("td", { class: "count" }, t("{wins} of {games} won", { wins, games: games.length })));
  });
  return h("table", { class: "levels" }, h("caption", { class: "unseen" }, t("Games won, by the opponents' level")), h("tbody", {}, ...rows));
}

/** @param {Result[]} results */
function solo(results) {
  const scored = results.filter(({ beaten, score }) => beaten === null && score !== null);
  const compared = scored.filter(({ best }) => best !== null);
  const top = scored.reduce((one, other) => ((other.score ?? 0) > (one.score ?? 0) ? other : one));
  const same = top.best === null ? "" : t("the best computer got {score} on the same deal", { score: top.best });
  return h(
    "div",
    { class: "solo" },
    h("p", { class: "rating" }, h("strong", {}, formatNumber(top.score ?? 0)), h("span", { class: "muted" }, ` ${t("best score")}`)),
    same ? h("p", { class: "muted" }, same) : null,
    compared.length ? h("p", {}, tn("No computer did better on {won} of {n} deal.", "No computer did better on {won} of {n} deals.", compared.length, { won: compared.filter(won).length })) : null,
  );
}

/** @param {GameProgress} one @param {number} count that the game has @param {Record<string, string>} names of the themes, by their keys */
function puzzles({ puzzles: done }, count, names) {
  /** @type {Map<string, number>} */
  const themes = new Map();
  for (const { theme } of done) if (Object.hasOwn(names, theme)) themes.set(theme, (themes.get(theme) ?? 0) + 1);
  const first = done.filter((each) => each.first).length;
  return h(
    "div",
    { class: "puzzles-done" },
    h("p", {}, solvedText(done.length, count, first)),
    count ? h("progress", { max: count, value: done.length, "aria-label": t("Puzzles solved") }) : null,
    h("p", { class: "tags" }, ...[...themes].sort(([, a], [, b]) => b - a).slice(0, 4).map(([theme, times]) => h("span", { class: "fact" }, `${names[theme]} × ${times}`))),
  );
}

/** @param {number} n solved puzzles @param {number} count of all; 0: unknown @param {number} first on the first try */
function solvedText(n, count, first) {
  if (!n) return t("{n} of {count} puzzles solved", { n, count });
  return count ? t("{n} of {count} puzzles solved, {first} on the first try", { n, count, first }) : t("{n} puzzles solved, {first} on the first try", { n, first });
}

/** Return buttons that export, import and delete the progress. @param {HTMLElement} main */
function files(main) {
  const reload = () => progressPage(main);
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
    "aria-label": t("Progress file"),
    onchange: async () => {
      try {
        if (input.files?.[0]) merge(await input.files[0].text());
        await reload();
        note(t("The file's progress was added to yours."), true);
      } catch (error) {
        note(error instanceof Error ? error.message : String(error));
      }
    },
  });
  const ask = () => {
    const yes = h("button", { type: "button", class: "small risk", onclick: () => (clear(), reload()) }, t("Forget everything"));
    row.replaceChildren(h("span", {}, t("This cannot be undone.")), yes, h("button", { type: "button", class: "small", onclick: () => reload() }, t("Keep")));
    yes.focus();
  };
  const row = h(
    "p",
    { class: "row" },
    h("button", { type: "button", class: "small", "data-do": "export", onclick: save }, t("Export")),
    h("button", { type: "button", class: "small", "data-do": "import", onclick: () => input.click() }, t("Import")),
    h("button", { type: "button", class: "quiet small", onclick: ask }, t("Forget …")),
    input,
  );
  return h("footer", { class: "kept-here" }, h("p", { class: "muted" }, t("All of this stays in your browser. A file takes it to another one.")), row);
}
