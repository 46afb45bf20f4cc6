/** Words that never leave their box, whatever font a machine has: they are written smaller until they fit. */

import { setAttr } from "./dom.js";

/** Names for the style sheets, which say how small; the last is as small as it gets. */
const LENGTHS = [null, "long", "longest", "extreme"];
/** Letters reach a little over their line without being cut. */
const SLACK_PX = 3;

/**
 * A function that fits some words into their boxes; it is called again by itself when the box or the font changes.
 * @param {HTMLElement} carrier what gets the name of the length: the words themselves, or something around them
 * @param {HTMLElement[]} [boxes] with the words
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
