/**
 * Choosing an action by its parts.
 *
 * Each element that can be chosen stands for the actions that it is a part of. People choose
 * elements, and what is left are the actions that all of the chosen have in common. Of actions that
 * are left, one is whole if no further element would tell it from the others: "discard a" is, when
 * a was chosen and "discard a, b" is another.
 */
export class Choosing {
  /**
   * @param {number[][]} parts the actions of each element
   * @param {number} count of all actions
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

  /** @returns {number | undefined} the one action that is whole with what was chosen */
  get whole() {
    const left = this.left;
    if (left.length <= 1) return left[0];
    const open = this.open;
    const whole = left.filter((action) => !open.some((element) => this.parts[element].has(action)));
    return whole.length === 1 && this.chosen.length ? whole[0] : undefined;
  }

  /** @returns {number[]} the elements that would narrow what is left, and leave something */
  get open() {
    const left = this.left;
    return this.parts.flatMap((actions, element) => {
      const common = left.filter((action) => actions.has(action)).length;
      const tells = common < left.length || !this.chosen.length;
      return common && tells && !this.chosen.includes(element) ? [element] : [];
    });
  }

  /** @returns {number[]} the elements that every action that is left uses, whatever else is chosen */
  get sure() {
    const left = this.left;
    return this.chosen.length ? this.parts.flatMap((actions, element) => (left.every((action) => actions.has(action)) ? [element] : [])) : [];
  }

  /** @returns {number[]} the elements that some action that is left uses */
  get possible() {
    const left = this.left;
    return this.parts.flatMap((actions, element) => (left.some((action) => actions.has(action)) ? [element] : []));
  }

  /**
   * Choose an element; one that was chosen is put back; one that goes with none of what is left
   * begins again.
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

  /** Take the last choice back. */
  back() {
    this.chosen.pop();
  }

  /**
   * The elements that an action is a part of.
   *
   * @param {number} action
   * @returns {number[]}
   */
  of(action) {
    return this.parts.flatMap((actions, element) => (actions.has(action) ? [element] : []));
  }
}
