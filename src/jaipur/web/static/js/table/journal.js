/** What is kept of a table: the log of the round, and small notes in this browser. */

import { memory } from "../core/preferences.js";
import { _ } from "../core/texts.js";

/** @typedef {import("../page_types.js").Update} Update */
/** @typedef {import("../page_types.js").TableEvent} TableEvent */

const LAST_ACTIONS = 2;

/**
 * The log of the round after an update; without a memory aid only what was done last.
 * @param {TableEvent[]} log
 * @param {Update} update
 * @returns {TableEvent[]}
 */
export function logAfter(log, update) {
  const events = update.after === null ? update.events : [...log, ...update.events];
  const dealt = events.findLastIndex((event) => event.round);
  const round = events.slice(Math.max(dealt, 0));
  return update.state.options.memory_aid === "off" ? round.slice(-LAST_ACTIONS) : round;
}

/** The last version that was seen here, 0 if none was. @param {string} table @returns {number} */
export function lastSeen(table) {
  return memory.get(`seen.${table}`) ?? 0;
}

/**
 * Note that a version was seen, if somebody looks.
 * @param {string} table
 * @param {number} version
 */
export function noteSeen(table, version) {
  if (!document.hidden) memory.set(`seen.${table}`, version);
}

/** @typedef {{commitment: string, nonce_commitment: import("../types.js").NonceCommitted|null}} Committed */

/** Whose nonce is fixed, and by what, as it is noted. @param {Committed} shown */
const committedText = ({ nonce_commitment: committed }) =>
  committed ? `${committed.seat} ${committed.sha256}` : "none";

/**
 * Keep what was committed to before the first card, to compare it with what is shown at the end.
 * @param {string} table
 * @param {Committed} shown
 */
export function noteCommitments(table, shown) {
  if (memory.get(`commitment.${table}`) !== null) return;
  memory.set(`commitment.${table}`, shown.commitment ?? ""); // that none was shown is noted as well
  memory.set(`committed.${table}`, committedText(shown));
}

/** The server shows something else than what was noted when the table was first seen. */
export class CommitmentChanged extends Error {
  sentence = _(
    "The server shows another commitment to the deals than before, so this browser gives it nothing. Do not play at this table.",
  );
}

/**
 * Whether a table shows what was noted when it was first seen: to another one nothing is given.
 * @param {string} table
 * @param {Committed} shown
 */
export function matchesNotes(table, shown) {
  const [commitment, committed] = [
    memory.get(`commitment.${table}`),
    memory.get(`committed.${table}`),
  ];
  return (
    (commitment ?? shown.commitment) === shown.commitment &&
    (committed ?? committedText(shown)) === committedText(shown)
  );
}

/**
 * Keep a share of chance in the deals, for the same purpose; what was noted first for a seat stays.
 * @param {string} table
 * @param {number} seat
 * @param {string} nonce
 * @returns {string} the one that is noted
 */
export function noteNonce(table, seat, nonce) {
  const noted = memory.get(`nonces.${table}`) ?? [null, null];
  noted[seat] ??= nonce;
  memory.set(`nonces.${table}`, noted);
  return noted[seat];
}
