/** The intents for picking cards, as changes of the selection. */

import * as picking from "../table/selection.js";

/** @typedef {import("../page_types.js").Selection} Selection */
/** @typedef {import("../page_types.js").Plan} Plan */
/** @typedef {import("../page_types.js").Intents} Intents */
/** @typedef {(selection: Selection, plan: Plan) => Selection|null} Change null: nothing changes */

/**
 * @param {(change: Change) => void} pick
 * @param {() => (Plan|null)} getPlan
 * @returns {Pick<Intents, "pickMarket"|"pickHand"|"pickPile"|"change"|"fill"|"clear"|"stage">}
 */
export function pickIntents(pick, getPlan) {
  return {
    pickMarket: (place) => pick((selection, plan) => picking.pickMarket(selection, plan, place)),
    pickHand: (index) => pick((selection, plan) => picking.pickHand(selection, plan, index)),
    pickPile: (good) => pick((selection, plan) => picking.pickPile(selection, plan, good)),
    change: (delta) => pick((selection, plan) => picking.change(selection, plan, delta)),
    fill: () => pick(picking.fillWithCamels),
    clear: () => pick(() => picking.EMPTY),
    stage(notation) {
      const plan = getPlan();
      const found = plan && picking.selectionFor(plan, notation);
      if (found) pick(() => found);
      return Boolean(found);
    },
  };
}
