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
export function endingWords({ cause, winner, by }, names, me) {
  if (cause === "house") return _("The host of this server closed the table; nobody won.");
  if (winner === null) return neverBegunWords(cause, by ?? null, names, me);
  const said = { winner: names[winner], loser: names[1 - winner] };
  if (cause === "resigned") return resignedWords(winner, said, me);
  if (cause === "time") return timeWords(winner, said, me);
  return winner === me ? _("You won the match!") : _("{winner} won the match!", said);
}

/**
 * @param {Ending["cause"]} cause
 * @param {Seat|null} by whose doing it was
 * @param {[string, string]} names
 * @param {Seat|null} me
 */
function neverBegunWords(cause, by, names, me) {
  const isVoid = cause === "void";
  if (by === null || by === me) {
    return isVoid ? _("Your share of chance did not come, so nothing was dealt.") : _("This table was given up before the match began.");
  }
  const name = names[by];
  return isVoid ? _("{name} walked away before the cards were dealt.", { name }) : _("{name} gave up the table before the match began.", { name });
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
