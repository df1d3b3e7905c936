/** Connection to a web worker in this browser, which does a server's work. */

import { language, SOURCE, t } from "./language.js";
import { below, EMBEDDED } from "./route.js";

/** @import {Line, Wire} from "./wire.js" */

const MADE = /^\/api\/games(\/[^/]+)?$/; // answers that never change: each is a file beside the page, in each language
const OPEN = 1;
const CLOSED = 3;

/** Connection between a table's page and the worker. @implements {Line} */
class WorkerLine {
  /**
   * @param {number} number
   * @param {Host} host
   */
  constructor(number, host) {
    this.number = number;
    this.host = host;
    this.readyState = 0;
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: {data: string}) => void) | null} */
    this.onmessage = null;
    /** @type {((event: {code: number}) => void) | null} */
    this.onclose = null;
  }

  /** @param {string} text */
  send(text) {
    this.host.say({ line: this.number, text });
  }

  close() {
    this.host.say({ line: this.number, text: null });
    this.ended(1000);
  }

  /** @param {number} code */
  ended(code) {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.host.lines.delete(this.number);
    this.onclose?.({ code });
  }
}

// a module of WebAssembly with one function, which fills a vector of 128 bits
const VECTORS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

/** Web worker, started when it is first needed; only one tab of a browser has it at a time. */
class Host {
  constructor() {
    /** @type {Worker | undefined} */
    this.worker = undefined;
    this.ready = false;
    this.number = 0;
    /** @type {Map<number, (answer: {status: number, text: string}) => void>} */
    this.asked = new Map();
    /** @type {Map<number, WorkerLine>} */
    this.lines = new Map();
    /** @type {[object, Transferable[]][]} */
    this.unsent = [];
    addEventListener("pagehide", () => this.say({ keep: true }));
    document.addEventListener("visibilitychange", () => document.hidden && this.say({ keep: true }));
  }

  /** Open the tables in this tab. @param {boolean} [take] whether to take them over from another tab */
  begin(take) {
    if (this.worker) return;
    const supported = "DecompressionStream" in globalThis && "Worker" in globalThis;
    if (!supported || !globalThis.WebAssembly?.validate(new Uint8Array(VECTORS))) return this.tooOld();
    const lock = EMBEDDED ? undefined : navigator.locks; // embedded games are not kept, so any number of tabs may run
    if (!lock) return this.start();
    void lock.request("aicore", take ? { steal: true } : { ifAvailable: true }, (held) => {
      if (!held) return showText(t("aicore is open in another tab of this browser."), t("Use it here"), () => this.begin(true));
      this.start();
      return new Promise(() => {}); // hold the lock as long as the tab is open
    }).catch(() => this.lost());
  }

  start() {
    showText(t("Getting the games ready …"));
    showLoaded(0);
    let modules = false; // an old browser does not read `type`
    const kept = Boolean(navigator.serviceWorker?.controller); // whether the browser keeps all files: see engine.js
    const how = { get type() { return (modules = true), /** @type {const} */ ("module"); }, name: kept ? "kept" : "" };
    const worker = (this.worker = new Worker(below("static/host.js"), how));
    if (!modules) return worker.terminate(), this.tooOld();
    worker.onmessage = (event) => this.heard(event.data);
    worker.onerror = (event) => this.failed(event.message || t("it could not be loaded"));
    worker.postMessage({ begin: true, kept: !EMBEDDED });
  }

  tooOld() {
    showText(t("This browser is too old for the games. Use Chrome 91, Edge 91, Firefox 114, Safari 16.4 or newer: they have WebAssembly with SIMD, and module workers."));
  }

  /** Stop, because another tab has the tables now. */
  lost() {
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = false;
    delete document.documentElement.dataset.engine;
    for (const line of [...this.lines.values()]) line.ended(1006);
    showText(t("aicore is now running in another tab of this browser."), t("Use it here"), () => location.reload());
  }

  /** @param {string} why */
  failed(why) {
    showText(t("This browser cannot run the games: {why}", { why }), t("Try again"), () => location.reload());
  }

  /**
   * @param {object} message
   * @param {Transferable[]} [given]
   */
  say(message, given = []) {
    if (this.ready) this.worker?.postMessage(message, given);
    else if (!("keep" in message)) this.unsent.push([message, given]);
  }

  /** @param {any} heard */
  heard(heard) {
    if ("done" in heard) showLoaded(heard.done);
    else if (heard.failed) this.failed(heard.failed);
    else if (heard.ready) {
      this.ready = true;
      document.documentElement.dataset.engine = "ready";
      showText("");
      navigator.serviceWorker?.register(below("offline.js")).catch(() => {}); // without it, the page needs a network
      for (const [message, given] of this.unsent.splice(0)) this.say(message, given);
    } else if (heard.answer) {
      this.asked.get(heard.answer)?.(heard);
      this.asked.delete(heard.answer);
    } else if (heard.line) {
      const line = this.lines.get(heard.line);
      if (heard.code) line?.ended(heard.code);
      else line?.onmessage?.({ data: heard.text });
    }
  }

  /**
   * @param {string} path
   * @param {ArrayBuffer | undefined} body
   * @returns {Promise<{status: number, text: string}>}
   */
  ask(path, body) {
    this.begin();
    const number = ++this.number;
    return new Promise((answered) => {
      this.asked.set(number, answered);
      this.say({ ask: number, path, body, language: language() }, body ? [body] : []);
    });
  }

  /** @returns {Line} */
  line() {
    this.begin();
    const line = new WorkerLine(++this.number, this);
    this.lines.set(line.number, line);
    this.say({ line: line.number, language: language() });
    queueMicrotask(() => {
      if (line.readyState === CLOSED) return;
      line.readyState = OPEN;
      line.onopen?.();
    });
    return line;
  }
}

/**
 * Show a text about the engine above the page; "" hides it.
 *
 * @param {string} text
 * @param {string} [label] of a button
 * @param {() => void} [act]
 */
function showText(text, label, act) {
  const box = document.getElementById("engine");
  if (!box) return;
  box.hidden = !text;
  box.className = "engine trouble";
  box.replaceChildren(text);
  if (!label || !act) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.onclick = act;
  box.append(" ", button);
}

/** Show how much of the engine is loaded. @param {number} share from 0 to 1 */
function showLoaded(share) {
  const box = document.getElementById("engine");
  if (!box) return;
  box.className = "engine";
  const bar = box.querySelector("progress") ?? document.createElement("progress");
  bar.value = share;
  bar.setAttribute("aria-label", t("Loaded"));
  if (!bar.isConnected) box.append(bar);
}

const host = new Host();
/** Load the engine before somebody wants to play, but after the page itself. */
const early = () => ("requestIdleCallback" in globalThis ? requestIdleCallback(() => host.begin(), { timeout: 2000 }) : setTimeout(() => host.begin(), 300));
if (document.readyState === "complete") early();
else addEventListener("load", early);

/** @type {Wire} */
export const wire = {
  async ask(path, body) {
    if (MADE.test(path)) {
      const answer = await fetch(below(`${path.slice(1).replace("api/", language() === SOURCE ? "api/" : `api/${language()}/`)}.json.packed`));
      if (!answer.ok || !answer.body) return { status: answer.status, json: { error: t("there is no such page") } };
      return { status: 200, json: await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).json() };
    }
    const bytes = typeof body === "string" ? new TextEncoder().encode(body).buffer : await body?.arrayBuffer();
    const { status, text } = await host.ask(path, bytes);
    return { status, json: JSON.parse(text) };
  },
  line: () => host.line(),
};
