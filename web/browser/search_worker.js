/** Web worker that runs the searches: see search_worker.py. */

import { boot } from "./engine.js";

/** @type {any[]} */
const early = [];
onmessage = (event) => early.push(event.data);

const python = await boot(undefined, self.name === "kept");
const { can_run_sync } = python.pyimport("pyodide.ffi");
const channel = new MessageChannel();

/** Handle the messages that have arrived. @returns {Promise<void>} */
const pause = () =>
  new Promise((done) => {
    channel.port1.onmessage = () => done();
    channel.port2.postMessage(0);
  });

/** @param {any} message */
function say(message) {
  const bytes = message.toJs();
  postMessage(bytes, { transfer: [bytes.buffer] });
}

// only a call that may be suspended can tell whether WebAssembly can be suspended here
const suspends = typeof WebAssembly.Suspending === "function" && can_run_sync.callPromising ? await can_run_sync.callPromising() : false;
const jobs = python.pyimport("aicore.web.browser.search_worker").Jobs(say, suspends ? pause : null);
const heard = jobs.heard;

/** @param {Uint8Array} message */
const hear = (message) => heard.callPromising(python.toPy(message)).catch((/** @type {unknown} */ error) => setTimeout(() => { throw error; }));
onmessage = (event) => hear(event.data);
for (const message of early) hear(message);
