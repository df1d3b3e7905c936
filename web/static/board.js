/** Picture of a position, on which the person chooses by pointer or by keyboard. */

import { announce, h, picture, stillPicture } from "./dom.js";
import { touchTarget, zoomIn } from "./finger.js";
import { t } from "./language.js";
import { mayMove, places, slide } from "./motion.js";
import { patch } from "./patch.js";
import { explain } from "./terms.js";

/** @import {Choosing} from "./choosing.js" */
/** @import {Terms} from "./terms.js" */

const MIN_TEXT = 11.1; // minimum size of text, in pixels
const MAX_TEXT = 16; // maximum size of text that still fits, in units of the picture
const MAX_BRIGHT = 40; // choices; if there are more, they are drawn fainter
const MAX_TAB_STOPS = 12; // choices that Tab reaches one by one; if there are more, it reaches one of them
const ID_PREFIX = "board-"; // prefix of the ids in the board's pictures
/** Direction of each arrow key. */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /**
   * @param {(element: number, again: boolean) => void} choose `again`: whether Enter was pressed on a chosen element
   * @param {(why: Missed) => void} missed callback for a click on something that cannot be chosen
   * @param {(line: string) => void} typed callback for a click that plays a line, as if the person had typed it
   */
  constructor(choose, missed, typed) {
    this.choose = choose;
    this.missed = missed;
    this.typed = typed;
    this.box = h("div", { class: "board", tabindex: -1, role: "region", "aria-label": t("board"), "data-preview": t("Preview: not played yet") });
    /** @type {SVGElement[]} */
    this.elements = [];
    /** @type {SVGElement | undefined} the element of the shown picture; later pictures change it */
    this.svg = undefined;
    this.choices = ""; // the picture with the choices
    this.drawn = ""; // whether the shown picture has choices, and its text
    /** @type {Terms} */
    this.words = new Map();
    /** @type {[string, boolean] | undefined} the label of the element that had the focus, and whether keys moved it there */
    this.focusBefore = undefined;
    this.touched = false;
    /** @type {string | undefined} the view box of the whole picture while the board is zoomed in */
    this.fullViewBox = undefined;
    this.zoomOutButton = h("button", { type: "button", class: "small far", onclick: () => this.zoomOut() }, t("Whole board"));
    new ResizeObserver(() => this.keepLegible()).observe(this.box);
    this.box.addEventListener("pointerdown", (event) => (this.touched = event.pointerType === "touch"));
    this.box.addEventListener("click", (event) => this.clicked(event));
    this.box.addEventListener("keydown", (event) => this.pressed(event));
    this.box.addEventListener("focusin", (event) => this.rove(event.target));
  }

  /**
   * Show the current picture, with its choices.
   *
   * @param {string} text
   * @param {number[]} [due] the indices of the actions that a lesson asks for; their elements are highlighted
   * @returns {number[][]} for each element that can be chosen, the indices of its actions
   */
  show(text, due = []) {
    let focused = this.focused();
    let byKeys = this.box.querySelector(":focus-visible") !== null;
    // While others move, there is nothing to choose; afterwards the same choice gets the focus back.
    if (document.activeElement === this.box && this.focusBefore) [focused, byKeys] = this.focusBefore;
    this.focusBefore = focused ? [focused, byKeys] : undefined;
    this.choices = text;
    this.setPicture(text, focused, "", byKeys);
    return this.elements.map((one) => {
      const actions = (one.dataset.actions ?? "").split(" ").filter(Boolean).map(Number);
      one.classList.toggle("due", actions.some((action) => due.includes(action)));
      return actions;
    });
  }

  /**
   * Show a picture without choices: an earlier position, or the position after an action.
   *
   * @param {string} text
   * @param {"past" | "preview" | "step" | "solved"} kind
   */
  showStill(text, kind) {
    this.setPicture(text, undefined, kind);
  }

  /** Scroll the board into view unless it covers the middle of the window: on a phone it is above the list. */
  reveal() {
    const { top, bottom } = this.box.getBoundingClientRect();
    if (bottom < innerHeight / 2 || top > innerHeight / 2) this.box.scrollIntoView({ block: "start" });
  }

  /** Scroll to the first thing that a hint marks if something covers it, as on a phone. @param {Element} cover element over the end of the window */
  uncover(cover) {
    const marked = this.box.querySelector("[data-actions] .hint") ?? this.box.querySelector(".hint"); // prefer a thing to click to its destination
    if (!marked) return;
    const { top, bottom } = marked.getBoundingClientRect();
    const end = cover.getBoundingClientRect().top;
    if (bottom > end || top < 0) scrollBy({ top: top < 0 || bottom - top > end ? top - 12 : bottom - end + 12 });
  }

  /** Show the picture with the choices again. */
  showChoices() {
    if (this.choices && !this.live) this.setPicture(this.choices, undefined);
  }

  /** @returns {boolean} whether the shown picture has choices */
  get live() {
    return this.svg !== undefined && this.box.dataset.kind === "";
  }

  /**
   * Show a picture, and keep the focus.
   *
   * @param {string} text
   * @param {string | null | undefined} focused the label of the element with the focus
   * @param {string} [kind] see `showStill`; "" for a picture with choices
   * @param {boolean} [byKeys] whether keys moved the focus; if so, it stays on a choice
   */
  setPicture(text, focused, kind = "", byKeys = false) {
    this.zoomOut();
    const slides = mayMove() && kind !== "preview" && this.box.dataset.kind !== "preview";
    this.box.dataset.kind = kind;
    const drawn = `${kind && "still"} ${text}`;
    if (this.drawn !== drawn) {
      this.drawn = drawn;
      this.changeTo(kind ? stillPicture(text, ID_PREFIX) : picture(text, ID_PREFIX), slides);
    }
    this.elements = kind ? [] : [...this.box.querySelectorAll("[data-actions]")].map((one) => /** @type {SVGElement} */ (one));
    if (kind) this.box.dispatchEvent(new Event("marked"));
    if (!focused) return;
    const same = this.elements.find((one) => one.getAttribute("aria-label") === focused);
    (same ?? (byKeys ? this.elements[0] : undefined) ?? this.box).focus({ preventScroll: true });
  }

  /**
   * Replace the shown picture; elements that both pictures have remain.
   *
   * @param {SVGElement} next
   * @param {boolean} slides whether things slide from their old places to the new ones
   */
  changeTo(next, slides) {
    const { svg } = this;
    const oldPlaces = slides && svg?.clientWidth ? places(svg) : undefined;
    explain(next, this.words);
    if (svg && svg.getAttribute("viewBox") === next.getAttribute("viewBox")) {
      svg.getAnimations({ subtree: true }).forEach((one) => one.cancel());
      patch(svg, next);
    } else {
      this.svg = next;
      this.box.replaceChildren(next);
      this.keepLegible();
    }
    if (oldPlaces && this.svg) slide(oldPlaces, this.svg);
  }

  /** Set the terms that the board explains. @param {Terms} words */
  explain(words) {
    this.words = words;
    if (this.svg) explain(this.svg, words);
  }

  /** Keep text legible where a picture is drawn smaller than its original size. */
  keepLegible() {
    const { svg } = this;
    if (!(svg instanceof SVGSVGElement) || this.fullViewBox !== undefined) return;
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    if (scale > 0) this.box.style.setProperty("--least", `${Math.min(MIN_TEXT / scale, MAX_TEXT).toFixed(2)}px`);
  }

  /** @returns {string | null | undefined} the label of the element with the focus; undefined if the focus is elsewhere */
  focused() {
    const active = document.activeElement;
    return active && this.box.contains(active) ? (active.getAttribute("aria-label") ?? t("board")) : undefined;
  }

  /**
   * Mark the elements that are chosen, and those that can be chosen next.
   *
   * @param {Choosing} choosing
   */
  mark(choosing) {
    const open = new Set(choosing.open);
    const hasBegun = choosing.chosen.length > 0;
    const [sure, possible] = [new Set(choosing.sure), new Set(choosing.possible)];
    this.elements.forEach((one, index) => {
      const chosen = choosing.chosen.includes(index) || sure.has(index);
      one.classList.toggle("chosen", chosen);
      one.classList.toggle("open", open.has(index));
      one.classList.toggle("shut", hasBegun && !chosen && !possible.has(index));
      one.setAttribute("aria-pressed", String(chosen));
      one.setAttribute("tabindex", chosen || open.has(index) ? "0" : "-1");
    });
    this.box.classList.toggle("few", open.size <= MAX_BRIGHT);
    this.box.dispatchEvent(new Event("marked"));
    if (open.size > MAX_TAB_STOPS) this.rove(this.elements.find((_, index) => open.has(index)) ?? null);
  }

  /**
   * Highlight the elements of an action that somebody points at in the list.
   *
   * @param {number[]} indices
   */
  highlight(indices) {
    this.elements.forEach((one, index) => one.classList.toggle("lit", indices.includes(index)));
  }

  /** Let Tab reach one of many choices; the arrow keys reach the others.
   *
   * @param {EventTarget | null} to the choice that Tab reaches
   */
  rove(to) {
    const open = this.elements.filter((one) => one.classList.contains("open"));
    if (open.length <= MAX_TAB_STOPS || !(to instanceof SVGElement) || !this.elements.includes(to)) return;
    open.forEach((one) => one.setAttribute("tabindex", one === to ? "0" : "-1"));
  }

  /** @param {Event} event */
  clicked(event) {
    let index = this.indexOf(event.target);
    if (this.touched && event instanceof MouseEvent && this.live && !this.zoomOutButton.contains(/** @type {Node} */ (event.target))) {
      const found = this.resolveTouch(event, this.elements[index]);
      if (found === "closer") return;
      index = found ? this.elements.indexOf(found) : -1;
    }
    const line = index < 0 && this.live && event.target instanceof Element && event.target.closest("[data-line]");
    if (line) {
      this.zoomOut();
      return this.typed(line.getAttribute("data-line") ?? "");
    }
    if (index < 0) return this.zoomOutButton.contains(/** @type {Node} */ (event.target)) ? undefined : this.missed(explanationOf(event.target));
    this.zoomOut();
    this.choose(index, false);
    return undefined;
  }

  /**
   * Return the element that a touch means; zoom in if several are possible.
   *
   * @param {MouseEvent} at
   * @param {SVGElement | undefined} hit
   */
  resolveTouch(at, hit) {
    const open = this.elements.filter((one) => !one.classList.contains("shut"));
    const found = touchTarget(open, hit, at, this.fullViewBox !== undefined);
    if (found === "closer" && this.svg instanceof SVGSVGElement) {
      this.fullViewBox = this.svg.getAttribute("viewBox") ?? "";
      zoomIn(this.svg, at);
      this.box.append(this.zoomOutButton);
      announce(t("Zoomed in. Choose now."));
    }
    return found;
  }

  /** Zoom out to the whole board. */
  zoomOut() {
    this.zoomOutButton.remove();
    if (this.fullViewBox !== undefined) this.svg?.setAttribute("viewBox", this.fullViewBox);
    this.fullViewBox = undefined;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const index = this.indexOf(event.target);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      if (index < 0) return;
      this.choose(index, event.key === "Enter" && this.elements[index].classList.contains("chosen"));
    } else if (event.key in DIRECTIONS && this.elements.length && this.live) {
      this.moveFocus(index, /** @type {keyof typeof DIRECTIONS} */ (event.key));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {EventTarget | null} target
   * @returns {number} the index of the element around the target; -1 if there is none
   */
  indexOf(target) {
    const element = target instanceof Element ? target.closest("[data-actions]") : null;
    return element ? this.elements.indexOf(/** @type {SVGElement} */ (element)) : -1;
  }

  /**
   * Move the focus to the nearest choice on one side.
   *
   * @param {number} from
   * @param {keyof typeof DIRECTIONS} key
   */
  moveFocus(from, key) {
    const others = this.elements.filter((one, index) => index !== from && !one.classList.contains("shut"));
    if (from < 0) return others[0]?.focus();
    const [x, y] = DIRECTIONS[key];
    const here = center(this.elements[from]);
    let best = Infinity;
    /** @type {SVGElement | undefined} */
    let next;
    for (const other of others) {
      const there = center(other);
      const [dx, dy] = [there.x - here.x, there.y - here.y];
      const along = dx * x + dy * y;
      const across = Math.abs(dx * y) + Math.abs(dy * x);
      if (along > 1 && along + 2.5 * across < best) [best, next] = [along + 2.5 * across, other];
    }
    next?.focus();
  }
}

/**
 * Return the picture's explanation of something that cannot be chosen.
 *
 * @typedef {{why: string, attempt: string, name: string}} Missed `attempt`: the action that the click would have played
 * @param {EventTarget | null} target
 * @returns {Missed}
 */
function explanationOf(target) {
  const inside = target instanceof Element ? target : null;
  const marked = /** @type {SVGElement | null | undefined} */ (inside?.closest("[data-why], [data-try]"));
  const named = inside?.closest(":is(g, text):has(> title)")?.querySelector(":scope > title");
  return { why: marked?.dataset.why ?? "", attempt: marked?.dataset.try ?? "", name: named?.textContent ?? "" };
}

/**
 * @param {Element} element
 * @returns {{x: number, y: number}}
 */
function center(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
