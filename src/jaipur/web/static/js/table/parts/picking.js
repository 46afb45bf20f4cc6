/** Which cards can be picked now, and why the others cannot. */

import { _ } from "../../core/texts.js";
import { reasonWords, turnWords } from "../../core/words.js";
import { fits } from "../selection.js";

/** @typedef {import("../../page_types.js").Model} Model */
/** @typedef {{isPicked: boolean, isIdle: boolean, why: string|null}} Picking */

/** Whether nothing can be picked at all. @param {Model} model */
export function isIdle(model) {
  return model.isReadOnly || model.choices.legal.length === 0;
}

/**
 * @param {Model} model
 * @param {number} place
 * @returns {Picking}
 */
export function marketPicking(model, place) {
  const isPicked = model.selection.market.some((one) => one.place === place);
  return picking(
    model,
    isPicked,
    { place },
    model.choices.blocked?.market[model.choices.market[place] ?? ""],
  );
}

/**
 * @param {Model} model
 * @param {number} index
 * @returns {Picking}
 */
export function handPicking(model, index) {
  const isPicked = model.selection.hand.some((one) => one.index === index);
  return picking(
    model,
    isPicked,
    { index },
    model.choices.blocked?.hand[model.choices.hand[index]],
  );
}

/**
 * @param {Model} model
 * @param {boolean} isPicked
 * @param {{place: number}|{index: number}} card
 * @param {import("../../types.js").WhyNot|null} [blocked]
 * @returns {Picking}
 */
function picking(model, isPicked, card, blocked) {
  if (isIdle(model)) return { isPicked: false, isIdle: true, why: turnWords(model) };
  if (isPicked || fits(model.selection, model.choices, card))
    return { isPicked, isIdle: false, why: null };
  const why = blocked
    ? reasonWords(blocked.reason)
    : _("This card does not go with the cards you picked.");
  return { isPicked, isIdle: false, why };
}
