/** The scoring of a round that has ended: owed until it was shown. */

import * as motion from "./motion.js";

const COVERED_MS = 300;

/** When the scoring opens: after the last action was seen, and when nothing else is in front of the table. */
export class PendingScoring {
  isDue = false;
  #timer = 0;

  /** @param {() => void} open shows the scoring */
  constructor(open) {
    this.open = open;
  }

  /** Open it as soon as that is possible. */
  soon() {
    const moves = motion.movesFor();
    const isCovered = document.querySelector("dialog[open]") !== null;
    if (!moves && !isCovered) this.open();
    else
      this.#timer = setTimeout(() => this.soon(), (moves || COVERED_MS) + motion.duration("look"));
  }

  /** It is being shown, or need not be. */
  stop() {
    clearTimeout(this.#timer);
  }
}
