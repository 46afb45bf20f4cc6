/** What this browser stores about single tables, and for how long. */

import { memory } from "./preferences.js";

const FINISHED = "finished";
const EXPECTED = "expected";
const MOST_FINISHED = 200;
const NOTES = ["seen", "nonce", "nonces", "commitment", "committed"];

/**
 * Record that a match is over; what is stored about the oldest finished ones is deleted.
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

/** Count a table that the stored list does not contain yet, so that the list can reserve a row. */
export function expectTables() {
  memory.set(EXPECTED, expectedTables() + 1);
}

/** How many tables are missing from the stored list. @returns {number} */
export function expectedTables() {
  return memory.get(EXPECTED) ?? 0;
}

/** The list was loaded. */
export function expectNoMore() {
  if (expectedTables()) memory.drop(EXPECTED);
}
