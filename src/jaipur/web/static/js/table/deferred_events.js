/** Hides the results of an action during its animation: cards not turned over, tokens not arrived. */

import { unrevealedWords } from "../core/words.js";
import { movesFor } from "./motion.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../types.js").SideShown} Side */
/** @typedef {import("../page_types.js").TableEvent} TableEvent */

/** @typedef {Pick<Model, "names"|"seat">} Perspective the viewer of the events */

/** The last animated picture is removed before the results are shown. */
const SPARE_MS = 20;

/** Holds back the results of an action until its animation is over. */
export class DeferredEvents {
  /** Both sides before the action; null when nothing is held back. @type {[Side, Side]|null} */
  sides = null;
  /** @type {TableEvent[]} */
  #events = [];
  /** @type {Perspective} */
  #perspective = { names: ["", ""], seat: null };
  #since = "";
  #isHolding = false;
  #timer = 0;

  /** @param {() => void} onStill called when everything may be shown */
  constructor(onStill) {
    this.onStill = onStill;
  }

  /**
   * Hold back the results of these events; a new deal has nothing to hold back.
   * @param {Model|null} was the model before them
   * @param {TableEvent[]} events
   * @param {Perspective} perspective
   * @param {string} [since] precedes each sentence
   */
  hold(was, events, perspective, since = "") {
    const isAction =
      events.some(({ kind }) => kind === "acted") && !events.some(({ round }) => round);
    this.sides = isAction && was ? was.round.sides : null;
    [this.#events, this.#perspective, this.#since, this.#isHolding] = [
      events,
      perspective,
      since,
      true,
    ];
  }

  /** The sentences of these events, as far as they were shown. */
  get sentences() {
    return this.#events.map((event) => `${this.#since} ${this.#seen(event).words}`.trim());
  }

  /** Release the rest when the animation is over. */
  begin() {
    const lasts = movesFor();
    if (lasts) this.#timer = setTimeout(() => this.end(), lasts + SPARE_MS);
    else this.end();
  }

  /** Release the rest now. */
  end() {
    clearTimeout(this.#timer);
    if (!this.#isHolding) return;
    this.#isHolding = false;
    this.sides = null;
    this.onStill();
  }

  /**
   * An event as far as it was shown.
   * @param {TableEvent} event
   * @returns {TableEvent}
   */
  #seen(event) {
    if (!this.sides) return event;
    return {
      ...event,
      drawn: "",
      words: unrevealedWords(event, this.#perspective.names, this.#perspective.seat),
    };
  }

  /**
   * A log as far as it was shown.
   * @param {TableEvent[]} log
   * @returns {TableEvent[]}
   */
  log(log) {
    const last = log.at(-1);
    return this.sides && last ? [...log.slice(0, -1), this.#seen(last)] : log;
  }
}
