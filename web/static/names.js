/** Name of the person at this browser, which the other players see. */

import { h } from "./dom.js";
import { preference, setPreference } from "./keep.js";
import { t } from "./language.js";
import { leaveSignal } from "./route.js";

const CHANGED = "aicore-name"; // event after each change of the name
const MAX_NAME = 30;

/**
 * Return a field with the name.
 *
 * @param {AbortSignal} [signal] signal after which changes elsewhere no longer reach the field
 * @returns {HTMLElement}
 */
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
export const onNameChange = (then, signal) => addEventListener(CHANGED, then, { signal });

/** Ask for a name. */
export function askName() {
  /** @type {HTMLDialogElement} */
  const dialog = h("dialog", { "aria-label": t("My name") }, nameField(leaveSignal()), h("form", { method: "dialog", class: "row" }, h("button", { class: "main" }, t("Done"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
