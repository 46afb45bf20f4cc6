/** Cards counted by kind, as a list. */

import { KINDS } from "../../core/box.js";
import { h, icon } from "../../core/dom.js";
import { cardName } from "../../core/words.js";

/**
 * How often each letter occurs, in the order of the kinds.
 * @param {string} letters
 * @returns {[string, number][]}
 */
export function byKind(letters) {
  return KINDS.map(
    (kind) =>
      /** @type {[string, number]} */ ([kind, [...letters].filter((one) => one === kind).length]),
  ).filter(([, n]) => n > 0);
}

/**
 * @param {string} letters
 * @returns {HTMLElement}
 */
export function kindsList(letters) {
  const items = byKind(letters).map(([kind, n]) =>
    h("li", {}, icon(`motif-${kind}`, "kind-drawing"), `${cardName(kind)} `, h("b", {}, `×${n}`)),
  );
  return h("ul", { class: "kinds" }, items);
}
