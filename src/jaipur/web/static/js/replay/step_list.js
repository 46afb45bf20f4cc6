/** The list of all steps; a click goes to a step, and the current one is marked. */

import { h, icon, setAttr } from "../core/dom.js";
import { _ } from "../core/texts.js";
import { actionNumber, roundStarts, stepWords } from "./steps.js";

/** @typedef {import("./steps.js").Match} Match */

/**
 * @param {Match} match
 * @param {(index: number) => void} onChoose
 * @returns {{element: HTMLElement, show: (index: number) => void}}
 */
export function createStepList(match, onChoose) {
  const { steps } = match.replay;
  const starts = roundStarts(steps);
  const buttons = steps.map((_step, i) => stepButton(match, i, () => onChoose(i)));
  const rounds = starts.map((start, n) => {
    const own = buttons.slice(start, starts[n + 1] ?? steps.length);
    return [
      h("h3", {}, _("Round {n}", { n: n + 1 })),
      h(
        "ol",
        {},
        own.map((button) => h("li", {}, button)),
      ),
    ];
  });
  const element = h("div", { class: "replay-list" }, rounds.flat());
  return {
    element,
    show(index) {
      for (const [i, button] of buttons.entries())
        setAttr(button, "aria-current", i === index ? "step" : null);
      bringIntoView(element, buttons[index]);
    },
  };
}

/**
 * @param {Match} match
 * @param {number} index
 * @param {() => void} onclick
 */
function stepButton(match, index, onclick) {
  const { event, result } = match.replay.steps[index];
  const isAction = event.kind === "acted" && !result;
  const side = isAction ? (event.seat === (match.me ?? 0) ? "bottom" : "top") : "none";
  const number = h(
    "span",
    { class: "replay-number" },
    isAction && actionNumber(match.replay.steps, index),
  );
  const words = h("span", {}, stepWords(match, index));
  return h(
    "button",
    { type: "button", class: "replay-entry", dataset: { side }, onclick },
    result ? icon("seal") : number,
    words,
  );
}

/**
 * Scroll the list itself, never the page.
 * @param {HTMLElement} box
 * @param {HTMLElement} entry
 */
function bringIntoView(box, entry) {
  const [outer, inner] = [box.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + inner.height;
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + inner.height;
}
