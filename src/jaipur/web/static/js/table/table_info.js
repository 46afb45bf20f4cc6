/** Information about a table: its options and the commitment to its deals. */

import { toast } from "../core/dialog.js";
import { h, icon } from "../core/dom.js";
import { copy } from "../core/link_field.js";
import { _, count } from "../core/texts.js";

/** @typedef {import("../page_types.js").Options} Options */

const SHOWN_DIGITS = 12;

/**
 * The rows of the list.
 * @param {Options} options
 * @param {string} commitment
 * @returns {HTMLElement[]} pairs of dt and dd
 */
export function infoRows(options, commitment) {
  const rows = [
    row(_("Memory aid"), aidWords(options.memory_aid)),
    row(_("Clock"), clockWords(options.clock)),
    row(
      _("House rule"),
      options.house_rule ? _("Forty exchanges in a row end the round.") : _("None"),
    ),
    row(_("Watching"), options.private ? _("Nobody may watch") : _("Anybody with the watch link")),
    row(_("Commitment to the deals"), commitmentField(commitment)),
  ];
  return rows.flat();
}

/**
 * @param {string} name
 * @param {...(Node|string)} value
 * @returns {HTMLElement[]}
 */
export function row(name, ...value) {
  return [h("dt", {}, name), h("dd", {}, value)];
}

/** @param {Options["memory_aid"]} level */
function aidWords(level) {
  return { off: _("Off"), counts: _("Counts"), full: _("Full") }[level];
}

/** @param {Options["clock"]} clock */
export function clockWords(clock) {
  if (!clock) return _("No clock");
  const bank = timeWords(clock.bank);
  if (!clock.increment) return bank;
  return count(
    "{bank} and {n} second an action",
    "{bank} and {n} seconds an action",
    clock.increment,
    { bank },
  );
}

/** A span of time. @param {number} seconds @returns {string} */
export function timeWords(seconds) {
  const day = 86400;
  if (seconds >= day && seconds % day === 0) return count("{n} day", "{n} days", seconds / day);
  if (seconds % 60 === 0) return count("{n} minute", "{n} minutes", seconds / 60);
  return count("{n} second", "{n} seconds", seconds);
}

/** The first digits, and a button that copies all of it. @param {string} commitment */
function commitmentField(commitment) {
  const hidden = { class: "visually-hidden", tabindex: -1, "aria-hidden": "true" };
  const whole = h("input", { type: "text", readonly: true, value: commitment, ...hidden });
  const onclick = async () =>
    toast((await copy(commitment, whole)) ? _("Copied.") : _("It could not be copied."));
  const props = {
    type: "button",
    class: "button plain small",
    "aria-label": _("Copy the commitment"),
    onclick,
  };
  return h(
    "span",
    {},
    h("code", { title: commitment }, `${commitment.slice(0, SHOWN_DIGITS)}…`),
    h("button", props, icon("icon-copy"), _("Copy")),
    whole,
  );
}
