/** Selections and their meaning: pure functions that look up the legal actions, without any rules. */

import { find, isPart, parse, salesOf, sorted, written } from "./letters.js";

/** @typedef {import("../page_types.js").Plan} Plan */
/** @typedef {import("../page_types.js").Selection} Selection */
/** @typedef {import("../page_types.js").Staged} Staged */

const CAMEL = "K";

/** Nothing is picked. @type {Selection} */
export const EMPTY = Object.freeze({ market: [], hand: [], camels: 0 });

/**
 * A tap on a market card: picks or unpicks a good; camels always all together.
 * @param {Selection} selection
 * @param {Plan} plan
 * @param {number} place
 * @returns {Selection}
 */
export function pickMarket(selection, plan, place) {
  const card = plan.market[place];
  if (!card) return selection;
  const isPicked = selection.market.some((one) => one.place === place);
  if (card === CAMEL) return isPicked ? EMPTY : { ...EMPTY, market: marketCamels(plan) };
  const { market, ...rest } = withoutMarketCamels(selection);
  if (isPicked) return { ...rest, market: market.filter((one) => one.place !== place) };
  return { ...rest, market: [...market, { place, card }].sort((a, b) => a.place - b.place) };
}

/**
 * A tap on a hand card: the first picks all sellable cards of its kind, later ones a single card.
 * @param {Selection} selection
 * @param {Plan} plan
 * @param {number} index
 * @returns {Selection}
 */
export function pickHand(selection, plan, index) {
  const card = plan.hand[index];
  if (!card) return selection;
  const rest = withoutMarketCamels(selection);
  if (rest.hand.some((one) => one.index === index)) return unpickHand(rest, index);
  return isEmpty(rest) ? saleFrom(plan, index) : addHand(rest, plan, index);
}

/**
 * A tap on a token pile: starts the sale of its good; a second tap cancels it.
 * @param {Selection} selection
 * @param {Plan} plan
 * @param {string} good
 * @returns {Selection}
 */
export function pickPile(selection, plan, good) {
  const index = plan.hand.indexOf(good);
  if (index < 0) return selection;
  const sale = saleFrom(plan, index);
  return isSame(sale, selection) ? EMPTY : sale;
}

/**
 * One card more or less: of the cards to sell, or else of the camels to give.
 * @param {Selection} selection
 * @param {Plan} plan
 * @param {1|-1} delta
 * @returns {Selection}
 */
export function change(selection, plan, delta) {
  if (!canChange(selection, plan, delta)) return selection;
  if (!isSale(selection)) {
    const rest = withoutMarketCamels(selection);
    return { ...rest, camels: rest.camels + delta };
  }
  const good = selection.hand[0].card;
  const picked = selection.hand.map((one) => one.index);
  if (delta < 0) return unpickHand(selection, Math.max(...picked));
  const free = plan.hand.findIndex((card, index) => card === good && !picked.includes(index));
  return free < 0 ? selection : addHand(selection, plan, free);
}

/**
 * Whether `change` would have an effect.
 * @param {Selection} selection
 * @param {Plan} plan
 * @param {1|-1} delta
 * @returns {boolean}
 */
export function canChange(selection, plan, delta) {
  if (isSale(selection)) {
    const { card } = selection.hand[0];
    return salesOf(plan, card).some((n) => (n - selection.hand.length) * delta > 0);
  }
  if (delta < 0) return selection.camels > 0;
  // One camel too many may be picked while cards are missing: the dock then says why.
  const isMissing = selection.camels < plan.herd && stageOf(selection, plan).toGive > 0;
  return isMissing || fits(selection, plan, { camel: true });
}

/**
 * The exchange, completed with camels of the herd, if that is legal.
 * @param {Selection} selection
 * @param {Plan} plan
 * @returns {Selection|null}
 */
export function fillWithCamels(selection, plan) {
  const missing = selection.market.length - selection.hand.length - selection.camels;
  const camels = selection.camels + missing;
  if (missing <= 0 || camels > plan.herd || hasMarketCamels(selection)) return null;
  const filled = { ...selection, camels };
  return stageOf(filled, plan).legal ? filled : null;
}

/**
 * What the picked cards mean.
 * @param {Selection} selection
 * @param {Plan} plan
 * @returns {Staged}
 */
export function stageOf(selection, plan) {
  const meaning = meaningOf(selection);
  const { take, give } = lettersOf(selection);
  const toGive = meaning === "exchange" ? take.length - give.length : 0;
  const isComplete = meaning !== "none" && toGive === 0;
  const action = isComplete ? written({ take, give }) : null;
  const legal = action === null ? null : find(plan, action);
  return { meaning, legal, action, places: selection.market.map((one) => one.place), toGive };
}

/**
 * The selection for a notation, in any case and order of letters: the leftmost cards of each kind.
 * @param {Plan} plan
 * @param {string} notation
 * @returns {Selection|null}
 */
export function selectionFor(plan, notation) {
  const letters = parse(notation);
  if (!letters || !find(plan, written(letters))) return null;
  const places = leftmost(plan.market, letters.take);
  const indices = leftmost(plan.hand, letters.give.replaceAll(CAMEL, ""));
  const camels = letters.give.length - (indices?.length ?? 0);
  if (!places || !indices || camels > plan.herd) return null;
  return {
    market: places.map((place) => ({ place, card: String(plan.market[place]) })),
    hand: indices.map((index) => ({ index, card: plan.hand[index] })),
    camels,
  };
}

/**
 * The selection after the table changed: the same one if it keeps its meaning, otherwise none.
 * @param {Selection} selection
 * @param {Plan} before
 * @param {Plan} after
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
 * @param {Plan} plan
 * @param {{place: number}|{index: number}|{camel: true}} card
 * @returns {boolean}
 */
export function fits(selection, plan, card) {
  const { take, give } = lettersOf(atLeast(selection));
  if ("camel" in card) {
    return selection.camels < plan.herd && isPart({ take, give: give + CAMEL }, plan);
  }
  if ("index" in card) {
    if (selection.hand.some((one) => one.index === card.index)) return true;
    const letter = plan.hand[card.index];
    return Boolean(letter) && isPart({ take, give: give + letter }, plan);
  }
  if (selection.market.some((one) => one.place === card.place)) return true;
  const letter = plan.market[card.place];
  if (!letter) return false;
  return isPart(letter === CAMEL ? { take: CAMEL, give: "" } : { take: take + letter, give }, plan);
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

/** @param {Plan} plan */
function marketCamels(plan) {
  const places = plan.market.map((card, place) => ({ place, card: String(card) }));
  return places.filter((one) => one.card === CAMEL);
}

/**
 * All sellable cards of this card's kind; one if none can be sold.
 * @param {Plan} plan
 * @param {number} index
 * @returns {Selection}
 */
function saleFrom(plan, index) {
  const good = plan.hand[index];
  const same = plan.hand.map((_card, at) => at).filter((at) => plan.hand[at] === good);
  const most = Math.max(1, ...salesOf(plan, good).filter((n) => n <= same.length));
  const chosen = [index, ...same.filter((at) => at !== index)].slice(0, most);
  return chosen.reduce((selection, at) => addHand(selection, plan, at), EMPTY);
}

/**
 * @param {Selection} selection
 * @param {Plan} plan
 * @param {number} index
 * @returns {Selection}
 */
function addHand(selection, plan, index) {
  const hand = [...selection.hand, { index, card: plan.hand[index] }];
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
