/** Signals for a person who is looking at another page: the tab's title and, on request, a notification. */

import { preference, setPreference } from "./keep.js";
import { t } from "./language.js";

/**
 * Set the tab's title, which shows whether it is your turn, or the result.
 *
 * @param {string} title of the game
 * @param {"mine" | "over" | "waits"} status
 * @param {string} result of a finished game
 */
export function setTabTitle(title, status, result) {
  document.title = status === "mine" ? `${t("Your turn")} · ${title}` : status === "over" ? `${result} · ${title}` : `${title} · aicore`;
}

/**
 * Notify a person who asked for this and is not looking at the page.
 *
 * @param {string} title
 * @param {string} text
 */
export function notify(title, text) {
  if (preference("notify", "off") !== "on" || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const notification = new Notification(title, { body: text, tag: location.pathname });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}

/**
 * Ask the browser to allow notifications, and store the setting.
 *
 * @param {boolean} wanted
 * @returns {Promise<boolean>} whether the page will notify
 */
export async function setNotifying(wanted) {
  const allowed = wanted && "Notification" in window && (await Notification.requestPermission()) === "granted";
  setPreference("notify", allowed ? "on" : "off");
  return allowed;
}
