/** Nonces that this browser is committed to: kept until they are revealed (docs/deals.md). */

import { commitmentOfNonce } from "../verify/redeal.js";
import { newNonce } from "./api.js";
import { memory } from "./preferences.js";

const KEPT = "promised";
const MOST = 50;
const PARAMETER = "nonces";
const MOST_MOVED = 10;

/** @returns {string[]} the newest first */
const promised = () => memory.get(KEPT) ?? [];

/** Commit to a new nonce. @returns {string} what fixes it, without giving it away */
export function promiseNonce() {
  const nonce = newNonce();
  keep([nonce]);
  return commitmentOfNonce(nonce);
}

/**
 * Our share of chance in the deals of a table: the one we are committed to, or a new one.
 * @param {import("../types.js").State} state
 * @returns {string|null} null if it is in another browser
 */
export function nonceFor({ seat, nonce_commitment: committed }) {
  if (!committed || committed.seat !== seat) return newNonce();
  return promised().find((nonce) => commitmentOfNonce(nonce) === committed.sha256) ?? null;
}

/** A nonce was revealed. @param {string} nonce */
export function dropPromise(nonce) {
  const left = promised().filter((one) => one !== nonce);
  if (left.length < promised().length) memory.set(KEPT, left);
}

/** A link to another device that takes the newest nonces along: after the #, where no server reads. @param {string} link */
export function withPromises(link) {
  const some = promised().slice(0, MOST_MOVED);
  return some.length ? `${link}&${PARAMETER}=${some.join(".")}` : link;
}

/** Keep the nonces that such a link brought. @param {URLSearchParams} given */
export function bringPromises(given) {
  keep((given.get(PARAMETER) ?? "").split(".").filter((nonce) => /^([0-9a-f]{2}){1,32}$/.test(nonce)));
}

/** @param {string[]} nonces */
function keep(nonces) {
  const others = promised().filter((one) => !nonces.includes(one));
  if (nonces.length) memory.set(KEPT, [...nonces, ...others].slice(0, MOST));
}
