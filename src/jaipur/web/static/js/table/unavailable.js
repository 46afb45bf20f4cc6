/** Explains why the table cannot be shown, and offers ways to continue. */

import { Refused, Unreachable } from "../core/api.js";
import { h, icon } from "../core/dom.js";
import { sentenceOf } from "../core/failure.js";
import { _ } from "../core/texts.js";
import { CommitmentChanged } from "./journal.js";
import { cover, homeLink, learnLink, lookLink, panel } from "./panel.js";

const TEMPORARY = ["too_many", "too_many_streams", "bad_name"];

/**
 * Show what went wrong, and what to do next.
 * @param {HTMLElement} root
 * @param {unknown} error
 * @param {string|null} [table] a table that can be viewed nevertheless
 */
export function showUnavailable(root, error, table = null) {
  cover(root);
  const mayHelp = !isFinal(error);
  const ways = [
    mayHelp && again(),
    table && lookLink(table),
    homeLink(),
    !mayHelp && !table && learnLink(),
  ];
  root.replaceChildren(
    panel("motif-K", title(error), h("p", {}, sentenceOf(error)), h("p", { class: "row" }, ways)),
  );
  root.querySelector("h2")?.focus();
}

/**
 * Whether retrying is useless.
 * @param {unknown} error
 * @returns {boolean}
 */
export function isFinal(error) {
  if (error instanceof CommitmentChanged) return true;
  return error instanceof Refused && error.status < 500 && !TEMPORARY.includes(error.code);
}

function again() {
  const onclick = () => location.reload();
  return h(
    "button",
    { type: "button", class: "button primary", onclick },
    icon("icon-again"),
    _("Try again"),
  );
}

/** @param {unknown} error */
function title(error) {
  if (error instanceof Unreachable) return _("No connection");
  const code = error instanceof Refused ? error.code : "";
  if (code === "seat_taken") return _("The seat is taken");
  if (code === "own_invitation") return _("This is your own invitation");
  if (code === "match_over") return _("This match is over");
  if (code === "wrong_invitation" || code === "wrong_watch_link")
    return _("This link does not work");
  if (code === "unknown_table") return _("Table not found");
  return _("The table cannot be shown");
}
