/** The score of a match: camel token, goods, bonus tokens and seals. */

import { h, icon } from "../core/dom.js";
import { _ } from "../core/texts.js";

/** @typedef {import("../types.js").Result} Result */
/** @typedef {import("../page_types.js").Seat} Seat */

/**
 * @typedef {Object} Scored
 * @property {Result[]} results
 * @property {[string, string]} names
 * @property {Seat|null} me
 * @property {Seat} first the seat listed first
 */

/**
 * A table with two rows for each round.
 * @param {Scored} scored
 * @returns {HTMLTableElement}
 */
export function scoreTable(scored) {
  const heads = [_("Camel token"), _("Goods"), _("Bonus"), _("Total"), _("Seal")];
  return h(
    "table",
    { class: "score" },
    h("caption", { class: "visually-hidden" }, _("The score of each round in rupees")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        heads.map((head) => h("th", { scope: "col" }, head)),
      ),
    ),
    scored.results.map((result, i) => roundRows(scored, result, i + 1)),
  );
}

/**
 * @param {Scored} scored
 * @param {Result} result
 * @param {number} n
 */
function roundRows(scored, result, n) {
  const seats = /** @type {Seat[]} */ ([scored.first, 1 - scored.first]);
  const isClose = result.decided_by !== "rupees";
  return h(
    "tbody",
    {},
    h(
      "tr",
      { class: "score-round" },
      h("th", { scope: "rowgroup", colspan: 6 }, _("Round {n}", { n })),
    ),
    seats.map((seat) => sideRow(scored, result, seat)),
    isClose && h("tr", { class: "score-why" }, h("td", { colspan: 6 }, result.words?.winner)),
  );
}

/**
 * @param {Scored} scored
 * @param {Result} result
 * @param {Seat} seat
 */
function sideRow({ names, me }, result, seat) {
  const { goods_rupees: goods, bonus_rupees: bonus, rupees: all } = result;
  const camel = all[seat] - goods[seat] - bonus[seat];
  const isWinner = result.winner === seat;
  return h(
    "tr",
    { class: isWinner ? "winner" : "" },
    h("th", { scope: "row" }, seat === me ? _("You") : names[seat]),
    [camel, goods[seat], bonus[seat]].map((rupees) => h("td", {}, rupees)),
    h("td", { class: "score-total" }, all[seat]),
    h("td", {}, isWinner && [icon("seal"), h("span", { class: "visually-hidden" }, _("Seal"))]),
  );
}
