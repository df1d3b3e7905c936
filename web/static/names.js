/** Name by which others see the person at this browser, who can change it at any time. */

import { h } from "./dom.js";
import { preference, setPreference } from "./keep.js";
import { t } from "./language.js";
import { leaving } from "./route.js";

const CHANGED = "aicore-name";
const MAX_NAME = 30;

/** @param {AbortSignal} [signal] end of the time for which the field follows changes; without it, forever
 * @returns {HTMLElement} a field with the name */
export function nameField(signal) {
  const id = `name-${Math.random().toString(36).slice(2)}`;
  /** @type {HTMLInputElement} */
  const input = h("input", { id, type: "text", maxlength: MAX_NAME, value: preference("name", ""), autocomplete: "nickname", placeholder: t("friend"), onchange: () => rename(input.value) });
  addEventListener(CHANGED, () => (input.value = preference("name", "")), { signal });
  return h("p", { class: "field" }, h("label", { for: id }, t("My name")), input);
}

/** @param {string} name */
function rename(name) {
  setPreference("name", name.trim());
  dispatchEvent(new Event(CHANGED));
}

/** Call a function after each change of the name. @param {() => void} then @param {AbortSignal} signal */
export const named = (then, signal) => addEventListener(CHANGED, then, { signal });

/** Ask for a name. */
export function askName() {
  /** @type {HTMLDialogElement} */
  const dialog = h("dialog", { "aria-label": t("My name") }, nameField(leaving()), h("form", { method: "dialog", class: "row" }, h("button", { class: "main" }, t("Done"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
