/** Top of every page, with the settings. */

import { wish } from "./attention.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { preference, setPreference } from "./keep.js";
import { nameField } from "./names.js";
import { below, PROGRESS } from "./route.js";

/** Apply the stored theme and notation; "system" follows the system's theme. */
export function theme() {
  document.documentElement.dataset.notation = preference("notation", "off");
  const wanted = preference("theme", "system");
  if (wanted === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = wanted;
}

/** @returns {boolean} */
function dark() {
  const wanted = preference("theme", "system");
  return wanted === "dark" || (wanted === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** @param {HTMLElement} top */
export function lay(top) {
  const dialog = settings();
  const sign = top.querySelector("img") ?? h("img", { src: new URL("icon.svg", import.meta.url).href, alt: "", width: 28, height: 28 });
  top.replaceChildren(
    h("a", { class: "brand", href: below(""), "aria-label": "aicore, all games" }, sign, "aicore"),
    h(
      "nav",
      { "aria-label": "Settings" },
      h("a", { class: "button quiet", href: PROGRESS }, icon("trophy"), h("span", { class: "label" }, "Your progress")),
      h("button", {
        type: "button",
        class: "quiet",
        "aria-label": "Switch light or dark",
        title: "Switch light or dark",
        onclick: () => {
          setPreference("theme", dark() ? "light" : "dark");
          theme();
        },
      }, icon("theme")),
      h("button", { type: "button", class: "quiet", onclick: () => dialog.showModal() }, icon("settings"), h("span", { class: "label" }, "Settings")),
    ),
    dialog,
  );
}

/** @type {Record<string, number>} milliseconds that a step of others is shown */
const PACES = { off: 0, fast: 350, calm: 800, slow: 1800 };

/** @returns {number} milliseconds a step; 0: not step by step */
export function pace() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return PACES[preference("pace", still ? "off" : "fast")] ?? PACES.fast;
}

/**
 * @typedef {"theme" | "pace" | "sound" | "confirm" | "notation"} Name
 * @type {[Name, string, string, [string, string][]][]}
 */
const CHOICES = [
  ["theme", "Theme", "system", [["system", "match system"], ["light", "light"], ["dark", "dark"]]],
  ["pace", "Opponents' moves", "", [["", "match system motion setting"], ["off", "all at once"], ["fast", "step by step, fast"], ["calm", "step by step, normal"], ["slow", "step by step, slow"]]],
  ["confirm", "My moves", "off", [["off", "play right away"], ["on", "preview, then confirm"]]],
  ["notation", "Moves as one types them", "off", [["off", "hide"], ["on", "show"]]],
  ["sound", "Sound", "off", [["off", "off"], ["on", "on"]]],
];

/** @returns {HTMLDialogElement} */
function settings() {
  const rows = CHOICES.map(([name, label, usual, values]) => {
    const select = h(
      "select",
      {
        id: `setting-${name}`,
        onchange: () => {
          if (select.value) setPreference(name, select.value);
          else localStorage.removeItem(`aicore.${name}`);
          theme();
        },
      },
      ...values.map(([value, shown]) => h("option", { value, selected: value === preference(name, usual) }, shown)),
    );
    return h("p", { class: "field" }, h("label", { for: `setting-${name}` }, label), select);
  });
  /** @type {HTMLInputElement} */
  const calls = h("input", { id: "setting-notify", type: "checkbox", checked: preference("notify", "off") === "on", onchange: async () => (calls.checked = await wish(calls.checked)) });
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { "aria-labelledby": "settings-title" },
    h("h2", { id: "settings-title" }, "Settings"),
    nameField(),
    ...rows,
    "Notification" in window ? h("p", { class: "field" }, h("label", { for: "setting-notify" }, "Notify me when it is my turn"), calls) : null,
    h("form", { method: "dialog", class: "row" }, h("button", { class: "main" }, "Done")),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return dialog;
}
