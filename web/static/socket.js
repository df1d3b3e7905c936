/** Socket of a table. It reconnects by itself; the state after each join shows everything missed meanwhile. */

import { leaveSignal } from "./route.js";
import { transport } from "./wire.js";

/** @import {ServerMessage} from "./messages.js" */
/** @import {Connection} from "./wire.js" */

const FIRST_WAIT = 400; // milliseconds until the first retry
const MAX_WAIT = 15_000; // milliseconds
const GONE = 4404; // codes with which the server closes a socket
const REFUSED = 4400;

export class TableSocket {
  /**
   * @param {object} callbacks
   * @param {string} callbacks.table
   * @param {() => object} callbacks.join the first message of each connection
   * @param {(message: ServerMessage) => void} callbacks.receive
   * @param {(status: "on" | "lost" | "gone" | "refused") => void} callbacks.changed
   */
  constructor(callbacks) {
    this.callbacks = callbacks;
    this.wait = FIRST_WAIT;
    /** @type {Connection | undefined} */
    this.socket = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.over = false;
    const signal = leaveSignal();
    addEventListener("online", () => this.reconnect(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.reconnect(), { signal });
    signal.addEventListener("abort", () => this.end());
    this.open();
  }

  open() {
    const socket = transport.connect(this.callbacks.table);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      socket.send(JSON.stringify(this.callbacks.join()));
      this.callbacks.changed("on");
    };
    socket.onmessage = (event) => {
      try {
        this.callbacks.receive(JSON.parse(event.data));
      } catch (error) {
        console.error(error);
      }
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = undefined;
      this.over = event.code === GONE || event.code === REFUSED;
      this.callbacks.changed(event.code === GONE ? "gone" : event.code === REFUSED ? "refused" : "lost");
      if (this.over) return;
      this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(MAX_WAIT, this.wait * 1.8);
    };
  }

  /** Close the socket for good. */
  end() {
    this.over = true;
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
  }

  /** Reconnect at once if the socket is lost. */
  reconnect() {
    if (this.socket || this.over) return;
    clearTimeout(this.timer);
    this.open();
  }

  /**
   * @param {object} message
   * @returns {boolean} whether it could be sent
   */
  send(message) {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
