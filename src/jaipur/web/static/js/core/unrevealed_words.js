/** What was taken, while the cards that come for it are not turned over yet. */

import { cardsWords, parts } from "./card_words.js";
import { _ } from "./texts.js";

/** @typedef {import("../page_types.js").TableEvent} TableEvent */
/** @typedef {import("../page_types.js").Seat} Seat */

/**
 * An event as far as it was seen: of one that turned cards over, only what was taken.
 * @param {TableEvent} event
 * @param {[string, string]} names
 * @param {Seat|null} me my seat
 * @returns {string}
 */
export function unrevealedWords({ seat, action, drawn, words = "" }, names, me) {
  if (seat === undefined || !action || !drawn) return words;
  const said = { name: names[seat], cards: cardsWords(parts(action).take) };
  return seat === me ? _("You took {cards}.", said) : _("{name} took {cards}.", said);
}
