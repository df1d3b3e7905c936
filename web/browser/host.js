/** Web worker that has the tables; see host.py. */

import { boot } from "./engine.js";

/** @type {any} */
let python;
/** @type {any} */
let host;
/** @type {Map<number, any>} */
const connections = new Map();
let saving = Promise.resolve();

/** Send the page a message. @param {object} message */
const post = (message) => postMessage(message);

/** Read the tables from the browser's storage, or write them there. @param {boolean} read */
const sync = (read) =>
  new Promise((done, failed) => python.FS.syncfs(read, (/** @type {unknown} */ error) => (error ? failed(error) : done(undefined))));

/** Store the tables in the browser, after all earlier calls have ended. */
function save() {
  saving = saving.then(() => sync(false)).catch((error) => console.error("not kept:", error)).then(() => {});
}

/**
 * Start a search worker; see `Hire` in host.py.
 *
 * @param {any} onMessage Python's callback for each message; it lives as long as the worker
 * @param {any} onFailure Python's callback for the worker's failure
 */
function hire(onMessage, onFailure) {
  const [handleMessage, handleFailure] = [onMessage.copy(), onFailure.copy()];
  const worker = new Worker(new URL("search_worker.js", import.meta.url), { type: "module", name: self.name });
  worker.onmessage = (event) => handleMessage(python.toPy(event.data));
  worker.onerror = (event) => {
    console.error(event.message);
    handleFailure();
  };
  return {
    say(/** @type {any} */ message) {
      const bytes = message.toJs();
      worker.postMessage(bytes, [bytes.buffer]);
    },
    end() {
      worker.terminate();
      handleMessage.destroy();
      handleFailure.destroy();
    },
  };
}

/** @param {boolean} kept whether the browser stores the tables */
async function begin(kept) {
  python = await boot((done) => post({ done }), self.name === "cached");
  python.FS.mkdirTree("/tables");
  if (kept) {
    python.FS.mount(python.FS.filesystems.IDBFS, {}, "/tables");
    await sync(true);
  }
  host = python.pyimport("aicore.web.browser.host").Host("/tables", hire, kept ? save : () => {});
  post({ ready: true });
}

/** @param {any} request */
async function handle(request) {
  if (request.begin) await begin(request.kept);
  else if (request.keep) save();
  else if (request.ask) {
    const answer = (await host.ask(request.path, request.body && python.toPy(request.body), request.language)).toJs();
    post({ answer: request.ask, status: answer[0], text: new TextDecoder().decode(answer[1]) });
  } else if (request.text === undefined) {
    const send = (/** @type {string} */ text) => post({ line: request.line, text });
    const closed = (/** @type {number} */ code) => {
      connections.delete(request.line);
      post({ line: request.line, code });
    };
    connections.set(request.line, host.open(send, closed, request.language));
  } else {
    connections.get(request.line)?.deliver(request.text ?? undefined); // Python gets None for undefined, but not for null
    if (request.text === null) connections.delete(request.line);
  }
}

onmessage = (event) => {
  handle(event.data).catch((error) => {
    console.error(error);
    post({ failed: String(error?.message ?? error).trim().split("\n").pop() });
  });
};
