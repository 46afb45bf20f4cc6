/** What is not told yet while the last action still moves: cards that are not turned over, tokens that have not arrived. */

import { unrevealedWords } from "../core/words.js";
import { movesFor } from "./motion.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../types.js").SideShown} Side */
/** @typedef {import("../page_types.js").TableEvent} TableEvent */

/** @typedef {Pick<Model, "names"|"seat">} Perspective whose words the events have */

/** The last picture is taken away before its end is told. */
const SPARE_MS = 20;

/** Holds back what an action brings until everything lies where it belongs. */
export class DeferredEvents {
  /** The sides before the action, or null when nothing moves. @type {[Side, Side]|null} */
  sides = null;
  /** @type {TableEvent[]} */
  #events = [];
  /** @type {Perspective} */
  #eyes = { names: ["", ""], seat: null };
  #since = "";
  #isTelling = false;
  #timer = 0;

  /** @param {() => void} onStill everything may be told */
  constructor(onStill) {
    this.onStill = onStill;
  }

  /**
   * Hold back what these events bring; a round that is dealt anew has nothing to hold back.
   * @param {Model|null} was the table before them
   * @param {TableEvent[]} events
   * @param {Perspective} eyes
   * @param {string} [since] what comes before each sentence
   */
  hold(was, events, eyes, since = "") {
    const isAction =
      events.some(({ kind }) => kind === "acted") && !events.some(({ round }) => round);
    this.sides = isAction && was ? was.round.sides : null;
    [this.#events, this.#eyes, this.#since, this.#isTelling] = [events, eyes, since, true];
  }

  /** What these events say as far as they were seen. */
  get sentences() {
    return this.#events.map((event) => `${this.#since} ${this.#seen(event).words}`.trim());
  }

  /** Tell the rest when nothing moves any more. */
  begin() {
    const lasts = movesFor();
    if (lasts) this.#timer = setTimeout(() => this.end(), lasts + SPARE_MS);
    else this.end();
  }

  /** Tell the rest now. */
  end() {
    clearTimeout(this.#timer);
    if (!this.#isTelling) return;
    this.#isTelling = false;
    this.sides = null;
    this.onStill();
  }

  /**
   * An event as far as it was seen.
   * @param {TableEvent} event
   * @returns {TableEvent}
   */
  #seen(event) {
    if (!this.sides) return event;
    return {
      ...event,
      drawn: "",
      words: unrevealedWords(event, this.#eyes.names, this.#eyes.seat),
    };
  }

  /**
   * A log as far as it was seen.
   * @param {TableEvent[]} log
   * @returns {TableEvent[]}
   */
  log(log) {
    const last = log.at(-1);
    return this.sides && last ? [...log.slice(0, -1), this.#seen(last)] : log;
  }
}
