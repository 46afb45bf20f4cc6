/** Explains why a replay cannot be shown, and what to do next. */

import { Refused, Unreachable } from "../core/api.js";
import { h, icon } from "../core/dom.js";
import { _ } from "../core/texts.js";

/**
 * @param {HTMLElement} root
 * @param {string} table
 * @param {Refused|Unreachable} error
 */
export function showUnavailable(root, table, error) {
  const home = h("a", { class: "button", href: "/" }, icon("icon-home"), _("To the home page"));
  const heading = h("h2", { tabindex: -1 }, titleOf(error));
  root.replaceChildren(
    h(
      "section",
      { class: "panel replay-trouble" },
      heading,
      h("p", {}, explanationOf(error)),
      h("div", { class: "row" }, nextLink(table, error), home),
    ),
  );
  root.hidden = false;
  heading.focus();
}

/** @param {Refused|Unreachable} error */
const isNotOver = (error) =>
  error instanceof Refused && ["match_not_over", "not_begun"].includes(error.code);

/** @param {Refused|Unreachable} error */
function titleOf(error) {
  if (isNotOver(error)) return _("The match is not over yet");
  return error instanceof Unreachable
    ? _("The server is not responding")
    : _("There is no replay here");
}

/** @param {Refused|Unreachable} error */
function explanationOf(error) {
  if (isNotOver(error))
    return _("Hands stay secret until the end. After the match it can be replayed here.");
  if (error instanceof Unreachable)
    return _("Nothing is lost: the match is saved there. Try again in a moment.");
  return error.sentence;
}

/**
 * @param {string} table
 * @param {Refused|Unreachable} error
 */
function nextLink(table, error) {
  if (isNotOver(error))
    return h(
      "a",
      { class: "button primary", href: `/t/${encodeURIComponent(table)}` },
      _("To the table"),
    );
  if (error instanceof Refused && error.status < 500) return null;
  return h(
    "button",
    { type: "button", class: "button primary", onclick: () => location.reload() },
    icon("icon-again"),
    _("Try again"),
  );
}
