/** Files of a finished game, and a link for spectators. */

import { copy, h, note } from "./dom.js";
import { t } from "./language.js";
import { ALONE, address } from "./route.js";

/** @import {File, Saved} from "./messages.js" */

/** @type {() => [Saved, string, string][]} */
const files = () => [
  ["replay", t("Replay page"), t("A web page that replays the game in any browser")],
  ["picture", t("Picture"), t("A picture of the final position")],
  ["record", t("Record"), t("Every move, to replay, review or continue in aicore")],
];
const TYPES = { replay: "text/html", picture: "image/svg+xml", record: "application/json" };
const WIDE = 1920; // width of a saved picture in pixels

export class Share {
  /**
   * @param {string} table
   * @param {(message: {type: string, what: Saved}) => void} send
   */
  constructor(table, send) {
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {};
    for (const [what, label, title] of files()) {
      this.buttons[what] = h("button", { type: "button", class: "small", title, "data-save": what, onclick: () => this.ask(what) }, label);
    }
    this.send = send;
    this.embed = h("p", { class: "embed", hidden: true });
    this.box = h("div", { class: "share-game" },
      h("p", {}, t("Save and share")),
      h("div", { class: "row" },
        ...Object.values(this.buttons),
        ALONE ? null : h("button", { type: "button", class: "small", "data-save": "link", title: t("Anyone with the link can view the game but not change it"), onclick: () => link(table) }, t("Copy link")),
      ),
      this.embed,
    );
  }

  /** @param {Saved} what */
  ask(what) {
    this.busy(what, true);
    this.send({ type: "save", what });
  }

  /**
   * @param {Saved | null} what null for all buttons
   * @param {boolean} yes
   */
  busy(what, yes) {
    for (const [name, button] of Object.entries(this.buttons)) {
      if (what !== null && name !== what) continue;
      button.disabled = yes;
      button.setAttribute("aria-busy", String(yes));
    }
  }

  /** @param {File} heard */
  async save(heard) {
    this.busy(heard.what, false);
    if (heard.what === "replay") {
      this.embed.replaceChildren(`${t("To show {file} on your own web page, put it in the same folder and add one line to the page:", { file: heard.name })} `, h("button", { type: "button", class: "small", "data-do": "copy-embed", onclick: () => copy(frame(heard.name), t("Line copied.")) }, t("Copy line")));
      this.embed.hidden = false;
    }
    if (heard.what !== "picture") return download(new Blob([heard.text], { type: TYPES[heard.what] }), heard.name);
    const made = await raster(heard.text);
    if (made) return download(made, heard.name.replace(/svg$/, "png"));
    return download(new Blob([heard.text], { type: TYPES.picture }), heard.name);
  }
}

/** @param {string} name of a replay page @returns {string} HTML that shows it in another page */
function frame(name) {
  const title = t("Game replay");
  return `<iframe src="${encodeURI(name)}" title="${title}" style="width: 100%; height: 48rem; border: 0"></iframe>`;
}

/** @param {string} table */
const link = (table) => copy(address("table", table), t("Link copied. Anyone who opens it can watch the game."));

/**
 * @param {Blob} blob
 * @param {string} name
 */
function download(blob, name) {
  const href = URL.createObjectURL(blob);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  note(t("Saved {file}.", { file: name }), true);
}

/**
 * Return a picture as PNG, which any program can show; null if the browser cannot make it.
 *
 * @param {string} svg
 * @returns {Promise<Blob | null>}
 */
async function raster(svg) {
  const image = new Image();
  const sized = svg.replace(/viewBox="0 0 (\S+) (\S+)"/, (box, width, height) => `${box} width="${WIDE}" height="${Math.round((WIDE * height) / width)}"`);
  image.src = `data:image/svg+xml,${encodeURIComponent(sized)}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const paint = canvas.getContext("2d");
  if (!paint) return null;
  paint.fillStyle = "#fff";
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
