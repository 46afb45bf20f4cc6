/** Reproduces the deal of a round from its key: the procedure of docs/deals.md, which never changes. */

import { hmacSha256, sha256 } from "./sha256.js";

export const PROCEDURE = "jaipur deal 1";
const COMMITMENT = "jaipur commitment 1";
const NONCE_COMMITMENT = "jaipur nonce 1";
const CARDS = "DDDDDDGGGGGGSSSSSSCCCCCCCCPPPPPPPPLLLLLLLLLLKKKKKKKK";
const BONUSES = ["1122233", "445566", "889TT"];
const WORDS = 2 ** 32;

/**
 * @typedef {Object} Deal
 * @property {0|1} starter counts in the first round only
 * @property {string} cards 52 letters
 * @property {string[]} bonuses three piles as digits, T for ten
 */

/**
 * Bytes from hexadecimal digits.
 * @param {string} digits
 * @returns {Uint8Array}
 */
export function fromHex(digits) {
  if (!/^([0-9a-f]{2})*$/i.test(digits)) throw new RangeError("not hexadecimal");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} lower-case hexadecimal digits
 */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The commitment to a key, shown before the first card: it binds without revealing the key.
 * @param {string} key hexadecimal
 * @returns {string} hexadecimal
 */
export function commitmentOf(key) {
  return toHex(sha256(joined(text(COMMITMENT), fromHex(key))));
}

/**
 * The commitment to a nonce.
 * @param {string} nonce hexadecimal
 * @returns {string} hexadecimal
 */
export function commitmentOfNonce(nonce) {
  return toHex(sha256(joined(text(NONCE_COMMITMENT), fromHex(nonce))));
}

/**
 * The deal of a round, counted from 1.
 * @param {string} key hexadecimal
 * @param {string[]} nonces hexadecimal, one of each seat
 * @param {number} round
 * @returns {Deal}
 */
export function dealRound(key, nonces, round) {
  const given = nonces.map(fromHex).map((nonce) => joined(Uint8Array.of(nonce.length), nonce));
  const words = stream(fromHex(key), joined(text(PROCEDURE), number(round), ...given));
  // The order of these three lines is part of the procedure.
  const starter = below(words, 2) === 0 ? 0 : 1;
  const cards = shuffled(words, CARDS);
  const bonuses = BONUSES.map((pile) => shuffled(words, pile));
  return { starter, cards, bonuses };
}

/** @param {string} words */
const text = (words) => new TextEncoder().encode(words);

/**
 * Four bytes, the highest first.
 * @param {number} value
 */
function number(value) {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value);
  return new Uint8Array(view.buffer);
}

/** @param {...Uint8Array} parts */
function joined(...parts) {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}

/**
 * An endless stream of 32-bit words.
 * @param {Uint8Array} key
 * @param {Uint8Array} context
 * @returns {Generator<number, never>}
 */
function* stream(key, context) {
  for (let counter = 0; ; counter += 1) {
    const block = new DataView(hmacSha256(key, joined(context, number(counter))).buffer);
    for (let at = 0; at < block.byteLength; at += 4) yield block.getUint32(at);
  }
}

/**
 * A uniform number below the limit, by rejection sampling.
 * @param {Generator<number, never>} words
 * @param {number} limit
 */
function below(words, limit) {
  const fair = WORDS - (WORDS % limit);
  let word = words.next().value;
  while (word >= fair) word = words.next().value;
  return word % limit;
}

/**
 * Fisher–Yates shuffle, from the last place to the second.
 * @param {Generator<number, never>} words
 * @param {string} things
 */
function shuffled(words, things) {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const chosen = below(words, last + 1);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order.join("");
}
