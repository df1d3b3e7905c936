/** The web worker that has the tables: see host.py. */

import { boot } from "./engine.js";

/** @type {any} */
let python;
/** @type {any} */
let host;
/** @type {Map<number, any>} */
const lines = new Map();
let keeping = Promise.resolve();

/** @param {object} message */
const tell = (message) => postMessage(message);

/** @param {boolean} read whether to read the browser's store; otherwise to write it */
const sync = (read) =>
  new Promise((done, failed) => python.FS.syncfs(read, (/** @type {unknown} */ error) => (error ? failed(error) : done(undefined))));

/** Store the tables in the browser, after all earlier calls have ended. */
function keep() {
  keeping = keeping.then(() => sync(false)).catch((error) => console.error("not kept:", error)).then(() => {});
}

/**
 * Start a search worker: see Hire in host.py.
 *
 * @param {any} came
 * @param {any} broke
 */
function hire(came, broke) {
  const [hears, breaks] = [came.copy(), broke.copy()];
  const worker = new Worker(new URL("search_worker.js", import.meta.url), { type: "module", name: self.name });
  worker.onmessage = (event) => hears(python.toPy(event.data));
  worker.onerror = (event) => {
    console.error(event.message);
    breaks();
  };
  return {
    say(/** @type {any} */ message) {
      const bytes = message.toJs();
      worker.postMessage(bytes, [bytes.buffer]);
    },
    end() {
      worker.terminate();
      hears.destroy();
      breaks.destroy();
    },
  };
}

/** @param {boolean} kept whether the browser stores the tables */
async function begin(kept) {
  python = await boot((done) => tell({ done }), self.name === "kept");
  python.FS.mkdirTree("/tables");
  if (kept) {
    python.FS.mount(python.FS.filesystems.IDBFS, {}, "/tables");
    await sync(true);
  }
  host = python.pyimport("aicore.web.browser.host").Host("/tables", hire, kept ? keep : () => {});
  tell({ ready: true });
}

/** @param {any} request */
async function handle(request) {
  if (request.begin) await begin(request.kept);
  else if (request.keep) keep();
  else if (request.ask) {
    const answer = (await host.ask(request.path, request.body && python.toPy(request.body), request.language)).toJs();
    tell({ answer: request.ask, status: answer[0], text: new TextDecoder().decode(answer[1]) });
  } else if (request.text === undefined) {
    const send = (/** @type {string} */ text) => tell({ line: request.line, text });
    const closed = (/** @type {number} */ code) => {
      lines.delete(request.line);
      tell({ line: request.line, code });
    };
    lines.set(request.line, host.open(send, closed, request.language));
  } else {
    lines.get(request.line)?.deliver(request.text ?? undefined); // Python gets None for undefined, but not for null
    if (request.text === null) lines.delete(request.line);
  }
}

onmessage = (event) => {
  handle(event.data).catch((error) => {
    console.error(error);
    tell({ failed: String(error?.message ?? error).trim().split("\n").pop() });
  });
};
