/** Describes an action while its replacement cards are not turned over yet. */

import { cardsWords, parts } from "./card_words.js";
import { _ } from "./texts.js";

/** @typedef {import("../page_types.js").TableEvent} TableEvent */
/** @typedef {import("../page_types.js").Seat} Seat */

/**
 * The words of an event; if it turned cards over, only what was taken.
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
