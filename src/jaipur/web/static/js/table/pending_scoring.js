/** The scoring of a finished round that was not shown yet. */

import * as motion from "./motion.js";

const COVERED_MS = 300;

/** Opens the scoring after the last action was animated and when no dialog is open. */
export class PendingScoring {
  isDue = false;
  #timer = 0;

  /** @param {() => void} open shows the scoring */
  constructor(open) {
    this.open = open;
  }

  /** Open it as soon as possible. */
  soon() {
    const moves = motion.movesFor();
    const isCovered = document.querySelector("dialog[open]") !== null;
    if (!moves && !isCovered) this.open();
    else
      this.#timer = setTimeout(() => this.soon(), (moves || COVERED_MS) + motion.duration("look"));
  }

  /** Do not open it: it is being shown, or not needed. */
  stop() {
    clearTimeout(this.#timer);
  }
}
