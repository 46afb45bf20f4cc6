/** Loads a finished match, and builds the model of each step for the screen. */

import { device, get, post, Refused } from "../core/api.js";
import { _ } from "../core/texts.js";
import { makeModel } from "../table/model.js";
import { EMPTY } from "../table/selection.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../page_types.js").Round} Round */
/** @typedef {import("../page_types.js").Seat} Seat */
/** @typedef {import("../page_types.js").State} State */
/** @typedef {import("../page_types.js").TableEvent} TableEvent */

/** @typedef {import("../types.js").Step} ServerStep */

/** @typedef {Omit<ServerStep, "event"> & {event: TableEvent, result?: import("../types.js").Result}} Step `result`: the step is the scoring of a round */

/** @typedef {Omit<import("../types.js").Replay, "options"|"steps"> & {options: State["options"], steps: Step[]}} Replay */

/**
 * @typedef {Object} Match
 * @property {Replay} replay
 * @property {Seat|null} me
 * @property {boolean} mayShare whether this device has a seat and watching is allowed
 */

/**
 * Load a finished match.
 * @param {string} table
 * @param {string|null} key the watch key, for a device that may not see the table yet
 * @returns {Promise<Match>}
 */
export async function loadMatch(table, key) {
  const path = `/api/tables/${encodeURIComponent(table)}`;
  const update = await look(path, key);
  const [replay, links] = await Promise.all([get(`${path}/replay`), linksFor(path)]);
  replay.steps = withScorings(replay);
  return { replay, me: update.state.seat, mayShare: Boolean(links?.watch) };
}

/**
 * @param {string} path
 * @param {string|null} key
 * @returns {Promise<import("../page_types.js").Update>}
 */
async function look(path, key) {
  if (key) {
    await device();
    await post(`${path}/watch`, { key });
  }
  return get(path);
}

/**
 * The steps, with a scoring step after each completed round.
 * @param {Replay} replay
 * @returns {Step[]}
 */
function withScorings({ steps, results }) {
  return steps.flatMap((step, i) => {
    const result = step.round.end && step.event.kind === "acted" && results[step.round.number - 1];
    return result
      ? [
          { ...step, seals: steps[i - 1].seals },
          { ...step, result },
        ]
      : [step];
  });
}

/**
 * The links to share; null for watchers.
 * @param {string} path
 * @returns {Promise<import("../page_types.js").Links|null>}
 */
async function linksFor(path) {
  try {
    return await get(`${path}/links`);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/**
 * The model of a step.
 * @param {Match} match
 * @param {number} index
 * @returns {Model}
 */
export function modelAt({ replay, me }, index) {
  const { table, seats, options, results, ending, steps } = replay;
  const { round, seals, phase, version, result } = steps[index];
  const isLast = index === steps.length - 1;
  /** @type {State} */
  const state = {
    table,
    seat: me,
    phase,
    options,
    commitment: "",
    seats,
    nonce_commitment: null,
    waits_for: [],
    round: { ...round, unseen: null, legal: [], blocked: null, view: null },
    seals,
    results: results.slice(0, result ? round.number : round.number - 1),
    ending: isLast ? ending : null,
    rematch: { offered_by: null, table: null },
    previous: null,
  };
  /** @type {Model["now"]} */
  const now = {
    present: [true, true],
    watchers: 0,
    bot_ready: true,
    bot_preparing: null,
    bot_queue: null,
    clocks_ms: null,
    running: [],
  };
  const seen = steps
    .slice(0, index + 1)
    .filter((step) => step.round.number === round.number && !step.result);
  const log = seen.map((step) => step.event);
  const update = { version, after: null, events: [], state, now };
  const model = makeModel({ update, log, selection: EMPTY, isReadOnly: true });
  if (!model) throw new Error("a step without a round");
  return { ...model, isMine: false };
}

/**
 * The index of the first step of each round.
 * @param {Step[]} steps
 * @returns {number[]}
 */
export function roundStarts(steps) {
  return steps.flatMap((step, i) => (step.event.round ? [i] : []));
}

/**
 * The words of a step: "Ana sold 3 leather for 9 rupees."
 * @param {Match} match
 * @param {number} index
 * @returns {string}
 */
export function stepWords({ replay }, index) {
  const { event, result } = replay.steps[index];
  return result ? [result.words?.camel_token, result.words?.winner].join(" ") : (event.words ?? "");
}

/**
 * The same with its position in the match: "Round 2, action 14: …"
 * @param {Match} match
 * @param {number} index
 * @returns {string}
 */
export function placedWords(match, index) {
  const { steps } = match.replay;
  const { event, round, result } = steps[index];
  const sentence = stepWords(match, index);
  if (event.round) return sentence;
  if (event.kind !== "acted" || result)
    return _("Round {n}: {sentence}", { n: round.number, sentence });
  return _("Round {n}, action {k}: {sentence}", {
    n: round.number,
    k: actionNumber(steps, index),
    sentence,
  });
}

/**
 * The number of an action within its round, from 1; 0 for the deal.
 * @param {Step[]} steps
 * @param {number} index
 * @returns {number}
 */
export function actionNumber(steps, index) {
  return index - steps.findLastIndex((step, i) => i <= index && Boolean(step.event.round));
}
