/** Explanations of the words on a board, from the game's glossary. The page shows one when the pointer rests on a word, or after a click that does nothing. */

import { manual } from "./api.js";
import { language, SOURCE } from "./language.js";

const MAX_LINES = 2; // explanations of one text
const ENDINGS = /** @type {Record<string, string>} */ ({ en: "s?", de: "(?:en?|n|e?s|ern?)?" }); // endings that a word may have on a board
const ORDINARY_WORDS = /** @type {Record<string, string[]>} */ ({ de: ["die", "end", "held", "hole"] }); // English terms that are ordinary words in the language

/** @typedef {Map<string, string>} Terms by the word, in lower case */

/**
 * Return a glossary's explanations of words, without its sentences about typing, which contain code.
 *
 * @param {Record<string, string>} glossary
 * @returns {Terms}
 */
function termsIn(glossary) {
  const withoutTyping = (/** @type {string} */ text) => text.split(/(?<=[.!?]) /).filter((line) => !line.includes("`")).join(" ");
  const other = ORDINARY_WORDS[language()] ?? [];
  const things = Object.entries(glossary).filter(([word, text]) => /^\p{Ll}[\p{Ll} ]+$/u.test(word) && !/^(In )?`/.test(text) && !other.includes(word));
  return new Map(things.flatMap(([word, text]) => (withoutTyping(text) ? [[word, withoutTyping(text)]] : [])));
}

/** By language and game. @type {Map<string, Promise<Terms>>} */
const known = new Map();

/** Return the terms of a game, fetched once. @param {string} game @returns {Promise<Terms>} */
export function terms(game) {
  const key = `${language()} ${game}`;
  const found = known.get(key) ?? manual(game).then(({ glossary }) => termsIn(glossary));
  known.set(key, found);
  found.catch(() => known.delete(key));
  return found;
}

/**
 * Return lines that explain the terms in a text, in its order; a longer term hides shorter ones in it.
 *
 * @param {string} text
 * @param {Terms} words
 * @returns {string[]}
 */
export function explained(text, words) {
  /** @type {[number, number, string][]} */
  const found = [];
  for (const word of [...words.keys()].sort((one, other) => other.length - one.length)) {
    const short = word.length < 3; // a short term is in capitals, such as "AP"
    const at = text.search(new RegExp(`(?<![\\p{L}\\d_-])${short ? word.toUpperCase() : word}${ENDINGS[language()]}(?![\\p{L}\\d_-])`, short ? "u" : "iu"));
    const end = at + word.length;
    if (at >= 0 && !found.some(([from, to]) => at < to && from < end)) found.push([at, end, word]);
  }
  const first = found.sort(([one], [other]) => one - other).slice(0, MAX_LINES);
  return first.map(([at, end, word]) => {
    const shown = language() === SOURCE ? word : text.slice(at, end); // German nouns have capitals on the board, but not in the glossary
    return `${shown[0].toUpperCase()}${shown.slice(1)}: ${words.get(word)}`;
  });
}

/** @type {WeakMap<Terms, Map<string, string[]>>} lines by text, because boards show the same texts often */
const linesOf = new WeakMap();

/** Return the lines of `explained`, looked up once for each text. @type {typeof explained} */
function cachedLines(text, words) {
  const lines = linesOf.get(words) ?? new Map();
  linesOf.set(words, lines);
  const found = lines.get(text) ?? explained(text, words);
  lines.set(text, found);
  return found;
}

/** Add the explanations to a picture. @param {Element} svg @param {Terms} words */
export function explain(svg, words) {
  if (!words.size) return;
  for (const title of svg.querySelectorAll("title")) {
    const lines = cachedLines(title.textContent ?? "", words);
    if (lines.length) title.textContent = [title.textContent, ...lines].join("\n");
  }
  for (const text of svg.querySelectorAll("text")) {
    const shown = text.textContent ?? "";
    const why = text.getAttribute("data-why"); // the board's own explanation
    const lines = why ? [why] : text.closest("g:has(> title)") ? [] : cachedLines(shown, words);
    if (!lines.length) continue;
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = [shown, ...lines].join("\n");
    text.append(title);
  }
}
