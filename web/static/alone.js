/** Connection to a web worker in this browser that does a server's work. */

import { language, SOURCE, t } from "./language.js";
import { pageUrl, EMBEDDED } from "./route.js";

/** @import {Connection, Transport} from "./wire.js" */

const STATIC_ANSWERS = /^\/api\/games(\/[^/]+)?$/; // paths whose answers never change; each answer is a file beside the page, in each language
const OPEN = 1; // values of `readyState`, as in a WebSocket
const CLOSED = 3;
const RELEASE_MS = 1000; // a page that is closed or loaded again may hold its lock this long

/** Connection between a table's page and the worker. @implements {Connection} */
class WorkerConnection {
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
    this.host.send({ line: this.number, text });
  }

  close() {
    this.host.send({ line: this.number, text: null });
    this.finish(1000);
  }

  /** @param {number} code */
  finish(code) {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.host.connections.delete(this.number);
    this.onclose?.({ code });
  }
}

// a module of WebAssembly with one function, which fills a vector of 128 bits
const SIMD_MODULE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

/** Web worker with the tables. It starts when it is first needed, and only one tab of a browser has it at a time. */
class Host {
  constructor() {
    /** @type {Worker | undefined} */
    this.worker = undefined;
    this.ready = false;
    this.number = 0; // of the last request or connection
    /** @type {Map<number, (answer: {status: number, text: string}) => void>} */
    this.pending = new Map();
    /** @type {Map<number, WorkerConnection>} */
    this.connections = new Map();
    /** @type {[object, Transferable[]][]} */
    this.unsent = [];
    addEventListener("pagehide", () => this.send({ keep: true }));
    document.addEventListener("visibilitychange", () => document.hidden && this.send({ keep: true }));
  }

  /** Open the tables in this tab. @param {boolean} [steal] whether to take them over from another tab */
  begin(steal) {
    if (this.worker) return;
    const supported = "DecompressionStream" in globalThis && "Worker" in globalThis;
    if (!supported || !globalThis.WebAssembly?.validate(new Uint8Array(SIMD_MODULE))) return this.tooOld();
    const lock = EMBEDDED ? undefined : navigator.locks; // embedded games are not kept, so any number of tabs may run
    if (!lock) return this.start();
    const waiting = new AbortController();
    const taken = () => showText(t("aicore is open in another tab of this browser."), t("Use it here"), () => (waiting.abort(), this.begin(true)));
    const timer = steal ? 0 : setTimeout(taken, RELEASE_MS);
    void lock.request("aicore", steal ? { steal } : { signal: waiting.signal }, () => {
      clearTimeout(timer);
      this.start();
      return new Promise(() => {}); // hold the lock as long as the tab is open
    }).catch(() => waiting.signal.aborted || this.lost());
  }

  start() {
    showText(t("Getting the games ready …"));
    showLoaded(0);
    let readsType = false; // an old browser does not read `type`
    const cached = Boolean(navigator.serviceWorker?.controller); // whether the service worker has all files: see engine.js
    const options = { get type() { return (readsType = true), /** @type {const} */ ("module"); }, name: cached ? "cached" : "" };
    const worker = (this.worker = new Worker(pageUrl("static/host.js"), options));
    if (!readsType) return worker.terminate(), this.tooOld();
    worker.onmessage = (event) => this.receive(event.data);
    worker.onerror = (event) => this.failed(event.message || t("it could not be loaded"));
    worker.postMessage({ begin: true, kept: !EMBEDDED });
  }

  tooOld() {
    showText(t("This browser is too old for the games. Use Chrome 91, Edge 91, Firefox 114, Safari 16.4 or newer: they have WebAssembly with SIMD, and module workers."));
  }

  /** Stop; another tab has taken over the tables. */
  lost() {
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = false;
    delete document.documentElement.dataset.engine;
    for (const connection of [...this.connections.values()]) connection.finish(1006);
    showText(t("aicore is now running in another tab of this browser."), t("Use it here"), () => location.reload());
  }

  /** @param {string} why */
  failed(why) {
    showText(t("This browser cannot run the games: {why}", { why }), t("Try again"), () => location.reload());
  }

  /**
   * Send a message to the worker, or keep it until the worker is ready.
   *
   * @param {object} message
   * @param {Transferable[]} [transfer] objects that the worker gets instead of copies
   */
  send(message, transfer = []) {
    if (this.ready) this.worker?.postMessage(message, transfer);
    else if (!("keep" in message)) this.unsent.push([message, transfer]);
  }

  /** @param {any} message from the worker */
  receive(message) {
    if ("done" in message) showLoaded(message.done);
    else if (message.failed) this.failed(message.failed);
    else if (message.ready) {
      this.ready = true;
      document.documentElement.dataset.engine = "ready";
      showText("");
      navigator.serviceWorker?.register(pageUrl("offline.js")).catch(() => {}); // without it, the page needs a network
      for (const [unsent, transfer] of this.unsent.splice(0)) this.send(unsent, transfer);
    } else if (message.answer) {
      this.pending.get(message.answer)?.(message);
      this.pending.delete(message.answer);
    } else if (message.line) {
      const connection = this.connections.get(message.line);
      if (message.code) connection?.finish(message.code);
      else connection?.onmessage?.({ data: message.text });
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
    return new Promise((resolve) => {
      this.pending.set(number, resolve);
      this.send({ ask: number, path, body, language: language() }, body ? [body] : []);
    });
  }

  /** Open a connection to the tables. @returns {Connection} */
  connect() {
    this.begin();
    const connection = new WorkerConnection(++this.number, this);
    this.connections.set(connection.number, connection);
    this.send({ line: connection.number, language: language() });
    queueMicrotask(() => {
      if (connection.readyState === CLOSED) return;
      connection.readyState = OPEN;
      connection.onopen?.();
    });
    return connection;
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
const preload = () => ("requestIdleCallback" in globalThis ? requestIdleCallback(() => host.begin(), { timeout: 2000 }) : setTimeout(() => host.begin(), 300));
if (document.readyState === "complete") preload();
else addEventListener("load", preload);

/** @type {Transport} */
export const transport = {
  async ask(path, body) {
    if (STATIC_ANSWERS.test(path)) {
      const answer = await fetch(pageUrl(`${path.slice(1).replace("api/", language() === SOURCE ? "api/" : `api/${language()}/`)}.json.packed`));
      if (!answer.ok || !answer.body) return { status: answer.status, json: { error: t("there is no such page") } };
      return { status: 200, json: await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).json() };
    }
    const bytes = typeof body === "string" ? new TextEncoder().encode(body).buffer : await body?.arrayBuffer();
    const { status, text } = await host.ask(path, bytes);
    return { status, json: JSON.parse(text) };
  },
  connect: () => host.connect(),
};
