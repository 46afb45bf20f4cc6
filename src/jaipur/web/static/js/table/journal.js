/** What the page keeps of a table: the log of the round, and notes in local storage. */

import { memory } from "../core/preferences.js";
import { _ } from "../core/texts.js";

/** @typedef {import("../page_types.js").Update} Update */
/** @typedef {import("../page_types.js").TableEvent} TableEvent */

const LAST_ACTIONS = 2;

/**
 * The log of the round after an update; without a memory aid, only the last actions.
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

/** The last version that was seen in this browser; 0 if none. @param {string} table @returns {number} */
export function lastSeen(table) {
  return memory.get(`seen.${table}`) ?? 0;
}

/**
 * Record that a version was seen, if the page is visible.
 * @param {string} table
 * @param {number} version
 */
export function noteSeen(table, version) {
  if (!document.hidden) memory.set(`seen.${table}`, version);
}

/** @typedef {{commitment: string, nonce_commitment: import("../types.js").NonceCommitted|null}} Committed */

/** Who committed to a nonce, and the commitment, as stored. @param {Committed} shown */
const committedText = ({ nonce_commitment: committed }) =>
  committed ? `${committed.seat} ${committed.sha256}` : "none";

/**
 * Store the commitments shown before the first card, to compare them with the proof at the end.
 * @param {string} table
 * @param {Committed} shown
 */
export function noteCommitments(table, shown) {
  if (memory.get(`commitment.${table}`) !== null) return;
  memory.set(`commitment.${table}`, shown.commitment ?? ""); // a missing commitment is recorded as well
  memory.set(`committed.${table}`, committedText(shown));
}

/** The server shows other commitments than when the table was first seen. */
export class CommitmentChanged extends Error {
  sentence = _(
    "The server shows a different commitment to the deals than before, so this browser sends it nothing. Do not play at this table.",
  );
}

/**
 * Whether a table still shows the commitments stored first; otherwise no nonce is sent.
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
 * Store the nonce of a seat, for the same purpose; the first one stored stays.
 * @param {string} table
 * @param {number} seat
 * @param {string} nonce
 * @returns {string} the stored one
 */
export function noteNonce(table, seat, nonce) {
  const noted = memory.get(`nonces.${table}`) ?? [null, null];
  noted[seat] ??= nonce;
  memory.set(`nonces.${table}`, noted);
  return noted[seat];
}
