/** Showing step by step what happened. */

/** @import {State, At} from "./messages.js" */

export class Pace {
  /**
   * @param {object} wish
   * @param {() => number} wish.wait milliseconds a step; 0: not step by step
   * @param {number} wish.most steps; of longer stories the last
   * @param {(ply: number) => void} wish.ask for a position
   * @param {(at: At) => void} wish.step show it
   * @param {(state: State) => void} wish.done show how it stands now
   */
  constructor(wish) {
    this.wish = wish;
    /** @type {number | null} the position that was shown last */
    this.ply = null;
    /** @type {State | null} */
    this.goal = null;
    /** @type {number | null} the position that is asked for */
    this.asked = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.free = 0; // until then what is shown stays
    this.skipping = false; // no steps until it is the viewer's turn
  }

  /** @returns {boolean} whether steps are being shown */
  get busy() {
    return this.goal !== null;
  }

  /**
   * A new position: step by step if others brought it about, at once else.
   *
   * @param {State} state
   */
  to(state) {
    const walking = this.goal !== null;
    this.goal = state;
    const { ply } = this;
    const { skipping } = this;
    if (state.turn === state.seat) this.skipping = false;
    if (ply === null || state.ply <= ply || !this.wish.wait() || document.hidden || skipping) return this.skip();
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

  /** The viewer wants no more steps of this turn. */
  hurry() {
    this.skipping = this.goal !== null && this.goal.turn !== this.goal.seat;
    this.skip();
  }

  /** Without further steps. */
  skip() {
    const { goal } = this;
    clearTimeout(this.timer);
    this.goal = null;
    this.asked = null;
    if (!goal) return;
    const before = this.ply ?? goal.ply;
    this.ply = goal.ply;
    if (this.others(goal, before).length) this.stay(goal.ply);
    this.wish.done(goal);
  }

  /** A position is shown for a step's time at least. @param {number} ply */
  stay(ply) {
    this.ply = ply;
    this.free = performance.now() + this.wish.wait();
  }

  next() {
    const { goal, ply } = this;
    if (!goal || ply === null) return;
    const [step] = this.others(goal, ply).filter((one) => one < goal.ply).slice(-this.wish.most);
    if (step === undefined) return this.skip();
    this.asked = step;
    this.wish.ask(step);
    this.timer = setTimeout(() => this.skip(), 5000); // in case that nothing comes
  }

  /**
   * @param {At} at
   * @returns {boolean} whether it was asked for here
   */
  came(at) {
    if (this.asked === null || at.ply !== this.asked) return false;
    clearTimeout(this.timer);
    this.asked = null;
    this.ply = at.ply;
    this.wish.step(at);
    this.timer = setTimeout(() => this.next(), this.wish.wait());
    return true;
  }

  /** No further steps. */
  end() {
    clearTimeout(this.timer);
    this.goal = null;
  }
}
