/** Signals for a person who is looking at another page: the tab's title and, on request, a notification. */

import { preference, setPreference } from "./keep.js";
import { t } from "./language.js";

/**
 * Set the tab's title, which says whether it is your turn, or shows the result.
 *
 * @param {string} title of the game
 * @param {"mine" | "over" | "waits"} how
 * @param {string} words the result of a finished game
 */
export function tab(title, how, words) {
  document.title = how === "mine" ? `${t("Your turn")} · ${title}` : how === "over" ? `${words} · ${title}` : `${title} · aicore`;
}

/**
 * Notify a person who asked for this and is not looking at the page.
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
 * Ask the browser to allow notifications, and store the setting.
 *
 * @param {boolean} wanted
 * @returns {Promise<boolean>} whether the page will notify
 */
export async function setNotifying(wanted) {
  const may = wanted && "Notification" in window && (await Notification.requestPermission()) === "granted";
  setPreference("notify", may ? "on" : "off");
  return may;
}
