/** Shrinks text until it fits its box, whatever the font. */

import { setAttr } from "./dom.js";

/** Values of data-length, from normal to smallest; the style sheets set the sizes. */
const LENGTHS = [null, "long", "longest", "extreme"];
/** Glyphs may exceed their line a little without being cut. */
const SLACK_PX = 3;

/**
 * Create a function that fits text into boxes; it also runs when the window or the font changes.
 * @param {HTMLElement} carrier gets the attribute: the element with the text, or one around it
 * @param {HTMLElement[]} [boxes] the elements with the text
 * @returns {() => void}
 */
export function createFit(carrier, boxes = [carrier]) {
  const fit = () => {
    for (const length of LENGTHS) {
      setAttr(carrier, "data-length", length);
      if (!boxes.some(isCut)) return;
    }
  };
  addEventListener("resize", fit);
  document.fonts.addEventListener("loadingdone", fit);
  return fit;
}

/** @param {HTMLElement} words */
function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }) {
  return scrollWidth > clientWidth || scrollHeight > clientHeight + SLACK_PX;
}
