/** Highlights the cards that a step needs with rings, and names the keys that pick them. */

import { h } from "../core/dom.js";
import { capFor, capOf } from "../table/keys.js";

/** @typedef {import("../page_types.js").Selection} Selection */

const MARGIN = 4;

/**
 * Selectors of what is still to be pressed for a selection: first the cards, then the button.
 * @param {Selection} wanted
 * @param {Selection} picked
 * @returns {string[]} selectors
 */
export function missingPicks(wanted, picked) {
  const places = wanted.market.filter(
    (one) => !picked.market.some((other) => other.place === one.place),
  );
  const indices = wanted.hand.filter(
    (one) => !picked.hand.some((other) => other.index === one.index),
  );
  const found = [
    ...places.map((one) => `[data-place="${one.place}"]`),
    ...indices.map((one) => `[data-index="${one.index}"]`),
  ];
  if (picked.camels < wanted.camels) found.push("[data-more]");
  return found.length ? found : ["[data-play]"];
}

/**
 * The keys that pick a selection, in order.
 * @param {Selection} wanted
 * @returns {string[]}
 */
export function keysFor({ market, hand, camels }) {
  if (market.some((one) => one.card === "K")) return [capOf("KeyK")];
  const isSale = !market.length;
  const cards = isSale ? hand.slice(0, 1) : hand; // the first key of a sale picks the whole kind
  return [
    ...market.map(capFor),
    ...cards.map(capFor),
    ...Array.from({ length: camels }, () => "+"),
  ];
}

/**
 * A layer of rings above the table, independent of everything on it.
 * @returns {{show: (selectors: string[]) => void}}
 */
export function createHighlights() {
  const layer = h("div", { class: "rings", "aria-hidden": "true" });
  document.body.append(layer);
  /** @type {string[]} */
  let shown = [];
  const draw = () =>
    layer.replaceChildren(...shown.map(ringAround).filter((ring) => ring !== null));
  addEventListener("resize", draw);
  addEventListener("scroll", draw, { passive: true });
  return {
    show(selectors) {
      if (!selectors.length && !shown.length) return;
      shown = selectors;
      // New elements have a position only after layout.
      requestAnimationFrame(draw);
    },
  };
}

/** @param {string} selector */
function ringAround(selector) {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  if (!box?.width) return null;
  const ring = h("div", { class: "ring" });
  ring.style.left = `${box.left - MARGIN}px`;
  ring.style.top = `${box.top - MARGIN}px`;
  ring.style.width = `${box.width + 2 * MARGIN}px`;
  ring.style.height = `${box.height + 2 * MARGIN}px`;
  return ring;
}
