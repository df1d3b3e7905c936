/** Language of the page: texts from a catalog, and the format of numbers.
 *
 * The scripts contain English texts. `t` and `tn` look them up in the catalog of the person's language,
 * such as de.json, which is made from de.po. The catalog loads before the first text is drawn; if it is
 * missing, the page speaks English.
 */

/** Names of the languages, each in its own language, by code. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", de: "Deutsch" };
export const SOURCE = "en"; // the language of the scripts
const STORAGE_KEY = "aicore.language"; // as in index.html
const COOKIE = "aicore-language"; // as in app.py

let spoken = SOURCE;
/** @type {Record<string, string | string[]>} */
let texts = {};

/** @returns {string} the code of the language that the page speaks */
export const language = () => spoken;

/** @returns {string} the language that the person chose here, else the browser's first one that has a catalog */
function chosen() {
  let kept = "";
  try {
    kept = localStorage.getItem(STORAGE_KEY) ?? "";
  } catch {
    /* storage may be forbidden; the page works without it */
  }
  const codes = [kept, ...navigator.languages].map((tag) => tag.toLowerCase().split("-")[0]);
  return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? SOURCE;
}

/** Store a person's choice for this page and, in a cookie, for the server. @param {string} code */
export async function choose(code) {
  try {
    localStorage.setItem(STORAGE_KEY, code);
    document.cookie = `${COOKIE}=${code}; path=${new URL("..", import.meta.url).pathname}; max-age=31536000; samesite=lax`;
  } catch {
    /* see chosen */
  }
  await speak(code);
}

/** @returns {boolean} whether each request already tells the server the page's language */
export const serverKnowsLanguage = () => document.cookie.split("; ").includes(`${COOKIE}=${spoken}`) || (!document.cookie.includes(`${COOKIE}=`) && navigator.language.toLowerCase().split("-")[0] === spoken);

/** Change the language; texts that are already shown do not change. @param {string} code */
async function speak(code) {
  const found = code === SOURCE ? {} : await fetch(new URL(`${code}.json`, import.meta.url)).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  if (found) [spoken, texts] = [code, found];
  document.documentElement.lang = spoken;
}

/**
 * Return a text in the page's language, with its slots filled.
 *
 * @param {string} text in English, with slots such as {name}
 * @param {Record<string, string | number>} [slots]
 * @returns {string}
 */
export function t(text, slots = {}) {
  return filled([texts[text]].flat()[0] || text, slots);
}

/**
 * Return the text for a number of things; {n} is the number.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, string | number>} [slots]
 * @returns {string}
 */
export function tn(one, many, n, slots = {}) {
  const [single, several] = [texts[one]].flat();
  return filled(n === 1 ? single || one : several || many, { n, ...slots });
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} slots
 */
const filled = (text, slots) =>
  text.replace(/\{(\w+)\}/g, (slot, name) => {
    const value = slots[name] ?? slot;
    return typeof value === "number" ? formatNumber(value) : value;
  });

/**
 * Put elements into the slots of a text.
 *
 * @param {string} text that `t` returned
 * @param {Record<string, Node | string | (Node | string)[]>} slots
 * @returns {(Node | string)[]}
 */
export const withElements = (text, slots) => text.split(/\{(\w+)\}/).flatMap((part, index) => (index % 2 ? slots[part] : part));

/**
 * Return a number as the language writes it.
 *
 * @param {number} value
 * @param {number} [digits] after the decimal sign; by default as many as the number has
 * @returns {string}
 */
export function formatNumber(value, digits) {
  if (!digits && Number.isSafeInteger(value)) return String(value); // the start page has no other numbers, and Intl takes long to start
  const options = { useGrouping: false, minimumFractionDigits: digits ?? 0, maximumFractionDigits: digits ?? 15 };
  return new Intl.NumberFormat(spoken, options).format(value);
}

const embedded = document.getElementById("texts"); // a page that makes no requests contains its catalog
if (embedded) [spoken, texts] = [document.documentElement.lang, JSON.parse(embedded.textContent ?? "{}")];
else if (chosen() !== SOURCE) await speak(chosen());
