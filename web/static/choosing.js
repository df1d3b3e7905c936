/**
 * Choice of an action by its parts.
 *
 * Each element on the board belongs to some actions. The actions that all chosen elements have in
 * common are left. One of them is whole if it uses no further element: after the choice of a,
 * "discard a" is whole, and "discard a, b" is not.
 */
export class Choosing {
  /**
   * @param {number[][]} parts the actions of each element
   * @param {number} count number of all actions
   */
  constructor(parts, count) {
    this.parts = parts.map((actions) => new Set(actions));
    this.count = count;
    /** @type {number[]} */
    this.chosen = [];
  }

  /** @returns {number[]} the actions that all chosen elements have in common */
  get left() {
    const all = Array.from({ length: this.count }, (_, action) => action);
    return all.filter((action) => this.chosen.every((element) => this.parts[element].has(action)));
  }

  /** @returns {number | undefined} the action that the chosen elements complete, if there is exactly one */
  get whole() {
    const left = this.left;
    if (left.length <= 1) return left[0];
    const open = this.open;
    const whole = left.filter((action) => !open.some((element) => this.parts[element].has(action)));
    return whole.length === 1 && this.chosen.length ? whole[0] : undefined;
  }

  /** @returns {number[]} the elements whose choice leaves fewer actions, but at least one; at first, all that have actions */
  get open() {
    const left = this.left;
    return this.parts.flatMap((actions, element) => {
      const common = left.filter((action) => actions.has(action)).length;
      const narrows = common < left.length || !this.chosen.length;
      return common && narrows && !this.chosen.includes(element) ? [element] : [];
    });
  }

  /** @returns {number[]} the elements that every action left uses */
  get sure() {
    const left = this.left;
    return this.chosen.length ? this.parts.flatMap((actions, element) => (left.every((action) => actions.has(action)) ? [element] : [])) : [];
  }

  /** @returns {number[]} the elements that some action left uses */
  get possible() {
    const left = this.left;
    return this.parts.flatMap((actions, element) => (left.some((action) => actions.has(action)) ? [element] : []));
  }

  /**
   * Choose an element, or take a chosen one back. An element that fits no action left starts a new
   * choice.
   *
   * @param {number} element
   */
  choose(element) {
    if (this.chosen.includes(element)) {
      this.chosen = this.chosen.filter((other) => other !== element);
    } else if (this.left.some((action) => this.parts[element].has(action))) {
      this.chosen.push(element);
    } else {
      this.chosen = [element];
    }
  }

  /** Undo the last choice. */
  back() {
    this.chosen.pop();
  }

  /**
   * Return the elements of an action.
   *
   * @param {number} action
   * @returns {number[]}
   */
  of(action) {
    return this.parts.flatMap((actions, element) => (actions.has(action) ? [element] : []));
  }
}
