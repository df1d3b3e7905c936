/** Signals for a person who looks at another page: the tab's title and, if wanted, a notification. */

import { preference, setPreference } from "./keep.js";
import { t } from "./language.js";

/**
 * Set the tab's title: whether it is your turn, or the result.
 *
 * @param {string} title of the game
 * @param {"mine" | "over" | "waits"} how
 * @param {string} words the result of a finished game
 */
export function tab(title, how, words) {
  document.title = how === "mine" ? `${t("Your turn")} · ${title}` : how === "over" ? `${words} · ${title}` : `${title} · aicore`;
}

/**
 * Notify a person who asked for it and does not look at this page.
 *
 * @param {string} title
 * @param {string} text
 */
export function notify(title, text) {
  if (preference("notify", "off") !== "on" || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const shown = new Notification(title, { body: text, tag: location.pathname });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/**
 * Ask the browser to let this page notify, and keep the setting.
 *
 * @param {boolean} wanted
 * @returns {Promise<boolean>} whether the page will notify
 */
export async function wish(wanted) {
  const may = wanted && "Notification" in window && (await Notification.requestPermission()) === "granted";
  setPreference("notify", may ? "on" : "off");
  return may;
}
