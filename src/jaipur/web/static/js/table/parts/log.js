/** The log of this round, newest first. */

import { h, picture } from "../../core/dom.js";
import { _ } from "../../core/texts.js";
import { parts } from "../../core/words.js";
import { createUnseen } from "./unseen.js";

/** @typedef {import("../../page_types.js").Model} Model */
/** @typedef {import("../../page_types.js").TableEvent} TableEvent */
/** @typedef {import("../../page_types.js").Intents} Intents */

/**
 * @param {HTMLElement} root
 * @param {Intents} _intents
 * @returns {{show: (model: Model) => void}}
 */
export function createLog(root, _intents) {
  const scroll = h("div", {
    class: "log-scroll",
    tabindex: 0,
    role: "group",
    "aria-label": _("This round, the newest first"),
  });
  const unseen = createUnseen();
  root.replaceChildren(h("h2", { class: "part-title" }, _("This round")), scroll, unseen.element);
  const list = h("ol", { class: "log-list", reversed: true });
  scroll.append(list);
  let shown = "";
  /** @type {Model["bottom"]|null} */
  let below = null;
  /** Lines are cached: in a long round, redrawing them would slow down every action. @type {Map<string, HTMLLIElement>} */
  let lines = new Map();
  return {
    show(model) {
      unseen.show(model);
      const events = thisRound(model.log).reverse();
      const now = JSON.stringify([events.map(lineKey), model.bottom]);
      if (now === shown) return;
      const kept = model.bottom === below ? lines : new Map();
      lines = new Map(
        events.map((event) => [lineKey(event), kept.get(lineKey(event)) ?? logLine(event, model)]),
      );
      [shown, below] = [now, model.bottom];
      list.replaceChildren(...lines.values());
    },
  };
}

/** The cache key: a line changes when its cards are turned over, and with the viewer. @param {TableEvent} event */
const lineKey = ({ version, words }) => `${version} ${words}`;

/**
 * The log as a list, also for the dialog on small screens.
 * @param {Model} model
 * @returns {HTMLOListElement}
 */
export function logList(model) {
  const events = thisRound(model.log).reverse();
  return h(
    "ol",
    { class: "log-list", reversed: true },
    events.map((event) => logLine(event, model)),
  );
}

/**
 * The events since the last deal.
 * @param {TableEvent[]} log
 * @returns {TableEvent[]}
 */
function thisRound(log) {
  const dealt = log.findLastIndex((event) => Boolean(event.round));
  return log.slice(Math.max(dealt, 0));
}

/**
 * @param {TableEvent} event
 * @param {Model} model
 */
function logLine(event, model) {
  const cls =
    event.seat === model.bottom
      ? "log-line is-bottom"
      : event.seat === model.top
        ? "log-line is-top"
        : "log-line";
  return h(
    "li",
    { class: cls },
    h("span", { class: "log-words" }, event.words),
    event.action &&
      h("span", { class: "log-cards", "aria-hidden": "true" }, drawings(event.action)),
  );
}

/**
 * The drawings of an action: first what was taken, then what was given.
 * @param {string} action
 */
function drawings(action) {
  const { take, give } = parts(action);
  const [taken, given] = [take, give].map((letters) =>
    [...new Set(letters)].map((kind) => picture(`motif-${kind}`, "log-motif")),
  );
  return [...taken, ...(take && give ? [h("span", { class: "log-arrow" }, "⇄")] : []), ...given];
}
