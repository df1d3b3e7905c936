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
const PNG_WIDTH = 1920; // width of a saved picture in pixels

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
        ALONE ? null : h("button", { type: "button", class: "small", "data-save": "link", title: t("Anyone with the link can view the game but not change it"), onclick: () => copyLink(table) }, t("Copy link")),
      ),
      this.embed,
    );
  }

  /** Request a file. @param {Saved} what */
  ask(what) {
    this.busy(what, true);
    this.send({ type: "save", what });
  }

  /**
   * Disable a button while its file is awaited, or enable it again.
   *
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

  /** Save a file that has arrived; a picture becomes a PNG if the browser can make one. @param {File} file */
  async save(file) {
    this.busy(file.what, false);
    if (file.what === "replay") {
      this.embed.replaceChildren(`${t("To show {file} on your own web page, put it in the same folder and add one line to the page:", { file: file.name })} `, h("button", { type: "button", class: "small", "data-do": "copy-embed", onclick: () => copy(iframeCode(file.name), t("Line copied.")) }, t("Copy line")));
      this.embed.hidden = false;
    }
    if (file.what !== "picture") return download(new Blob([file.text], { type: TYPES[file.what] }), file.name);
    const png = await toPng(file.text);
    if (png) return download(png, file.name.replace(/svg$/, "png"));
    return download(new Blob([file.text], { type: TYPES.picture }), file.name);
  }
}

/** @param {string} name of a replay page @returns {string} HTML that shows it in another page */
function iframeCode(name) {
  const title = t("Game replay");
  return `<iframe src="${encodeURI(name)}" title="${title}" style="width: 100%; height: 48rem; border: 0"></iframe>`;
}

/** @param {string} table */
const copyLink = (table) => copy(address("table", table), t("Link copied. Anyone who opens it can watch the game."));

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
async function toPng(svg) {
  const image = new Image();
  const sized = svg.replace(/viewBox="0 0 (\S+) (\S+)"/, (box, width, height) => `${box} width="${PNG_WIDTH}" height="${Math.round((PNG_WIDTH * height) / width)}"`);
  image.src = `data:image/svg+xml,${encodeURIComponent(sized)}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
