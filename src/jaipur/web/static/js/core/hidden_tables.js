/** Tables that the user put away: hidden in this browser's list until opened or brought back. */

import { memory } from "./preferences.js";

const KEY = "putAway";
const MOST = 1000;

/** @returns {string[]} newest first */
function all() {
  const kept = memory.get(KEY);
  return Array.isArray(kept) ? kept : [];
}

/**
 * Whether a table is hidden.
 * @param {string} table
 * @returns {boolean}
 */
export function isHiddenTable(table) {
  return all().includes(table);
}

/**
 * Hide tables from the list.
 * @param {string[]} tables
 */
export function hideTables(tables) {
  memory.set(KEY, [...new Set([...tables, ...all()])].slice(0, MOST));
}

/**
 * Show tables in the list again.
 * @param {string[]} tables
 */
export function unhideTables(tables) {
  if (tables.some(isHiddenTable))
    memory.set(
      KEY,
      all().filter((one) => !tables.includes(one)),
    );
}
