/** Where the coach lies on a small screen: over sections that the step does not need. */

import { byId, setAttr } from "../core/dom.js";

/** @typedef {import("./lesson.js").Topic} Topic */

const EDGE = 4;
const NARROW = 260;

/** @typedef {{covers: string[], from: "top"|"bottom", reach?: number}} Area which sections it may cover, growing from where */

/** @type {Record<"above"|"upper"|"middle"|"below"|"market"|"beside"|"inside", Area>} */
const AREAS = {
  above: { covers: ["opponent", "tokens"], from: "top" },
  upper: { covers: ["opponent", "tokens", "market"], from: "top" },
  middle: { covers: ["market", "hand"], from: "top" },
  below: { covers: ["hand", "dock"], from: "bottom" },
  market: { covers: ["market"], from: "bottom", reach: 60 }, // over the bonus tokens, not over the prices
  beside: { covers: ["tokens"], from: "top" },
  inside: { covers: ["opponent", "market"], from: "top" },
};

/**
 * Where the tokens lie above the market.
 * @param {Topic} topic
 * @param {boolean} isToDo cards are to be picked and the button pressed
 * @returns {Area}
 */
function inRows(topic, isToDo) {
  if (isToDo) return topic === "hand" ? AREAS.market : AREAS.above;
  if (topic === "hand") return AREAS.upper;
  return topic === "market" || topic === "end" ? AREAS.below : AREAS.middle;
}

/**
 * Where the tokens lie beside the market.
 * @param {Topic} topic
 * @param {boolean} isToDo
 * @returns {Area}
 */
function inColumns(topic, isToDo) {
  if (isToDo) return topic === "hand" ? AREAS.market : AREAS.beside;
  return topic === "market" || topic === "hand" ? AREAS.beside : AREAS.inside;
}

/**
 * Lay the coach, where the style sheet has no place of its own for it.
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
