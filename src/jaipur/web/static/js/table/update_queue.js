/**
 * The queue between network and screen: shows updates one after the other, so that each action is
 * seen. A person's action is shown immediately; a bot, which answers instantly, waits until your own
 * action was shown.
 */

/** @typedef {import("../page_types.js").Update} Update */
/** @typedef {import("../page_types.js").TableEvent} TableEvent */

const MOST_REPLAYED = 8;

/**
 * One step to show: an update, its new events, and whether it is the last of its update.
 * @typedef {Object} Scene
 * @property {Update} update
 * @property {TableEvent[]} events
 * @property {boolean} isLast
 */

/** A queue of scenes; each is shown when the previous one has had its time. */
export class UpdateQueue {
  /** @type {Scene[]} */
  #waiting = [];
  #timer = 0;

  /**
   * @param {(scene: Scene) => number} show shows a scene and returns the milliseconds it needs
   */
  constructor(show) {
    this.show = show;
  }

  /** Whether something is still being shown. */
  get isPlaying() {
    return this.#timer !== 0;
  }

  /**
   * Add an update to the queue.
   * @param {Update} update
   * @param {TableEvent[]} events the new ones
   */
  enqueue(update, events) {
    if (this.isPlaying && isByPerson(update, events)) this.skip();
    this.#waiting.push(...scenes(update, events));
    if (!this.isPlaying) this.#next();
  }

  /** Skip to the last scene in the queue. */
  skip() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const last = this.#waiting.pop();
    const missed = this.#waiting.flatMap((scene) => scene.events);
    this.#waiting = [];
    if (last) this.show({ ...last, events: [...missed, ...last.events] });
  }

  #next() {
    const scene = this.#waiting.shift();
    this.#timer = 0;
    if (!scene) return;
    const needs = this.show(scene);
    this.#timer = setTimeout(() => this.#next(), needs);
  }
}

/**
 * Whether a round ended with these events.
 * @param {TableEvent[]} events
 * @returns {boolean}
 */
export function hasRoundEnded(events) {
  return events.some((event) => event.kind === "acted" && Boolean(event.end));
}

/**
 * Whether any of the events is a person's.
 * @param {Update} update
 * @param {TableEvent[]} events
 * @returns {boolean}
 */
function isByPerson({ state }, events) {
  return events.some(({ seat }) => seat == null || state.seats[seat].kind !== "bot");
}

/**
 * The scenes of an update: one for each action, with the market it left behind.
 * @param {Update} update
 * @param {TableEvent[]} events
 * @returns {Scene[]}
 */
export function scenes(update, events) {
  const { round } = update.state;
  const last = events.at(-1);
  const dealt = events.findLastIndex((event) => event.round);
  const seen = events.slice(Math.max(dealt, events.length - MOST_REPLAYED, 0));
  const earlier = round && last ? seen.slice(0, -1).filter((event) => event.market) : [];
  return [
    ...earlier.map((event) => ({ update: asAfter(update, event), events: [event], isLast: false })),
    { update, events: last ? [last] : [], isLast: true },
  ];
}

/**
 * An update with the market as it was after an earlier event, and nothing to pick.
 * @param {Update} update
 * @param {TableEvent} event
 * @returns {Update}
 */
function asAfter(update, event) {
  const { state } = update;
  const round = state.round && {
    ...state.round,
    market: event.market ?? state.round.market,
    turn: null,
  };
  const isOver = state.phase !== "playing";
  return { ...update, state: { ...state, round, phase: isOver ? "playing" : state.phase } };
}
