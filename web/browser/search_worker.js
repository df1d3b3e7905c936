/** Web worker that runs the searches; see search_worker.py. */

import { boot } from "./engine.js";

/** @type {any[]} */
const earlyMessages = [];
onmessage = (event) => earlyMessages.push(event.data);

const python = await boot(undefined, self.name === "cached");
const { can_run_sync } = python.pyimport("pyodide.ffi");
const channel = new MessageChannel();

/** Let the browser deliver the messages that have arrived. @returns {Promise<void>} */
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

// Only a call that may be suspended can find out whether WebAssembly can be suspended here.
const canSuspend = typeof WebAssembly.Suspending === "function" && can_run_sync.callPromising ? await can_run_sync.callPromising() : false;
const jobs = python.pyimport("aicore.web.browser.search_worker").Jobs(say, canSuspend ? pause : null);
const runJob = jobs.heard;

/** @param {Uint8Array} message */
const handle = (message) => runJob.callPromising(python.toPy(message)).catch((/** @type {unknown} */ error) => setTimeout(() => { throw error; }));
onmessage = (event) => handle(event.data);
for (const message of earlyMessages) handle(message);
