/** Connection of the page to the server, or to the web worker in its place. */

import { language, serverKnowsLanguage } from "./language.js";
import { ALONE } from "./route.js";

/**
 * A connection that carries texts both ways, as a WebSocket does.
 *
 * @typedef {object} Connection
 * @property {(() => void) | null} onopen
 * @property {((event: {data: string}) => void) | null} onmessage
 * @property {((event: {code: number}) => void) | null} onclose
 * @property {number} readyState
 * @property {(text: string) => void} send
 * @property {() => void} close
 *
 * @typedef {object} Transport
 * @property {(path: string, body?: string | Blob) => Promise<{status: number, json: any}>} ask
 * @property {(table: string) => Connection} connect open a connection to a table
 */

/** @type {Transport} */
const SERVER = {
  async ask(path, body) {
    const type = typeof body === "string" && body.startsWith("{\"") ? "application/json" : "application/octet-stream";
    /** @type {Record<string, string>} */
    const headers = serverKnowsLanguage() ? {} : { "accept-language": language() }; // only if needed: a preloaded answer serves only a request with the same headers
    const answer = await fetch(path, body === undefined ? { headers } : { method: "POST", body, headers: { "content-type": type, ...headers } });
    return { status: answer.status, json: await answer.json().catch(() => ({})) };
  },
  connect: (table) => /** @type {any} */ (new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket/${encodeURIComponent(table)}`)),
};

/** @type {Transport} */
export const transport = ALONE ? (await import("./alone.js")).transport : SERVER;
