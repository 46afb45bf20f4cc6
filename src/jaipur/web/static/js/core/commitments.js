/** Nonces that this browser is committed to: kept until they are revealed (docs/deals.md). */

import { newNonce } from "./api.js";
import { memory } from "./preferences.js";
import { commitmentOfNonce } from "./redeal.js";
import { _ } from "./texts.js";

/** @typedef {{nonce: string, table: string|null, after?: string}} CommittedNonce `table`: where it is revealed; `after`: whose rematch that is */
/** @typedef {import("../page_types.js").State} State */

const KEPT = "promised";
const MOST = 50;
const PARAMETER = "nonces";
const MOST_MOVED = 10;

/** This browser keeps nothing, so it could not reveal later what it commits to now. */
export class StorageUnavailable extends Error {
  sentence = _(
    "This browser keeps nothing for this site, so it cannot deal fairly with a friend. Allow it to store data, and try again.",
  );
}

/** @returns {CommittedNonce[]} the newest first */
function storedNonces() {
  const kept = memory.get(KEPT);
  return Array.isArray(kept) ? kept : [];
}

/**
 * Commit to a new nonce.
 * @param {string} [after] the table whose rematch it is for
 * @returns {string} what fixes it, without giving it away
 */
export function commitToNonce(after) {
  const nonce = newNonce();
  keep([{ nonce, table: null, after }]);
  if (!memory.isKept(KEPT)) throw new StorageUnavailable();
  return commitmentOfNonce(nonce);
}

/**
 * The table that a nonce was promised for is made.
 * @param {string} committed what fixes the nonce
 * @param {string} table
 */
export function bindCommitment(committed, table) {
  memory.set(
    KEPT,
    storedNonces().map((one) =>
      commitmentOfNonce(one.nonce) === committed ? { ...one, table } : one,
    ),
  );
}

/**
 * Whether we are committed at a table that shows no commitment: the other player could choose last.
 * @param {State} state
 */
export function isCommitmentMissing({ table, previous, nonce_commitment: committed }) {
  return (
    committed === null &&
    storedNonces().some((one) => one.table === table || (one.after && one.after === previous))
  );
}

/** Whether a table waits for a nonce that we are committed to. @param {State} state */
const isOurs = ({ seat, nonce_commitment: committed }) =>
  committed !== null && committed.seat === seat;

/**
 * The nonce we are committed to at a table; from now on it is for that table alone.
 * @param {State} state
 * @returns {string|null} null if it is in another browser or for another table, or the other one is not there yet
 */
function committedNonce({ table, nonce_commitment: committed }) {
  const all = storedNonces();
  const found = all.find(({ nonce }) => commitmentOfNonce(nonce) === committed?.sha256);
  if (!found || typeof committed?.other_nonce !== "string" || (found.table ?? table) !== table)
    return null;
  if (found.table === null)
    memory.set(
      KEPT,
      all.map((one) => (one === found ? { ...one, table } : one)),
    );
  return found.nonce;
}

/**
 * Our share of chance in the deals of a table: the one we are committed to, or a new one.
 * @param {State} state
 * @returns {string|null} null if it may not be given here, or not yet
 */
export function nonceFor(state) {
  if (isCommitmentMissing(state)) return null;
  return isOurs(state) ? committedNonce(state) : newNonce();
}

/** A nonce was revealed, or its table is over. @param {State} state */
export function dropCommitment({ table, nonce_commitment: committed }) {
  const all = storedNonces();
  const left = all.filter(
    (one) => one.table !== table && commitmentOfNonce(one.nonce) !== committed?.sha256,
  );
  if (left.length < all.length) memory.set(KEPT, left);
}

/** A link to another device that takes the newest nonces along: after the #, where no server reads. @param {string} link */
export function withNonces(link) {
  const some = storedNonces().slice(0, MOST_MOVED);
  return some.length
    ? `${link}&${PARAMETER}=${some.map(({ nonce, table }) => (table ? `${nonce}:${table}` : nonce)).join(".")}`
    : link;
}

/** Keep the nonces that such a link brought. @param {URLSearchParams} given */
export function importNonces(given) {
  const brought = (given.get(PARAMETER) ?? "")
    .split(".")
    .filter((one) => /^([0-9a-f]{2}){1,32}(:|$)/.test(one));
  keep(brought.map((one) => ({ nonce: one.split(":")[0], table: one.split(":")[1] ?? null })));
}

/** Keep nonces; what is known to be for one table stays so. @param {CommittedNonce[]} given */
function keep(given) {
  const before = storedNonces();
  const added = given.map(
    (one) => before.find(({ nonce, table }) => table && nonce === one.nonce) ?? one,
  );
  const others = before.filter(({ nonce }) => !given.some((one) => one.nonce === nonce));
  if (given.length) memory.set(KEPT, [...added, ...others].slice(0, MOST));
}
