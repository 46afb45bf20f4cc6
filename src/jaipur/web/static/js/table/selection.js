/** Selections and their meaning: pure functions that look up the legal actions, without any rules. */

import { find, isPart, parse, salesOf, sorted, written } from "./letters.js";

/** @typedef {import("../page_types.js").Choices} Choices */
/** @typedef {import("../page_types.js").Selection} Selection */
/** @typedef {import("../page_types.js").Staged} Staged */

const CAMEL = "K";

/** Nothing is picked. @type {Selection} */
export const EMPTY = Object.freeze({ market: [], hand: [], camels: 0 });

/**
 * A tap on a market card: picks or unpicks a good; camels always all together.
 * @param {Selection} selection
 * @param {Choices} choices
 * @param {number} place
 * @returns {Selection}
 */
export function pickMarket(selection, choices, place) {
  const card = choices.market[place];
  if (!card) return selection;
  const isPicked = selection.market.some((one) => one.place === place);
  if (card === CAMEL) return isPicked ? EMPTY : { ...EMPTY, market: marketCamels(choices) };
  const { market, ...rest } = withoutMarketCamels(selection);
  if (isPicked) return { ...rest, market: market.filter((one) => one.place !== place) };
  return { ...rest, market: [...market, { place, card }].sort((a, b) => a.place - b.place) };
}

/**
 * A tap on a hand card: the first picks all sellable cards of its kind, later ones a single card.
 * @param {Selection} selection
 * @param {Choices} choices
 * @param {number} index
 * @returns {Selection}
 */
export function pickHand(selection, choices, index) {
  const card = choices.hand[index];
  if (!card) return selection;
  const rest = withoutMarketCamels(selection);
  if (rest.hand.some((one) => one.index === index)) return unpickHand(rest, index);
  return isEmpty(rest) ? saleFrom(choices, index) : addHand(rest, choices, index);
}

/**
 * A tap on a token pile: starts the sale of its good; a second tap cancels it.
 * @param {Selection} selection
 * @param {Choices} choices
 * @param {string} good
 * @returns {Selection}
 */
export function pickPile(selection, choices, good) {
  const index = choices.hand.indexOf(good);
  if (index < 0) return selection;
  const sale = saleFrom(choices, index);
  return isSame(sale, selection) ? EMPTY : sale;
}

/**
 * One card more or less: of the cards to sell, or else of the camels to give.
 * @param {Selection} selection
 * @param {Choices} choices
 * @param {1|-1} delta
 * @returns {Selection}
 */
export function change(selection, choices, delta) {
  if (!canChange(selection, choices, delta)) return selection;
  if (!isSale(selection)) {
    const rest = withoutMarketCamels(selection);
    return { ...rest, camels: rest.camels + delta };
  }
  const good = selection.hand[0].card;
  const picked = selection.hand.map((one) => one.index);
  if (delta < 0) return unpickHand(selection, Math.max(...picked));
  const free = choices.hand.findIndex((card, index) => card === good && !picked.includes(index));
  return free < 0 ? selection : addHand(selection, choices, free);
}

/**
 * Whether `change` would have an effect.
 * @param {Selection} selection
 * @param {Choices} choices
 * @param {1|-1} delta
 * @returns {boolean}
 */
export function canChange(selection, choices, delta) {
  if (isSale(selection)) {
    const { card } = selection.hand[0];
    return salesOf(choices, card).some((n) => (n - selection.hand.length) * delta > 0);
  }
  if (delta < 0) return selection.camels > 0;
  // One camel too many may be picked while cards are missing: the dock then says why.
  const isMissing = selection.camels < choices.herd && stageOf(selection, choices).toGive > 0;
  return isMissing || fits(selection, choices, { camel: true });
}

/**
 * The exchange, completed with camels of the herd, if that is legal.
 * @param {Selection} selection
 * @param {Choices} choices
 * @returns {Selection|null}
 */
export function fillWithCamels(selection, choices) {
  const missing = selection.market.length - selection.hand.length - selection.camels;
  const camels = selection.camels + missing;
  if (missing <= 0 || camels > choices.herd || hasMarketCamels(selection)) return null;
  const filled = { ...selection, camels };
  return stageOf(filled, choices).legal ? filled : null;
}

/**
 * What the picked cards mean.
 * @param {Selection} selection
 * @param {Choices} choices
 * @returns {Staged}
 */
export function stageOf(selection, choices) {
  const meaning = meaningOf(selection);
  const { take, give } = lettersOf(selection);
  const toGive = meaning === "exchange" ? take.length - give.length : 0;
  const isComplete = meaning !== "none" && toGive === 0;
  const action = isComplete ? written({ take, give }) : null;
  const legal = action === null ? null : find(choices, action);
  return { meaning, legal, action, places: selection.market.map((one) => one.place), toGive };
}

/**
 * The selection for a notation, in any case and order of letters: the leftmost cards of each kind.
 * @param {Choices} choices
 * @param {string} notation
 * @returns {Selection|null}
 */
export function selectionFor(choices, notation) {
  const letters = parse(notation);
  if (!letters || !find(choices, written(letters))) return null;
  const places = leftmost(choices.market, letters.take);
  const indices = leftmost(choices.hand, letters.give.replaceAll(CAMEL, ""));
  const camels = letters.give.length - (indices?.length ?? 0);
  if (!places || !indices || camels > choices.herd) return null;
  return {
    market: places.map((place) => ({ place, card: String(choices.market[place]) })),
    hand: indices.map((index) => ({ index, card: choices.hand[index] })),
    camels,
  };
}

/**
 * The selection after the table changed: the same one if it keeps its meaning, otherwise none.
 * @param {Selection} selection
 * @param {Choices} before
 * @param {Choices} after
 * @returns {Selection}
 */
export function kept(selection, before, after) {
  const isThere =
    selection.market.every((one) => after.market[one.place] === one.card) &&
    selection.hand.every((one) => after.hand[one.index] === one.card) &&
    selection.camels <= after.herd &&
    (!hasMarketCamels(selection) || marketCamels(after).length === selection.market.length);
  if (!isThere) return EMPTY;
  const { legal } = stageOf(selection, before);
  const letters = lettersOf(selection);
  const isStill = legal
    ? stageOf(selection, after).legal !== null
    : isPart(letters, after) || !isPart(letters, before);
  return isStill ? selection : EMPTY;
}

/**
 * Whether some legal action contains this card together with the cards that would stay picked.
 * @param {Selection} selection
 * @param {Choices} choices
 * @param {{place: number}|{index: number}|{camel: true}} card
 * @returns {boolean}
 */
export function fits(selection, choices, card) {
  const { take, give } = lettersOf(atLeast(selection));
  if ("camel" in card) {
    return selection.camels < choices.herd && isPart({ take, give: give + CAMEL }, choices);
  }
  if ("index" in card) {
    if (selection.hand.some((one) => one.index === card.index)) return true;
    const letter = choices.hand[card.index];
    return Boolean(letter) && isPart({ take, give: give + letter }, choices);
  }
  if (selection.market.some((one) => one.place === card.place)) return true;
  const letter = choices.market[card.place];
  if (!letter) return false;
  return isPart(
    letter === CAMEL ? { take: CAMEL, give: "" } : { take: take + letter, give },
    choices,
  );
}

/** @param {Selection} selection */
export function isEmpty(selection) {
  return !selection.market.length && !selection.hand.length && !selection.camels;
}

/** @param {Selection} selection */
function lettersOf(selection) {
  const take = selection.market.map((one) => one.card).join("");
  const give = selection.hand.map((one) => one.card).join("") + CAMEL.repeat(selection.camels);
  return { take: sorted(take), give: sorted(give) };
}

/**
 * @param {Selection} selection
 * @returns {Staged["meaning"]}
 */
function meaningOf(selection) {
  if (isEmpty(selection)) return "none";
  if (hasMarketCamels(selection)) return "camels";
  if (isSale(selection)) return "sell";
  const isAlone = selection.market.length === 1 && !selection.hand.length && !selection.camels;
  return isAlone ? "take" : "exchange";
}

/** @param {Selection} selection */
function isSale({ market, hand, camels }) {
  const isOneKind = hand.every((one) => one.card === hand[0].card);
  return hand.length > 0 && isOneKind && !market.length && !camels;
}

/** @param {Selection} selection */
function hasMarketCamels(selection) {
  return selection.market.some((one) => one.card === CAMEL);
}

/**
 * The cards that surely stay picked: one card of a sale, since the first tap picked the others.
 * @param {Selection} selection
 * @returns {Selection}
 */
function atLeast(selection) {
  return isSale(selection)
    ? { ...EMPTY, hand: selection.hand.slice(0, 1) }
    : withoutMarketCamels(selection);
}

/** @param {Selection} selection */
function withoutMarketCamels(selection) {
  return hasMarketCamels(selection) ? EMPTY : selection;
}

/** @param {Choices} choices */
function marketCamels(choices) {
  const places = choices.market.map((card, place) => ({ place, card: String(card) }));
  return places.filter((one) => one.card === CAMEL);
}

/**
 * All sellable cards of this card's kind; one if none can be sold.
 * @param {Choices} choices
 * @param {number} index
 * @returns {Selection}
 */
function saleFrom(choices, index) {
  const good = choices.hand[index];
  const same = choices.hand.map((_card, at) => at).filter((at) => choices.hand[at] === good);
  const most = Math.max(1, ...salesOf(choices, good).filter((n) => n <= same.length));
  const chosen = [index, ...same.filter((at) => at !== index)].slice(0, most);
  return chosen.reduce((selection, at) => addHand(selection, choices, at), EMPTY);
}

/**
 * @param {Selection} selection
 * @param {Choices} choices
 * @param {number} index
 * @returns {Selection}
 */
function addHand(selection, choices, index) {
  const hand = [...selection.hand, { index, card: choices.hand[index] }];
  return { ...selection, hand: hand.sort((a, b) => a.index - b.index) };
}

/**
 * @param {Selection} selection
 * @param {number} index
 * @returns {Selection}
 */
function unpickHand(selection, index) {
  return { ...selection, hand: selection.hand.filter((one) => one.index !== index) };
}

/**
 * @param {Selection} one
 * @param {Selection} other
 */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The places of the letters, from the left; null if some are missing.
 * @param {(string|null)[]} cards
 * @param {string} letters
 * @returns {number[]|null}
 */
function leftmost(cards, letters) {
  /** @type {number[]} */
  const found = [];
  for (const letter of letters) {
    const at = cards.findIndex((card, index) => card === letter && !found.includes(index));
    if (at < 0) return null;
    found.push(at);
  }
  return found.sort((a, b) => a - b);
}
