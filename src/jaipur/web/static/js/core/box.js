/** The contents of the game box: kinds of cards, tokens and limits, as embedded in the page. */

import { page } from "./page.js";

const { box } = page;

/** The kinds of cards in their usual order; camels last. */
export const KINDS = [...box.kinds];

/** The kinds that go into a hand. */
export const GOODS = [...box.goods];

/** How many cards sold at once earn a bonus token; the bonus piles are named after it. */
export const TIERS = box.tiers.map(String);

/** The least and the most that a bonus token can be worth, by tier. */
export const BONUS_VALUES = box.bonuses;

export const HAND_LIMIT = box.hand_limit;
export const SEALS_TO_WIN = box.seals;
export const CAMEL_TOKEN = box.camel_token;

/** How many tokens the largest pile has. */
export const MOST_TOKENS = box.most_tokens;

/** The places of the market, from 0. */
export const MARKET_PLACES = Array.from({ length: box.places }, (_none, place) => place);

/** The places of a hand, from 0. */
export const HAND_PLACES = Array.from({ length: box.hand_limit }, (_none, index) => index);

/**
 * The tier of a bonus token, from its value.
 * @param {number} value
 * @returns {string}
 */
export function tierOf(value) {
  return TIERS.find((tier) => value <= BONUS_VALUES[tier][1]) ?? TIERS[TIERS.length - 1];
}

/**
 * The drawings of one player's seals: the won ones first.
 * @param {number} won
 * @returns {("seal"|"seal-empty")[]}
 */
export function sealDrawings(won) {
  return Array.from({ length: Math.max(won, SEALS_TO_WIN) }, (_none, at) =>
    at < won ? "seal" : "seal-empty",
  );
}

/**
 * A bot’s name, translated and capitalised.
 * @param {string} name
 * @returns {string}
 */
export function botName(name) {
  return page.bot_names[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}
