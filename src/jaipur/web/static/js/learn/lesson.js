/** The prepared match from the server: its steps, and what each of them shows. */

/** @typedef {import("../page_types.js").Update} Update */
/** @typedef {import("../page_types.js").TableEvent} TableEvent */

/**
 * @typedef {Object} LessonStep
 * @property {string} title
 * @property {string} text
 * @property {string|null} expect the action to play, in notation; null: only text to read
 * @property {number[]|null} places of the market that it takes from
 * @property {number} update the index of the update to show
 * @property {string|null} hint
 */

/** @typedef {{updates: Update[], steps: LessonStep[]}} Lesson */
/** @typedef {"market"|"hand"|"tokens"|"count"|"end"} Topic what a step is about */

/** Steps without an action, by number, and the section that must stay visible. */
/** @type {Record<number, Topic>} */
const SPOKEN = { 0: "market", 1: "tokens", 2: "hand" };

/**
 * Whether the scoring of the round was shown.
 * @param {Lesson} lesson
 * @param {number} at
 * @returns {boolean}
 */
export function isScored({ steps }, at) {
  return at >= steps.length - 2;
}

/**
 * The topic of a step: the coach must not cover its section.
 * @param {Lesson} lesson
 * @param {number} at
 * @returns {Topic}
 */
export function topicOf(lesson, at) {
  const { steps } = lesson;
  const { expect } = steps[at];
  if (expect) return expect.startsWith("-") ? "hand" : "market";
  if (at === steps.length - 1) return "end";
  if (isScored(lesson, at)) return "count";
  return SPOKEN[at] ?? "tokens";
}

/**
 * The updates after a step's action: the pupil's action, then the teacher's reply.
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
 * The log of the round up to an update.
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
