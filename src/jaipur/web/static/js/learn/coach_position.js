/** The position of the coach on a small screen: over sections that the step does not need. */

import { byId, setAttr } from "../core/dom.js";

/** @typedef {import("./lesson.js").Topic} Topic */

const EDGE = 4;
const NARROW = 260;

/** @typedef {{covers: string[], from: "top"|"bottom", reach?: number}} Area the sections the coach may cover, and the edge it grows from */

/** @type {Record<"above"|"upper"|"middle"|"below"|"market"|"beside"|"inside", Area>} */
const AREAS = {
  above: { covers: ["opponent", "tokens"], from: "top" },
  upper: { covers: ["opponent", "tokens", "market"], from: "top" },
  middle: { covers: ["market", "hand"], from: "top" },
  below: { covers: ["hand", "dock"], from: "bottom" },
  market: { covers: ["market"], from: "bottom", reach: 60 }, // over the bonus tokens, not the prices
  beside: { covers: ["tokens"], from: "top" },
  inside: { covers: ["opponent", "market"], from: "top" },
};

/**
 * The area in layouts with the tokens above the market.
 * @param {Topic} topic
 * @param {boolean} isToDo the step asks for an action
 * @returns {Area}
 */
function inRows(topic, isToDo) {
  if (isToDo) return topic === "hand" ? AREAS.market : AREAS.above;
  if (topic === "hand") return AREAS.upper;
  return topic === "market" || topic === "end" ? AREAS.below : AREAS.middle;
}

/**
 * The area in layouts with the tokens next to the market.
 * @param {Topic} topic
 * @param {boolean} isToDo
 * @returns {Area}
 */
function inColumns(topic, isToDo) {
  if (isToDo) return topic === "hand" ? AREAS.market : AREAS.beside;
  return topic === "market" || topic === "hand" ? AREAS.beside : AREAS.inside;
}

/**
 * Position the coach where the style sheet lets it float; elsewhere the style sheet places it.
 * @param {HTMLElement} coach
 * @param {Topic} topic
 * @param {boolean} isToDo
 */
export function positionCoach(coach, topic, isToDo) {
  const { style } = coach;
  style.left = style.top = style.bottom = style.width = style.maxHeight = "";
  if (getComputedStyle(coach).position !== "fixed") return;
  const isBeside = boxOf("tokens").bottom > boxOf("market").bottom;
  const { covers, from, reach = 0 } = isBeside ? inColumns(topic, isToDo) : inRows(topic, isToDo);
  const boxes = covers.map(boxOf);
  const top = Math.min(...boxes.map((box) => box.top)) - reach;
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const left = Math.min(...boxes.map((box) => box.left));
  const width = Math.max(...boxes.map((box) => box.right)) - left;
  setAttr(coach, "data-narrow", width < NARROW);
  style.left = `${left}px`;
  style.width = `${width}px`;
  style.maxHeight = `${bottom - top}px`;
  if (from === "top") style.top = `${top}px`;
  else style.bottom = `${Math.max(innerHeight - bottom, EDGE)}px`;
}

/** @param {string} id */
const boxOf = (id) => byId(id).getBoundingClientRect();
