/** Positions on the screen: the boxes of cards, coins and players. */

import { sortedHand } from "./model.js";

/** @typedef {import("./ghosts.js").Rect} Rect */

const COIN = 34;
const CARD_SHAPE = 96 / 136;

/** The slots of a hand, each used once; equal cards are adjacent, the newest last. */
export class Slots {
  /** @param {string[]} hand */
  constructor(hand) {
    /** @type {(string|null)[]} */
    this.free = [...hand];
  }

  /**
   * @param {string} letter
   * @returns {number|null}
   */
  last(letter) {
    const index = this.free.lastIndexOf(letter);
    if (index < 0) return null;
    this.free[index] = null;
    return index;
  }
}

/**
 * My hand as it was before an action.
 * @param {string[]} hand
 * @param {string} take
 * @param {string} give
 */
export function handBefore(hand, take, give) {
  const slots = new Slots(hand);
  for (const letter of take) slots.last(letter);
  const kept = slots.free.filter((letter) => letter !== null).join("");
  return sortedHand(kept + give.replaceAll("K", ""));
}

/**
 * Where a side keeps its cards: its herd or its hand.
 * @param {"top"|"bottom"} side
 * @param {string} letter
 */
export function home(side, letter) {
  const own = (letter === "K" ? element("herd", side) : null) ?? element("hand", side);
  return boxOf(own);
}

/**
 * The box of the card on a stack.
 * @param {Element|null} stack
 * @returns {Rect|null}
 */
export function boxOf(stack) {
  return stack && cardBox(stack.getBoundingClientRect());
}

/**
 * The largest card in the middle of a box.
 * @param {Rect} box
 * @returns {Rect}
 */
function cardBox(box) {
  const height = Math.min(box.height, box.width / CARD_SHAPE);
  const width = height * CARD_SHAPE;
  return {
    left: box.left + (box.width - width) / 2,
    top: box.top + (box.height - height) / 2,
    width,
    height,
  };
}

/**
 * A coin in the middle of a box.
 * @param {Rect} box
 * @returns {Rect}
 */
export function coinBox({ left, top, width, height }) {
  return {
    left: left + (width - COIN) / 2,
    top: top + (height - COIN) / 2,
    width: COIN,
    height: COIN,
  };
}

/**
 * The visible element with a data attribute, if there is one.
 * @param {string} hook
 * @param {string|number} [value]
 * @returns {HTMLElement|null}
 */
export function element(hook, value) {
  const found = document.querySelector(
    value === undefined ? `[data-${hook}]` : `[data-${hook}="${value}"]`,
  );
  const isSeen = found instanceof HTMLElement && found.offsetParent !== null;
  return isSeen ? found : null;
}
