/** One player's column in the scoring: camel token, goods tokens, bonus tokens, sum. */

import { CAMEL_TOKEN, KINDS, sealDrawings, tierOf } from "../core/box.js";
import { h, icon } from "../core/dom.js";
import { _, count } from "../core/texts.js";
import { countedWords } from "../core/words.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../types.js").Result} Result */
/** @typedef {import("../page_types.js").Seat} Seat */

const PILE = 10;
const COIN_REM = 3 / 16;
const TOP_REM = 5 / 16;
const POP_MS = 45;

/**
 * The column of a seat; its rows appear one by one.
 * @param {Model} model
 * @param {Result} result
 * @param {Seat} seat
 * @returns {HTMLElement}
 */
export function createSide(model, result, seat) {
  const id = `scoring-name-${seat}`;
  const name = h("h3", { id }, seat === model.seat ? _("You") : model.names[seat]);
  return h(
    "section",
    { class: `scoring-side${result.winner === seat ? " is-winner" : ""}`, "aria-labelledby": id },
    h("div", { class: "scoring-head" }, name, seals(model, result, seat)),
    camelRow(model, result, seat),
    goodsRow(model, result, seat),
    bonusRow(model, result, seat),
    sumRow(result.rupees[seat]),
  );
}

/**
 * @param {number} step
 * @param {string} label
 * @param {string|number} sum
 * @param {...(Node|null)} drawings
 */
function row(step, label, sum, ...drawings) {
  return h(
    "div",
    { class: "scoring-row", dataset: { step } },
    h("p", { class: "scoring-label" }, h("span", {}, label), h("b", {}, sum)),
    h("div", { class: "scoring-tokens", "aria-hidden": "true" }, drawings),
  );
}

/**
 * @param {Model} model
 * @param {Result} result
 * @param {Seat} seat
 */
function camelRow({ round }, { camel_token: owner }, seat) {
  const { herd } = round.sides[seat];
  const isOwner = owner === seat;
  const label = herd === null ? _("Camel token") : countedWords("K", herd);
  return row(
    0,
    label,
    isOwner ? CAMEL_TOKEN : "–",
    isOwner ? coin("coin-K", CAMEL_TOKEN, 0) : null,
  );
}

/**
 * @param {Model} model
 * @param {Result} result
 * @param {Seat} seat
 */
function goodsRow({ round }, result, seat) {
  const label = _("Goods tokens: {n}", { n: result.goods_tokens[seat] });
  const { tokens } = round.sides[seat];
  const coins = KINDS.flatMap((kind) => (tokens?.[kind] ?? []).map((value) => ({ kind, value })));
  const drawn = coins.map(({ kind, value }, turn) => coin(`coin-${kind}`, value, turn));
  return row(1, label, result.goods_rupees[seat], ...drawn);
}

/**
 * @param {Model} model
 * @param {Result} result
 * @param {Seat} seat
 */
function bonusRow({ round }, result, seat) {
  const label = _("Bonus tokens: {n}", { n: result.bonus_tokens[seat] });
  const values = round.sides[seat].bonus_values ?? [];
  const drawn = values.map((value, turn) => coin(`bonus-${tierOf(value)}`, value, turn * 4));
  return row(2, label, result.bonus_rupees[seat], ...drawn);
}

/**
 * The sum as in the rulebook: piles of ten rupees, and a remainder.
 * @param {number} rupees
 */
function sumRow(rupees) {
  const heights = Array.from({ length: Math.ceil(rupees / PILE) }, (_none, pile) =>
    Math.min(PILE, rupees - pile * PILE),
  );
  const piles = heights.map((coins, turn) => {
    const pile = h("i", { class: "scoring-pile" });
    pile.style.height = `${coins * COIN_REM + TOP_REM}rem`;
    pile.style.animationDelay = `${turn * POP_MS}ms`;
    return pile;
  });
  const made = row(3, _("Sum"), count("{n} rupee", "{n} rupees", rupees), ...piles);
  made.classList.add("scoring-sum");
  return made;
}

/**
 * The seals of a player; a new one is stamped last.
 * @param {Model} model
 * @param {Result} result
 * @param {Seat} seat
 */
function seals({ state }, result, seat) {
  const won = state.seals[seat];
  const drawings = sealDrawings(won).map((drawing, place) => {
    const isNew = result.winner === seat && place === won - 1;
    const under = icon("seal-empty", "scoring-seal-empty");
    const stamp =
      drawing === "seal" ? icon(drawing, isNew ? "scoring-seal is-new" : "scoring-seal") : null;
    return h("span", { class: "scoring-slot" }, under, stamp);
  });
  const words = count("{n} seal", "{n} seals", won);
  return h(
    "span",
    { class: "scoring-seals" },
    h("span", { class: "visually-hidden" }, words),
    h("span", { "aria-hidden": "true" }, drawings),
  );
}

/**
 * @param {string} drawing
 * @param {number} value
 * @param {number} turn
 */
function coin(drawing, value, turn) {
  const made = h(
    "span",
    { class: "scoring-coin" },
    icon(drawing, "scoring-coin-icon"),
    h("b", {}, value),
  );
  made.style.animationDelay = `${turn * POP_MS}ms`;
  return made;
}
