/** The texts of the dock: what the picked cards mean, and the label of the button. */

import { BONUS_VALUES, HAND_LIMIT, TIERS } from "./box.js";
import {
  camelsLabel,
  cardsWords,
  parts,
  sellLabel,
  sentences,
  sumWords,
  takeLabel,
} from "./card_words.js";
import { page } from "./page.js";
import { _, count } from "./texts.js";

/** @typedef {import("../types.js").Legal} Legal */
/** @typedef {import("../page_types.js").Choices} Choices */
/** @typedef {import("../page_types.js").Staged} Staged */
/** @typedef {{sentence: string, label: string}} DockWords */

/**
 * The dock's sentence and the label of its button.
 * @param {Staged} staged
 * @param {Choices} choices
 * @returns {DockWords}
 */
export function stagedWords(staged, choices) {
  switch (staged.meaning) {
    case "take":
      return take(staged, choices);
    case "camels":
      return camels(staged);
    case "sell":
      return sale(staged, choices);
    case "exchange":
      return exchange(staged, choices);
    default:
      return { sentence: choiceWords(choices), label: _("Pick cards") };
  }
}

/**
 * Why an action is illegal, with the number of the rule.
 * @param {string} code
 * @returns {string}
 */
export function reasonWords(code) {
  return page.reasons?.[code] ?? _("This cannot be done now.");
}

/**
 * The possible actions while nothing is picked.
 * @param {Choices} choices
 */
function choiceWords({ legal, hand }) {
  const kinds = new Set(legal.map(({ kind }) => kind));
  if (hand.length >= HAND_LIMIT)
    return _("Your hand is full: sell cards, exchange cards or take the camels.");
  if (legal.length > 0 && !kinds.has("sell"))
    return _("Pick a card in the market to take it, or several to exchange.");
  return _("Pick a card in the market to take it, cards of your hand to sell them.");
}

/**
 * @param {Staged} staged
 * @param {Choices} choices
 * @returns {DockWords}
 */
function take({ legal, action, places }, { market, blocked }) {
  const card = (action && parts(action).take) || market[places[0]] || "";
  const label = takeLabel(card);
  const why = !legal && blocked?.market?.[card];
  if (why) return { label, sentence: reasonWords(why.reason) };
  return { label, sentence: sentences(_("{action}.", { action: label }), turnedWords(legal)) };
}

/**
 * @param {Staged} staged
 * @returns {DockWords}
 */
function camels({ legal, action, places }) {
  const label = camelsLabel(action ? parts(action).take.length : places.length);
  return { label, sentence: sentences(_("{action}.", { action: label }), turnedWords(legal)) };
}

/**
 * How many cards will be turned over.
 * @param {Legal|null} legal
 */
function turnedWords(legal) {
  if (!legal) return null;
  if (legal.ends) return endsWords(legal);
  return count(
    "One new card will be turned over.",
    "{n} new cards will be turned over.",
    legal.reveals ?? 0,
  );
}

/** @param {Legal} legal */
function endsWords({ ends }) {
  if (ends === "deck") return _("The deck cannot refill the market: this ends the round.");
  if (ends === "exchanges") return _("That many exchanges in a row end the round.");
  return ends ? _("This ends the round.") : null;
}

/**
 * @param {Staged} staged
 * @param {Choices} choices
 * @returns {DockWords}
 */
function sale({ legal, action }, { blocked }) {
  const { give } = parts(action ?? "");
  if (!give) return { label: _("Sell"), sentence: _("Pick the cards to sell.") };
  const label = sellLabel(give[0], give.length);
  const why = !legal && blocked?.hand?.[give[0]];
  if (why) return { label, sentence: reasonWords(why.reason) };
  if (!legal) return { label, sentence: _("{action}.", { action: label }) };
  return { label, sentence: sentences(earnedWords(label, legal), endsWords(legal)) };
}

/**
 * What a sale earns.
 * @param {string} action its label
 * @param {Legal} legal
 */
function earnedWords(action, { earns, count: cards, bonus_tier: tier }) {
  const sum = sumWords(earns ?? []);
  if (tier) {
    const [low, high] = BONUS_VALUES[tier];
    return _("{action}: {sum}, bonus {low}–{high}.", { action, sum, low, high });
  }
  if ((cards ?? 0) >= Number(TIERS[0]))
    return _("{action}: {sum}, no bonus token left.", { action, sum });
  if (!earns?.length) return _("{action}: no token left.", { action });
  return _("{action}: {sum}.", { action, sum });
}

/**
 * @param {Staged} staged
 * @param {Choices} choices
 * @returns {DockWords}
 */
function exchange({ legal, action, places, toGive }, { market }) {
  if (!action || toGive !== 0) {
    const taken = places.map((place) => market[place] ?? "").join("");
    return { label: _("Exchange"), sentence: missingWords(taken, toGive) };
  }
  const { take: taken, give } = parts(action);
  const sentence = sentences(
    _("You take {take}, you give {give}.", { take: cardsWords(taken), give: cardsWords(give) }),
    legal && _("Hand after: {n} of {limit}.", { n: legal.hand_after, limit: HAND_LIMIT }),
    legal && endsWords(legal),
  );
  return { sentence, label: _("Exchange {n} for {n}", { n: taken.length }) };
}

/**
 * What an exchange still needs.
 * @param {string} taken letters
 * @param {number} toGive negative: still to take
 */
function missingWords(taken, toGive) {
  const n = Math.abs(toGive);
  if (!taken)
    return count(
      "Exchange: pick {n} card in the market.",
      "Exchange: pick {n} cards in the market.",
      n,
    );
  const cards = cardsWords(taken);
  if (toGive < 0)
    return count("You take {cards}: {n} more to take.", "You take {cards}: {n} more to take.", n, {
      cards,
    });
  return count("You take {cards}: {n} more to give.", "You take {cards}: {n} more to give.", n, {
    cards,
  });
}
