/** Playback of the others' moves, step by step. */

/** @import {State, At} from "./messages.js" */

export class Playback {
  /**
   * @param {object} callbacks
   * @param {() => number} callbacks.wait milliseconds per step; 0 to show all at once
   * @param {number} callbacks.maxSteps maximum number of steps; the last ones are shown
   * @param {(ply: number) => void} callbacks.ask request a position
   * @param {(at: At) => void} callbacks.step show a requested position
   * @param {(state: State) => void} callbacks.done show the current state
   */
  constructor(callbacks) {
    this.callbacks = callbacks;
    /** @type {number | null} the position that was shown last */
    this.ply = null;
    /** @type {State | null} the state to which the steps lead; null: no steps are being shown */
    this.target = null;
    /** @type {number | null} the requested position that has not arrived yet */
    this.requested = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.holdUntil = 0; // time until which the shown position stays, as of `performance.now`
    this.skipping = false; // no steps until it is the viewer's turn
  }

  /** @returns {boolean} whether steps are being shown */
  get busy() {
    return this.target !== null;
  }

  /**
   * Show a new state: step by step if others moved, else at once.
   *
   * @param {State} state
   */
  advanceTo(state) {
    const stepping = this.target !== null;
    this.target = state;
    const { ply } = this;
    const { skipping } = this;
    if (state.turn === state.seat) this.skipping = false;
    if (ply === null || state.ply <= ply || !this.callbacks.wait() || document.hidden || skipping) return this.skip();
    if (!this.stepsOfOthers(state, ply).length) return this.skip();
    if (!stepping) this.timer = setTimeout(() => this.next(), Math.max(0, this.holdUntil - performance.now()));
  }

  /**
   * @param {State} state
   * @param {number} ply
   * @returns {number[]} the positions after each step that others took after `ply`
   */
  stepsOfOthers(state, ply) {
    const turns = state.story.filter((turn) => turn.ply > ply && turn.actor !== state.seat);
    return turns.flatMap((turn) => turn.steps ?? [turn.ply]).filter((step) => step > ply);
  }

  /** Skip the steps until it is the viewer's turn. */
  skipToTurn() {
    this.skipping = this.target !== null && this.target.turn !== this.target.seat;
    this.skip();
  }

  /** Show the current state, without further steps. */
  skip() {
    const { target } = this;
    clearTimeout(this.timer);
    this.target = null;
    this.requested = null;
    if (!target) return;
    const before = this.ply ?? target.ply;
    this.ply = target.ply;
    if (this.stepsOfOthers(target, before).length) this.hold(target.ply);
    this.callbacks.done(target);
  }

  /** Keep the shown position for at least the time of a step. @param {number} ply */
  hold(ply) {
    this.ply = ply;
    this.holdUntil = performance.now() + this.callbacks.wait();
  }

  /** Request the next step; after the last one, show the current state. */
  next() {
    const { target, ply } = this;
    if (!target || ply === null) return;
    const [step] = this.stepsOfOthers(target, ply).filter((one) => one < target.ply).slice(-this.callbacks.maxSteps);
    if (step === undefined) return this.skip();
    this.requested = step;
    this.callbacks.ask(step);
    this.timer = setTimeout(() => this.skip(), 5000); // in case no answer comes
  }

  /**
   * Show a position if a step requested it.
   *
   * @param {At} at
   * @returns {boolean} whether a step requested it
   */
  receive(at) {
    if (this.requested === null || at.ply !== this.requested) return false;
    clearTimeout(this.timer);
    this.requested = null;
    this.ply = at.ply;
    this.callbacks.step(at);
    this.timer = setTimeout(() => this.next(), this.callbacks.wait());
    return true;
  }

  /** End the playback. */
  end() {
    clearTimeout(this.timer);
    this.target = null;
  }
}
