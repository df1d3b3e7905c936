/** Calling back who looks elsewhere: the tab's title, and a notification for those who asked. */

import { like, liked } from "./keep.js";

/**
 * Name the tab by what the table waits for.
 *
 * @param {string} title of the game
 * @param {"mine" | "over" | "waits"} how
 * @param {string} words what came of a game that is over
 */
export function tab(title, how, words) {
  document.title = how === "mine" ? `Your turn · ${title}` : how === "over" ? `${words} · ${title}` : `${title} · aicore`;
}

/**
 * Tell whoever asked for it and does not look at this page.
 *
 * @param {string} title
 * @param {string} text
 */
export function notify(title, text) {
  if (liked("notify", "off") !== "on" || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const shown = new Notification(title, { body: text, tag: location.pathname });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/**
 * Ask the browser whether it lets this page notify; keeps what was wished.
 *
 * @param {boolean} wanted
 * @returns {Promise<boolean>} whether it will
 */
export async function wish(wanted) {
  const may = wanted && "Notification" in window && (await Notification.requestPermission()) === "granted";
  like("notify", may ? "on" : "off");
  return may;
}
