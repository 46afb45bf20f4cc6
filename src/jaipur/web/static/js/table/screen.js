/** The table screen: all parts, each in its section. */

import { byId } from "../core/dom.js";
import { createDock } from "./parts/dock.js";
import { createHand } from "./parts/hand.js";
import { createLog } from "./parts/log.js";
import { createMarket } from "./parts/market.js";
import { createOpponent } from "./parts/opponent.js";
import { createStatus } from "./parts/status.js";
import { createTokens } from "./parts/tokens.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../page_types.js").Intents} Intents */

/**
 * @param {Intents} intents
 * @returns {{show: (model: Model) => void}}
 */
export function createScreen(intents) {
  const table = byId("table");
  const parts = [
    createStatus(byId("status"), intents),
    createOpponent(byId("opponent"), intents),
    createTokens(byId("tokens"), intents),
    createMarket(byId("market"), intents),
    createDock(byId("dock"), intents),
    createHand(byId("hand"), intents),
    createLog(byId("log"), intents),
  ];
  return {
    show(model) {
      for (const part of parts) part.show(model);
      table.removeAttribute("data-unseen");
    },
  };
}
