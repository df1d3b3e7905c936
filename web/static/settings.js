/** Top of every page, with the settings. */

import { setNotifying } from "./attention.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { preference, setPreference } from "./keep.js";
import { LANGUAGES, choose, language, t } from "./language.js";
import { nameField } from "./names.js";
import { pageUrl, PROGRESS, showPage } from "./route.js";

/** Apply the stored theme and notation; "system" follows the system's theme. */
export function applyTheme() {
  document.documentElement.dataset.notation = preference("notation", "off");
  const wanted = preference("theme", "system");
  if (wanted === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = wanted;
}

/** @returns {boolean} whether the page is dark now */
function dark() {
  const wanted = preference("theme", "system");
  return wanted === "dark" || (wanted === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** Fill the top of the page. @param {HTMLElement} top */
export function showTop(top) {
  const dialog = settings();
  const skip = document.querySelector(".skip");
  if (skip) skip.textContent = t("Skip to the content");
  const logo = top.querySelector("img") ?? h("img", { src: new URL("icon.svg", import.meta.url).href, alt: "", width: 28, height: 28 });
  top.replaceChildren(
    h("a", { class: "brand", href: pageUrl(""), "aria-label": t("aicore, all games") }, logo, "aicore"),
    h(
      "nav",
      { "aria-label": t("Settings") },
      h("a", { class: "button quiet", href: PROGRESS }, icon("trophy"), h("span", { class: "label" }, t("Your progress"))),
      h("button", {
        type: "button",
        class: "quiet",
        "aria-label": t("Switch light or dark"),
        title: t("Switch light or dark"),
        onclick: () => {
          setPreference("theme", dark() ? "light" : "dark");
          applyTheme();
        },
      }, icon("theme")),
      h("button", { type: "button", class: "quiet", onclick: () => dialog.showModal() }, icon("settings"), h("span", { class: "label" }, t("Settings"))),
    ),
    dialog,
  );
}

/** @type {Record<string, number>} milliseconds for which a step of the others is shown, by the setting */
const STEP_TIMES = { off: 0, fast: 350, calm: 800, slow: 1800 };

/** @returns {number} milliseconds per step; 0 to show all at once */
export function stepTime() {
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return STEP_TIMES[preference("pace", reducedMotion ? "off" : "fast")] ?? STEP_TIMES.fast;
}

/**
 * Return the settings with a choice: each one's name, label, default, and values with their labels.
 *
 * @typedef {"theme" | "pace" | "sound" | "confirm" | "notation"} Name
 * @returns {[Name, string, string, [string, string][]][]}
 */
const choices = () => [
  ["theme", t("Theme"), "system", [["system", t("match system")], ["light", t("light")], ["dark", t("dark")]]],
  ["pace", t("Opponents' moves"), "", [["", t("match system motion setting")], ["off", t("all at once")], ["fast", t("step by step, fast")], ["calm", t("step by step, normal")], ["slow", t("step by step, slow")]]],
  ["confirm", t("My moves"), "off", [["off", t("play right away")], ["on", t("preview, then confirm")]]],
  ["notation", t("Moves in notation"), "off", [["off", t("hide")], ["on", t("show")]]],
  ["sound", t("Sound"), "off", [["off", t("off")], ["on", t("on")]]],
];

/** Return a field with the languages; a choice changes the whole page. @returns {HTMLElement} */
function languages() {
  const id = "setting-language";
  const label = h("label", { for: id }, t("Language"));
  const select = h(
    "select",
    {
      id,
      onchange: async () => {
        await choose(select.value);
        showTop(/** @type {HTMLElement} */ (document.getElementById("top")));
        showPage();
        document.querySelector("dialog")?.showModal();
        document.getElementById(id)?.focus();
      },
    },
    ...Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === language() }, name)),
  );
  return h("p", { class: "field" }, label, select);
}

/** Return the dialog with all settings. @returns {HTMLDialogElement} */
function settings() {
  const rows = choices().map(([name, label, fallback, values]) => {
    const select = h(
      "select",
      {
        id: `setting-${name}`,
        onchange: () => {
          setPreference(name, select.value || null);
          applyTheme();
        },
      },
      ...values.map(([value, shown]) => h("option", { value, selected: value === preference(name, fallback) }, shown)),
    );
    return h("p", { class: "field" }, h("label", { for: `setting-${name}` }, label), select);
  });
  /** @type {HTMLInputElement} */
  const notifyBox = h("input", { id: "setting-notify", type: "checkbox", checked: preference("notify", "off") === "on", onchange: async () => (notifyBox.checked = await setNotifying(notifyBox.checked)) });
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { "aria-labelledby": "settings-title" },
    h("h2", { id: "settings-title" }, t("Settings")),
    languages(),
    nameField(),
    ...rows,
    "Notification" in window ? h("p", { class: "field" }, h("label", { for: "setting-notify" }, t("Notify me when it is my turn")), notifyBox) : null,
    h("form", { method: "dialog", class: "row" }, h("button", { class: "main" }, t("Done"))),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return dialog;
}
