/** Cards and actions in words. */

import { KINDS } from "./box.js";
import { _, count, list } from "./texts.js";

/** @typedef {import("../types.js").Legal} Legal */
/** @typedef {{take: string, give: string, kind: "take"|"take_camels"|"exchange"|"sell"}} Parts */

/**
 * What an action in notation takes and gives: "+DG-LK" takes DG and gives LK.
 * @param {string} action
 * @returns {Parts}
 */
export function parts(action) {
  const [, take = "", give = ""] = /^(?:\+(\w+))?(?:-(\w+))?$/.exec(action) ?? [];
  if (take && give) return { take, give, kind: "exchange" };
  if (give) return { take, give, kind: "sell" };
  return { take, give, kind: take.startsWith("K") ? "take_camels" : "take" };
}

/** @type {Record<string, () => string>} */
const NAMES = {
  D: () => _("Diamond"),
  G: () => _("Gold"),
  S: () => _("Silver"),
  C: () => _("Cloth"),
  P: () => _("Spice"),
  L: () => _("Leather"),
  K: () => _("Camel"),
};

// One card inside a sentence. The empty placeholder makes these differ from the bare names of the
// kinds, since other languages need an article here ("de l’or").
/** @type {Record<string, () => string>} */
const SINGLE = {
  D: () => _("a diamond"),
  G: () => _("{some}gold", { some: "" }),
  S: () => _("{some}silver", { some: "" }),
  C: () => _("{some}cloth", { some: "" }),
  P: () => _("{some}spice", { some: "" }),
  L: () => _("{some}leather", { some: "" }),
  K: () => _("a camel"),
};

/** @type {Record<string, (n: number) => string>} */
const COUNTED = {
  D: (n) => count("{n} diamond", "{n} diamonds", n),
  G: (n) => count("{n} gold", "{n} gold", n),
  S: (n) => count("{n} silver", "{n} silver", n),
  C: (n) => count("{n} cloth", "{n} cloth", n),
  P: (n) => count("{n} spice", "{n} spice", n),
  L: (n) => count("{n} leather", "{n} leather", n),
  K: (n) => count("{n} camel", "{n} camels", n),
};

/** @type {Record<string, () => string>} */
const TAKES = {
  D: () => _("Take the diamond"),
  G: () => _("Take gold"),
  S: () => _("Take silver"),
  C: () => _("Take cloth"),
  P: () => _("Take spice"),
  L: () => _("Take leather"),
};

/**
 * The name of a kind of card, as on its face: "Gold".
 * @param {string} letter
 * @returns {string}
 */
export function cardName(letter) {
  return NAMES[letter]();
}

/**
 * Cards of one kind, always with their number: "1 cloth", "3 cloth".
 * @param {string} letter
 * @param {number} n
 * @returns {string}
 */
export function countedWords(letter, n) {
  return COUNTED[letter](n);
}

/**
 * Cards inside a sentence: "2 leather and a camel".
 * @param {string|string[]} letters
 * @returns {string}
 */
export function cardsWords(letters) {
  const cards = [...letters];
  const words = KINDS.map((kind) => ({ kind, n: cards.filter((card) => card === kind).length }))
    .filter(({ n }) => n > 0)
    .map(({ kind, n }) => (n === 1 ? SINGLE[kind]() : COUNTED[kind](n)));
  return list(words);
}

/**
 * Several sentences as one text.
 * @param {...(string|null|false)} all
 * @returns {string}
 */
export function sentences(...all) {
  return all.filter(Boolean).join(" ");
}

/**
 * Rupees of tokens as they are added up: "5+3+3 = 11".
 * @param {number[]} values
 * @returns {string}
 */
export function sumWords(values) {
  const total = values.reduce((sum, value) => sum + value, 0);
  return values.length > 1 ? `${values.join("+")} = ${total}` : String(total);
}

/**
 * The button label for taking one good.
 * @param {string} letter
 * @returns {string}
 */
export function takeLabel(letter) {
  return TAKES[letter]();
}

/**
 * The button label for taking the camels.
 * @param {number} n
 * @returns {string}
 */
export function camelsLabel(n) {
  return count("Take the camel", "Take {n} camels", n);
}

/**
 * The button label for a sale.
 * @param {string} letter
 * @param {number} n
 * @returns {string}
 */
export function sellLabel(letter, n) {
  return _("Sell {cards}", { cards: countedWords(letter, n) });
}

/**
 * The name of an action in full.
 * @param {string} action in notation
 * @returns {string}
 */
export function actionWords(action) {
  const { take, give, kind } = parts(action);
  if (kind === "take") return takeLabel(take);
  if (kind === "take_camels") return camelsLabel(take.length);
  if (kind === "sell") return sellLabel(give[0], give.length);
  return _("Exchange {give} for {take}", { give: cardsWords(give), take: cardsWords(take) });
}

/**
 * The short name of a legal action.
 * @param {Legal} legal
 * @returns {string}
 */
export function legalWords(legal) {
  return actionWords(legal.action);
}
