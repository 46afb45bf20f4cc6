/** What is kept of a table: the log of the round, and small notes in this browser. */

import { memory } from "../core/preferences.js";

/** @typedef {import("../types.js").Update} Update */
/** @typedef {import("../types.js").TableEvent} TableEvent */

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

/**
 * Keep what was committed to before the first card, to compare it with what is shown at the end.
 * @param {string} table
 * @param {{commitment: string, nonce_commitment: import("../types.js").NonceCommitted|null}} shown
 */
export function noteCommitments(table, { commitment, nonce_commitment: committed }) {
  if (memory.get(`commitment.${table}`)) return;
  memory.set(`commitment.${table}`, commitment);
  if (committed) memory.set(`nonce_commitment.${table}`, committed.sha256);
}

/**
 * Keep our share of the chance in the deals, for the same purpose.
 * @param {string} table
 * @param {string} nonce
 */
export function noteNonce(table, nonce) {
  memory.set(`nonce.${table}`, nonce);
}
