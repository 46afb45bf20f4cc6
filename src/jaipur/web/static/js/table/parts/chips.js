/** The picked cards as small chips: taken and given. */

import { h, icon } from "../../core/dom.js";

/** @typedef {import("../../page_types.js").Model} Model */

/** @returns {{element: HTMLElement, show: (model: Model) => void}} */
export function createChips() {
  const element = h("span", { class: "chips", "aria-hidden": "true" });
  let shown = "";
  return {
    element,
    show({ selection, staged }) {
      const taken = selection.market.map((one) => one.card).join("");
      const given = selection.hand.map((one) => one.card).join("") + "K".repeat(selection.camels);
      const missing = staged.meaning === "exchange" ? staged.toGive : 0;
      const now = `${taken}/${given}/${missing}`;
      if (now === shown) return;
      shown = now;
      element.replaceChildren(...row(taken, given, missing));
    },
  };
}

/**
 * @param {string} taken
 * @param {string} given
 * @param {number} missing
 */
function row(taken, given, missing) {
  const gap = () => h("span", { class: "chip is-missing" }, "?");
  const holes = Array.from({ length: Math.abs(missing) }, gap);
  const first = [...[...taken].map(chip), ...(missing < 0 ? holes : [])];
  const second = [...[...given].map(chip), ...(missing > 0 ? holes : [])];
  const arrow = first.length && second.length ? [h("span", { class: "chips-arrow" }, "⇄")] : [];
  return [...first, ...arrow, ...second];
}

/** @param {string} letter */
function chip(letter) {
  return h("span", { class: "chip" }, icon(`motif-${letter}`, "chip-motif"), h("b", {}, letter));
}
