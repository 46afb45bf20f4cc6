/** The prepared match as the server sent it: its steps, and what is shown at each of them. */

/** @typedef {import("../page_types.js").Update} Update */
/** @typedef {import("../page_types.js").TableEvent} TableEvent */

/**
 * @typedef {Object} Step
 * @property {string} title
 * @property {string} text
 * @property {string|null} expect the action to play, in notation; null: only to read
 * @property {number[]|null} places of the market that it takes from
 * @property {number} update which one is shown
 * @property {string|null} hint
 */

/** @typedef {{updates: Update[], steps: Step[]}} Lesson */
/** @typedef {"market"|"hand"|"tokens"|"count"|"end"} Topic what a step is about */

/** Steps that only speak, by their number, and what must stay in sight meanwhile. */
/** @type {Record<number, Topic>} */
const SPOKEN = { 0: "market", 1: "tokens", 2: "hand" };

/**
 * Whether the pupil has seen the round counted.
 * @param {Lesson} lesson
 * @param {number} at
 * @returns {boolean}
 */
export function isCounted({ steps }, at) {
  return at >= steps.length - 2;
}

/**
 * What a step is about: the coach lies elsewhere.
 * @param {Lesson} lesson
 * @param {number} at
 * @returns {Topic}
 */
export function topicOf(lesson, at) {
  const { steps } = lesson;
  const { expect } = steps[at];
  if (expect) return expect.startsWith("-") ? "hand" : "market";
  if (at === steps.length - 1) return "end";
  if (isCounted(lesson, at)) return "count";
  return SPOKEN[at] ?? "tokens";
}

/**
 * The updates that a step's action leads to, one after the other: the pupil's, then the teacher's.
 * @param {Lesson} lesson
 * @param {number} at
 * @returns {number[]}
 */
export function following({ updates, steps }, at) {
  const last = steps[at + 1]?.update ?? updates.length - 1;
  const found = [];
  for (let index = steps[at].update + 1; index <= last; index += 1) {
    if (updates[index].after !== null) found.push(index);
  }
  return found;
}

/**
 * What happened in the round up to an update.
 * @param {Lesson} lesson
 * @param {number} index of the update
 * @returns {TableEvent[]}
 */
export function logOf({ updates }, index) {
  let whole = index;
  while (whole > 0 && updates[whole].after !== null) whole -= 1;
  const events = updates.slice(whole, index + 1).flatMap((update) => update.events);
  return events.slice(
    Math.max(
      events.findLastIndex((event) => event.round),
      0,
    ),
  );
}
