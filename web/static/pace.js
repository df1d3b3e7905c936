/** Step-by-step display of the others' moves. */

/** @import {State, At} from "./messages.js" */

export class Pace {
  /**
   * @param {object} callbacks
   * @param {() => number} callbacks.wait milliseconds per step; 0 to show all at once
   * @param {number} callbacks.most maximum number of steps; the last ones are shown
   * @param {(ply: number) => void} callbacks.ask request a position
   * @param {(at: At) => void} callbacks.step show a requested position
   * @param {(state: State) => void} callbacks.done show the current state
   */
  constructor(callbacks) {
    this.callbacks = callbacks;
    /** @type {number | null} the position that was shown last */
    this.ply = null;
    /** @type {State | null} */
    this.goal = null;
    /** @type {number | null} the requested position that has not arrived yet */
    this.asked = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.free = 0; // time until which the shown position stays
    this.skipping = false; // no steps until it is the viewer's turn
  }

  /** @returns {boolean} whether steps are being shown */
  get busy() {
    return this.goal !== null;
  }

  /**
   * Show a new position: step by step if others moved, else at once.
   *
   * @param {State} state
   */
  to(state) {
    const walking = this.goal !== null;
    this.goal = state;
    const { ply } = this;
    const { skipping } = this;
    if (state.turn === state.seat) this.skipping = false;
    if (ply === null || state.ply <= ply || !this.callbacks.wait() || document.hidden || skipping) return this.skip();
    if (!this.others(state, ply).length) return this.skip();
    if (!walking) this.timer = setTimeout(() => this.next(), Math.max(0, this.free - performance.now()));
  }

  /**
   * @param {State} state
   * @param {number} ply
   * @returns {number[]} the positions after each step that others took after `ply`
   */
  others(state, ply) {
    const turns = state.story.filter((turn) => turn.ply > ply && turn.actor !== state.seat);
    return turns.flatMap((turn) => turn.steps ?? [turn.ply]).filter((step) => step > ply);
  }

  /** Skip the steps until it is the viewer's turn. */
  hurry() {
    this.skipping = this.goal !== null && this.goal.turn !== this.goal.seat;
    this.skip();
  }

  /** Show the current state, without further steps. */
  skip() {
    const { goal } = this;
    clearTimeout(this.timer);
    this.goal = null;
    this.asked = null;
    if (!goal) return;
    const before = this.ply ?? goal.ply;
    this.ply = goal.ply;
    if (this.others(goal, before).length) this.stay(goal.ply);
    this.callbacks.done(goal);
  }

  /** Show the position for at least the time of a step. @param {number} ply */
  stay(ply) {
    this.ply = ply;
    this.free = performance.now() + this.callbacks.wait();
  }

  next() {
    const { goal, ply } = this;
    if (!goal || ply === null) return;
    const [step] = this.others(goal, ply).filter((one) => one < goal.ply).slice(-this.callbacks.most);
    if (step === undefined) return this.skip();
    this.asked = step;
    this.callbacks.ask(step);
    this.timer = setTimeout(() => this.skip(), 5000); // in case no answer comes
  }

  /**
   * @param {At} at
   * @returns {boolean} whether the position was requested here
   */
  came(at) {
    if (this.asked === null || at.ply !== this.asked) return false;
    clearTimeout(this.timer);
    this.asked = null;
    this.ply = at.ply;
    this.callbacks.step(at);
    this.timer = setTimeout(() => this.next(), this.callbacks.wait());
    return true;
  }

  /** End the display. */
  end() {
    clearTimeout(this.timer);
    this.goal = null;
  }
}
