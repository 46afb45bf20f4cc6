/** Actions as sorted letters taken and given, so that their order does not matter. */

import { KINDS } from "../core/box.js";

/** @typedef {import("../page_types.js").Choices} Choices */
/** @typedef {import("../types.js").Legal} Legal */
/** @typedef {{take: string, give: string}} Letters of an action, each side sorted */

const LETTERS = `([${KINDS.join("")}]+)`;
const SHAPE = new RegExp(`^(?:\\+${LETTERS})?(?:-${LETTERS})?$`);

/**
 * Parse a notation into sorted letters; null if it is invalid.
 * @param {string} notation
 * @returns {Letters|null}
 */
export function parse(notation) {
  const plain = notation.replace(/\s/g, "").replace(/[−–—]/g, "-").toUpperCase();
  const found = SHAPE.exec(plain);
  return found && plain ? { take: sorted(found[1] ?? ""), give: sorted(found[2] ?? "") } : null;
}

/**
 * Whether the letters of one side are among those of another.
 * @param {string} few
 * @param {string} many
 */
export function isAmong(few, many) {
  let rest = many;
  for (const letter of few) {
    if (!rest.includes(letter)) return false;
    rest = rest.replace(letter, "");
  }
  return true;
}

/**
 * Sort letters in the order of the notation.
 * @param {string} letters
 * @returns {string}
 */
export function sorted(letters) {
  return [...letters].sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b)).join("");
}

/**
 * The notation as the server writes it.
 * @param {Letters} letters
 * @returns {string}
 */
export function written({ take, give }) {
  return (take && `+${take}`) + (give && `-${give}`);
}

/** @type {WeakMap<Legal, Letters>} */
const known = new WeakMap();

/**
 * The letters of a legal action, cached because they are needed so often.
 * @param {Legal} legal
 * @returns {Letters}
 */
export function lettersOfLegal(legal) {
  const letters = known.get(legal) ?? parse(legal.action) ?? { take: "", give: "" };
  known.set(legal, letters);
  return letters;
}

/**
 * The legal action with this notation.
 * @param {Choices} choices
 * @param {string} action
 * @returns {Legal|null}
 */
export function find(choices, action) {
  return choices.legal.find((one) => written(lettersOfLegal(one)) === action) ?? null;
}

/**
 * Whether some legal action contains these cards.
 * @param {Letters} letters
 * @param {Choices} choices
 */
export function isPart({ take, give }, choices) {
  return choices.legal.some((legal) => {
    const whole = lettersOfLegal(legal);
    return isAmong(take, whole.take) && isAmong(give, whole.give);
  });
}

/**
 * How many cards of a good can be sold now: all possible numbers.
 * @param {Choices} choices
 * @param {string} good
 */
export function salesOf(choices, good) {
  const gives = choices.legal
    .map(lettersOfLegal)
    .filter((one) => !one.take && one.give[0] === good);
  return gives.map((one) => one.give.length);
}
