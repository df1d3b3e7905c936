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
const jobs = python.pyimport("aicore.web.browser.search_worker").Jobs(say, canSuspend ? pause : undefined); // Python gets None for undefined, but not for null
const runJob = jobs.heard;

/** Run a message's job, or tell a running job about it. @param {Uint8Array} message */
async function handle(message) {
  try {
    if (canSuspend) await runJob.callPromising(python.toPy(message));
    else runJob(python.toPy(message)); // here `callPromising` throws
  } catch (error) {
    setTimeout(() => { throw error; }); // the worker's error event tells the page
  }
}

onmessage = (event) => handle(event.data);
for (const message of earlyMessages) handle(message);
