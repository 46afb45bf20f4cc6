/** The texts of a line in the list of my tables. */

import { botName } from "../core/box.js";
import { _ } from "../core/texts.js";

/** @typedef {import("../page_types.js").Seat} Seat */

/** @typedef {import("../types.js").ListedTable} Listed */

/** @param {Listed} table @returns {Seat} */
const mine = (table) => table.my_seats[0] ?? 0;

/** @param {Listed} table */
const other = (table) => table.seats[1 - mine(table)];

/**
 * Whether the match waits for me; there is nothing to do before the opponent has joined.
 * @param {Listed} table
 * @returns {boolean}
 */
export function isMyTurn(table) {
  return table.waits_for_me && (table.phase !== "waiting" || isSeated(table));
}

/** Whether another person sits at the table. @param {Listed} table */
const isSeated = (table) => table.my_seats.length < 2 && other(table).kind === "person";

/**
 * Whether another person sits at the table, or is invited to.
 * @param {Listed} table
 * @returns {boolean}
 */
export function hasPartner(table) {
  return table.my_seats.length < 2 && other(table).kind !== "bot";
}

/**
 * The opponent's name, or both names if I hold both seats.
 * @param {Listed} table
 * @returns {string}
 */
export function opponentOf(table) {
  if (table.my_seats.length === 2)
    return _("{one} and {two}", { one: table.seats[0].name, two: table.seats[1].name });
  const { kind, name } = other(table);
  if (kind === "open") return _("A friend you invited");
  return kind === "bot" ? botName(name) : name;
}

/**
 * The portrait of the opponent.
 * @param {Listed} table
 * @returns {string}
 */
export function portraitOf(table) {
  if (table.my_seats.length === 2) return "bot-pair";
  const { kind, bot } = other(table);
  return kind === "bot" && bot ? `bot-${bot.split(":")[0]}` : "bot-friend";
}

/**
 * The progress of the match, or how it ended.
 * @param {Listed} table
 * @returns {string}
 */
export function phaseWords(table) {
  const { phase, round } = table;
  if (phase === "over") return endWords(table);
  if (phase === "waiting" && isMyTurn(table)) return _("Waiting for you");
  if (phase === "waiting")
    return other(table).kind === "open" ? _("The seat is still open") : _("Not begun yet");
  if (phase === "between") return _("Round {n} is over", { n: round });
  return _("Round {n}", { n: round });
}

/** @param {Listed} table */
function endWords(table) {
  const { winner, cause, my_seats, seats } = table;
  if (cause === "void") return _("Void: nothing was dealt");
  if (cause === "host") return _("Closed by the host");
  if (cause === "closed" || winner === null) return _("Closed before it began");
  if (my_seats.length === 2) return _("{name} won", { name: seats[winner].name });
  return winner === mine(table) ? _("You won") : _("You lost");
}

/**
 * The seals, mine first.
 * @param {Listed} table
 * @returns {[number, number]}
 */
export function sealsOf(table) {
  const first = mine(table);
  return [table.seals[first], table.seals[1 - first]];
}

/**
 * The seals in words.
 * @param {Listed} table
 * @returns {string}
 */
export function scoreWords(table) {
  const [first, second] = sealsOf(table);
  return _("Seals {first} to {second}", { first, second });
}
