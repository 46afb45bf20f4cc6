/** How a match ended, in one sentence. */

import { _ } from "../core/texts.js";

/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {NonNullable<import("../types.js").State["ending"]>} Ending */

/**
 * Who won the match, and how.
 * @param {Ending} ending
 * @param {[string, string]} names
 * @param {Seat|null} me
 * @returns {string}
 */
export function endingWords({ cause, winner }, names, me) {
  if (cause === "house") return _("The host of this server closed the table; nobody won.");
  if (winner === null) return _("This table was given up before the match began.");
  const said = { winner: names[winner], loser: names[1 - winner] };
  if (cause === "resigned") return resignedWords(winner, said, me);
  if (cause === "time") return timeWords(winner, said, me);
  return winner === me ? _("You won the match!") : _("{winner} won the match!", said);
}

/**
 * @param {Seat} winner
 * @param {Record<string, string>} said
 * @param {Seat|null} me
 */
function resignedWords(winner, said, me) {
  if (me === null) return _("{loser} gave up: {winner} won the match.", said);
  return winner === me ? _("{loser} gave up: you won the match!", said) : _("You gave up: {winner} won the match.", said);
}

/**
 * @param {Seat} winner
 * @param {Record<string, string>} said
 * @param {Seat|null} me
 */
function timeWords(winner, said, me) {
  if (me === null) return _("{loser} ran out of time: {winner} won the match.", said);
  return winner === me
    ? _("{loser} ran out of time: you won the match!", said)
    : _("You ran out of time: {winner} won the match.", said);
}
