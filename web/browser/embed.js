/** HTML element that shows a game, a puzzle, or the replay of a recorded game in any web page:
 *
 *     <script src="https://example.org/aicore/embed.js"></script>
 *     <aicore-game game="relics" vs="level 3"></aicore-game>
 *     <aicore-game game="relics" puzzle="3"></aicore-game>
 *     <aicore-game record="game.jsonl"></aicore-game>
 */

customElements.define("aicore-game", class AicoreGame extends HTMLElement {
  /** Texts by language; tools/site.py writes them here. @type {Record<string, Record<string, string>>} */
  static TEXTS = {};
  static PAGE = new URL("index.html", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  static observedAttributes = ["game", "vs", "seed", "puzzle", "record"];

  constructor() {
    super();
    this.frame = document.createElement("iframe");
    this.frame.setAttribute("part", "frame");
    this.frame.allow = "fullscreen; clipboard-write";
    const style = document.createElement("style");
    style.textContent = ":host { display: block; height: 48rem; max-height: 100vh } iframe { width: 100%; height: 100%; border: 0 }";
    this.connected = false;
    this.attachShadow({ mode: "open" }).append(style, this.frame);
    /** @param {MessageEvent} event */
    this.onMessage = (event) => {
      if (event.source === this.frame.contentWindow && event.data?.aicore === "record") void this.sendRecord();
    };
  }

  connectedCallback() {
    this.connected = true;
    addEventListener("message", this.onMessage);
    this.load();
  }

  disconnectedCallback() {
    this.connected = false;
    removeEventListener("message", this.onMessage);
  }

  attributeChangedCallback() {
    if (this.connected) this.load();
  }

  load() {
    const [game, record] = [this.getAttribute("game"), this.getAttribute("record")];
    if (!game && !record) return;
    const address = new URL(AicoreGame.PAGE);
    if (record) address.searchParams.set("record", "");
    else address.searchParams.set("play", game ?? "");
    for (const name of ["vs", "seed", "puzzle"]) {
      const value = this.getAttribute(name);
      if (value && !record) address.searchParams.set(name, value);
    }
    const t = AicoreGame.textOf;
    this.frame.title = record ? t("A recorded game") : this.getAttribute("puzzle") ? t("A puzzle of {game}", { game }) : t("A game of {game}", { game });
    this.frame.src = address.href;
  }

  /** Return a text in the language of the page around it. @param {string} text @param {Record<string, string | null>} [slots] */
  static textOf(text, slots = {}) {
    const translation = AicoreGame.TEXTS[document.documentElement.lang.split("-")[0]]?.[text] ?? text;
    return translation.replace(/\{(\w+)\}/g, (slot, name) => slots[name] ?? slot);
  }

  /** Send the record to the page in the frame, which may not fetch it itself. */
  async sendRecord() {
    const url = new URL(this.getAttribute("record") ?? "", document.baseURI).href;
    const t = AicoreGame.textOf;
    const answer = await fetch(url).catch(() => null);
    const message = answer?.ok ? { record: await answer.text() } : { failed: t("{file} cannot be read.", { file: url }) };
    this.frame.contentWindow?.postMessage(message, AicoreGame.PAGE.origin);
  }
});
