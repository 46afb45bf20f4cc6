/** Builds the model that the screen draws, from the server's update and the picked cards. */

import { botName, GOODS } from "../core/box.js";
import { stageOf } from "./selection.js";

/** @typedef {import("../page_types.js").Update} Update */
/** @typedef {import("../page_types.js").State} State */
/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../page_types.js").Choices} Choices */
/** @typedef {import("../page_types.js").Seat} Seat */
/** @typedef {import("../types.js").SideShown} Side */

/**
 * @typedef {Object} ModelInput
 * @property {Update} update
 * @property {import("../page_types.js").TableEvent[]} log
 * @property {import("../page_types.js").Selection} selection
 * @property {Pick<Choices, "legal"|"blocked">|null} [legalActions] the legal actions if it were my turn
 * @property {Seat|null} [bottom] the seat to draw below, if it is not mine
 * @property {boolean} [isPending]
 * @property {boolean} [confirming]
 * @property {import("../page_types.js").Connection} [connection]
 * @property {import("../types.js").Now} [now]
 * @property {Model["said"]} [said]
 * @property {string|null} [reason]
 * @property {boolean} [isCurtain]
 * @property {boolean} [isReadOnly]
 * @property {boolean} [isCounting] the round is over, and its scoring was not shown yet
 * @property {[Side, Side]|null} [before] both sides before the last action, while it is animated
 */

/** Nothing to pick. @type {Choices} */
export const NO_CHOICES = { market: [], hand: [], herd: 0, legal: [], blocked: null };

/**
 * Build the model; null while there is no round.
 * @param {ModelInput} given
 * @returns {Model|null}
 */
export function makeModel(given) {
  const isCounting = (given.isCounting ?? false) && given.update.state.phase !== "playing";
  const state = isCounting ? uncounted(given.update.state) : given.update.state;
  const { seat } = state;
  const round = state.round && given.before ? withTokensOf(state.round, given.before) : state.round;
  if (!round) return null;
  const bottom = seat ?? given.bottom ?? 0;
  const choices = choicesOf(state, bottom, given.legalActions ?? null);
  const isPending = given.isPending ?? false;
  return {
    state,
    round,
    seat,
    bottom,
    top: bottom === 0 ? 1 : 0,
    names: namesOf(state),
    choices,
    selection: given.selection,
    staged: stageOf(given.selection, choices),
    isMine: state.phase === "playing" && seat !== null && round.turn === seat && !isPending,
    isPending,
    confirming: given.confirming ?? false,
    connection: given.connection ?? "live",
    now: given.now ?? given.update.now,
    log: given.log,
    said: given.said ?? null,
    reason: given.reason ?? null,
    isCurtain: given.isCurtain ?? false,
    isReadOnly: given.isReadOnly ?? false,
    isCounting,
  };
}

/**
 * A round with the previous tokens of both sides.
 * @param {import("../page_types.js").Round} round
 * @param {[Side, Side]} before
 */
function withTokensOf(round, before) {
  const sides = round.sides.map((side, seat) => {
    const { tokens, token_count, goods_rupees, bonus_counts, bonus_values: values } = before[seat];
    const bonus_values = side.bonus_values && values; // values hidden by now stay hidden
    return { ...side, tokens, token_count, goods_rupees, bonus_counts, bonus_values };
  });
  return { ...round, sides: /** @type {[Side, Side]} */ (sides) };
}

/**
 * The state before the last round was scored: without its seal and the opponent's bonus values.
 * @param {State} state
 * @returns {State}
 */
function uncounted(state) {
  const { winner } = state.results.at(-1) ?? { winner: null };
  const [first, second] = state.seals.map((seals, seat) => seals - Number(seat === winner));
  const sides = state.round?.sides.map((side, seat) =>
    seat === state.seat ? side : { ...side, bonus_values: null },
  );
  const round = state.round && { ...state.round, sides: /** @type {[Side, Side]} */ (sides) };
  return { ...state, seals: [first, second], round };
}

/**
 * The display names of both players; the names of bots are translated.
 * @param {State} state
 * @returns {[string, string]}
 */
export function namesOf(state) {
  const [first, second] = state.seats.map(({ kind, name }) =>
    kind === "bot" ? botName(name) : name,
  );
  return [first, second];
}

/**
 * The cards that can be picked, and the legal actions.
 * @param {State} state
 * @param {Seat} bottom
 * @param {Pick<Choices, "legal"|"blocked">|null} legalActions
 * @returns {Choices}
 */
export function choicesOf(state, bottom, legalActions) {
  const { round, seat } = state;
  if (!round) return NO_CHOICES;
  const side = round.sides[bottom];
  const isTurn = seat !== null && round.turn === seat;
  const { legal, blocked } = isTurn ? round : (legalActions ?? { legal: [], blocked: null });
  return {
    market: round.market,
    hand: sortedHand(side.hand ?? ""),
    herd: side.herd ?? 0,
    legal,
    blocked,
  };
}

/**
 * A hand sorted by kind.
 * @param {string} hand letters
 * @returns {string[]}
 */
export function sortedHand(hand) {
  return [...hand].sort((one, other) => GOODS.indexOf(one) - GOODS.indexOf(other));
}

/**
 * The public part of an update, without anything that only one seat may see.
 * @param {Update} update
 * @returns {Update}
 */
export function publicOnly(update) {
  const { state } = update;
  const { round } = state;
  if (!round || state.phase === "over") return update;
  const [first, second] = round.sides;
  const seen = {
    ...round,
    sides: /** @type {[Side, Side]} */ ([covered(first, round), covered(second, round)]),
  };
  return {
    ...update,
    state: { ...state, seat: null, round: { ...seen, legal: [], blocked: null, unseen: null } },
  };
}

/**
 * @param {Side} side
 * @param {import("../page_types.js").Round} round
 * @returns {Side}
 */
function covered(side, round) {
  const values = round.end ? side.bonus_values : null; // turned over at the scoring
  return { ...side, hand: null, known: null, bonus_values: values };
}
