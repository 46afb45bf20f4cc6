/** Shares a finished match: a link to its replay, or its record as a file. */

import { get, Refused, Unreachable } from "../core/api.js";
import { openDialog, toast } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { linkField, onlyHere } from "../core/link_field.js";
import { _ } from "../core/texts.js";

/** @typedef {import("../page_types.js").Links} Links */

/** @param {string} table @returns {string} where the record can be downloaded */
export const recordPath = (table) => `/api/tables/${encodeURIComponent(table)}/record`;

/** @param {string} table @returns {string} */
export const replayPath = (table) => `/t/${encodeURIComponent(table)}/replay`;

/**
 * Offer the link to the replay; for players only.
 * @param {string} table
 * @returns {Promise<void>}
 */
export async function openShare(table) {
  try {
    /** @type {Links} */
    const links = await get(`/api/tables/${encodeURIComponent(table)}/links`);
    openDialog({
      title: _("Share the match"),
      content: links.watch ? linked(links.watch, links.only_here) : onlyRecord(table),
    });
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
    toast(error.sentence);
  }
}

/**
 * @param {string} watch the watch link of the table, with its secret after the #
 * @param {boolean} isOnlyHere
 * @returns {Node[]}
 */
function linked(watch, isOnlyHere) {
  const [address, secret] = watch.split("#");
  const link = `${address}/replay#${secret}`;
  const field = linkField({
    label: _("Link to the replay"),
    link,
    sentence: _("A Jaipur match, step by step"),
  });
  const said = h(
    "p",
    {},
    _("Anybody who opens this link sees the whole match step by step, with both hands visible."),
  );
  return isOnlyHere ? [said, field, onlyHere()] : [said, field];
}

/** @param {string} table */
function onlyRecord(table) {
  return [
    h(
      "p",
      {},
      _(
        "This table is private, so there is no link to it. You can download the record and send that.",
      ),
    ),
    h(
      "p",
      {},
      h(
        "a",
        { class: "button", href: recordPath(table), download: `${table}.jaipur` },
        _("Download the record"),
      ),
    ),
  ];
}
