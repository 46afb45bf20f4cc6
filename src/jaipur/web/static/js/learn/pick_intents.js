/** The intents for picking cards, as changes of the selection. */

import * as picking from "../table/selection.js";

/** @typedef {import("../page_types.js").Selection} Selection */
/** @typedef {import("../page_types.js").Choices} Choices */
/** @typedef {import("../page_types.js").Intents} Intents */
/** @typedef {(selection: Selection, choices: Choices) => Selection|null} Change null: nothing changes */

/**
 * @param {(change: Change) => void} pick
 * @param {() => (Choices|null)} getChoices
 * @returns {Pick<Intents, "pickMarket"|"pickHand"|"pickPile"|"change"|"fill"|"clear"|"stage">}
 */
export function pickIntents(pick, getChoices) {
  return {
    pickMarket: (place) =>
      pick((selection, choices) => picking.pickMarket(selection, choices, place)),
    pickHand: (index) => pick((selection, choices) => picking.pickHand(selection, choices, index)),
    pickPile: (good) => pick((selection, choices) => picking.pickPile(selection, choices, good)),
    change: (delta) => pick((selection, choices) => picking.change(selection, choices, delta)),
    fill: () => pick(picking.fillWithCamels),
    clear: () => pick(() => picking.EMPTY),
    stage(notation) {
      const choices = getChoices();
      const found = choices && picking.selectionFor(choices, notation);
      if (found) pick(() => found);
      return Boolean(found);
    },
  };
}
