/** What this browser keeps about single tables, and for how long. */

import { memory } from "./preferences.js";

const FINISHED = "finished";
const EXPECTED = "expected";
const MOST_FINISHED = 200;
const NOTES = ["seen", "nonce", "nonces", "commitment", "committed"];

/**
 * A match is over: what is kept about it can be checked as long as it is among the newest.
 * @param {string} table
 */
export function keepFinished(table) {
  const before = memory.get(FINISHED);
  const others = Array.isArray(before) ? before.filter((one) => one !== table) : [];
  const all = [table, ...others];
  for (const old of all.slice(MOST_FINISHED))
    for (const note of NOTES) memory.drop(`${note}.${old}`);
  memory.set(FINISHED, all.slice(0, MOST_FINISHED));
}

/** A seat was taken that the list of my tables does not show yet: its place can be kept there. */
export function expectTables() {
  memory.set(EXPECTED, expectedTables() + 1);
}

/** How many tables the list does not know. @returns {number} */
export function expectedTables() {
  return memory.get(EXPECTED) ?? 0;
}

/** The list has come. */
export function expectNoMore() {
  if (expectedTables()) memory.drop(EXPECTED);
}
