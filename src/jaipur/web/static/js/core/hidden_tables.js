/** Tables that this browser leaves out of its list until they are opened or brought back. */

import { memory } from "./preferences.js";

const KEY = "putAway";
const MOST = 1000;

/** @returns {string[]} the newest first */
function all() {
  const kept = memory.get(KEY);
  return Array.isArray(kept) ? kept : [];
}

/**
 * Whether a table is put away.
 * @param {string} table
 * @returns {boolean}
 */
export function isHiddenTable(table) {
  return all().includes(table);
}

/**
 * Leave tables out of the list from now on.
 * @param {string[]} tables
 */
export function hideTables(tables) {
  memory.set(KEY, [...new Set([...tables, ...all()])].slice(0, MOST));
}

/**
 * Have tables in the list again.
 * @param {string[]} tables
 */
export function unhideTables(tables) {
  if (tables.some(isHiddenTable))
    memory.set(
      KEY,
      all().filter((one) => !tables.includes(one)),
    );
}
