/** Nonces that this browser has committed to, stored until they are revealed (docs/deals.md). */

import { newNonce } from "./api.js";
import { memory } from "./preferences.js";
import { commitmentOfNonce } from "./redeal.js";
import { _ } from "./texts.js";

/** @typedef {{nonce: string, table: string|null, after?: string}} StoredNonce `table`: where it will be revealed; `after`: the table whose rematch that is */
/** @typedef {import("../page_types.js").State} State */

const KEY = "promised";
const MOST = 50;
const PARAMETER = "nonces";
const MOST_MOVED = 10;

/** This browser stores nothing, so it could not reveal the nonce later. */
export class StorageUnavailable extends Error {
  sentence = _(
    "This browser stores no data for this site, which a fair deal with a friend needs. Allow it to store data, and try again.",
  );
}

/** @returns {StoredNonce[]} newest first */
function storedNonces() {
  const kept = memory.get(KEY);
  return Array.isArray(kept) ? kept : [];
}

/**
 * Commit to a new nonce.
 * @param {string} [after] the table whose rematch it is for
 * @returns {string} the commitment, which does not reveal the nonce
 */
export function commitToNonce(after) {
  const nonce = newNonce();
  keep([{ nonce, table: null, after }]);
  if (!memory.isKept(KEY)) throw new StorageUnavailable();
  return commitmentOfNonce(nonce);
}

/**
 * Record which table a nonce belongs to, once that is created.
 * @param {string} committed the commitment to the nonce
 * @param {string} table
 */
export function bindCommitment(committed, table) {
  memory.set(
    KEY,
    storedNonces().map((one) =>
      commitmentOfNonce(one.nonce) === committed ? { ...one, table } : one,
    ),
  );
}

/**
 * Whether we have committed to a nonce at a table that shows no commitment: then the other player
 * could choose theirs last.
 * @param {State} state
 */
export function isCommitmentMissing({ table, previous, nonce_commitment: committed }) {
  return (
    committed === null &&
    storedNonces().some((one) => one.table === table || (one.after && one.after === previous))
  );
}

/** Whether the commitment at a table is ours. @param {State} state */
const isOurs = ({ seat, nonce_commitment: committed }) =>
  committed !== null && committed.seat === seat;

/**
 * The nonce we committed to at a table; from now on it is bound to that table.
 * @param {State} state
 * @returns {string|null} null if it is in another browser, belongs to another table, or the other nonce is still missing
 */
function committedNonce({ table, nonce_commitment: committed }) {
  const all = storedNonces();
  const found = all.find(({ nonce }) => commitmentOfNonce(nonce) === committed?.sha256);
  if (!found || typeof committed?.other_nonce !== "string" || (found.table ?? table) !== table)
    return null;
  if (found.table === null)
    memory.set(
      KEY,
      all.map((one) => (one === found ? { ...one, table } : one)),
    );
  return found.nonce;
}

/**
 * Our nonce for the deals of a table: the one we committed to, or a new one.
 * @param {State} state
 * @returns {string|null} null if it must not be sent here, or not yet
 */
export function nonceFor(state) {
  if (isCommitmentMissing(state)) return null;
  return isOurs(state) ? committedNonce(state) : newNonce();
}

/** Forget a nonce that was revealed, or whose table is over. @param {State} state */
export function dropCommitment({ table, nonce_commitment: committed }) {
  const all = storedNonces();
  const left = all.filter(
    (one) => one.table !== table && commitmentOfNonce(one.nonce) !== committed?.sha256,
  );
  if (left.length < all.length) memory.set(KEY, left);
}

/** Add the newest nonces to a link for another device, after the #, where no server sees them. @param {string} link */
export function withNonces(link) {
  const some = storedNonces().slice(0, MOST_MOVED);
  return some.length
    ? `${link}&${PARAMETER}=${some.map(({ nonce, table }) => (table ? `${nonce}:${table}` : nonce)).join(".")}`
    : link;
}

/** Store the nonces that such a link carries. @param {URLSearchParams} given */
export function importNonces(given) {
  const brought = (given.get(PARAMETER) ?? "")
    .split(".")
    .filter((one) => /^([0-9a-f]{2}){1,32}(:|$)/.test(one));
  keep(brought.map((one) => ({ nonce: one.split(":")[0], table: one.split(":")[1] ?? null })));
}

/** Store nonces; those already bound to a table stay bound. @param {StoredNonce[]} given */
function keep(given) {
  const before = storedNonces();
  const added = given.map(
    (one) => before.find(({ nonce, table }) => table && nonce === one.nonce) ?? one,
  );
  const others = before.filter(({ nonce }) => !given.some((one) => one.nonce === nonce));
  if (given.length) memory.set(KEY, [...added, ...others].slice(0, MOST));
}
