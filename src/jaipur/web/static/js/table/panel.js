/** The parts of a panel that replaces the table. */

import { h, icon } from "../core/dom.js";
import { _ } from "../core/texts.js";
import { infoRows } from "./table_info.js";

/** @typedef {import("../page_types.js").Options} Options */

/**
 * A panel with a drawing and a focusable heading.
 * @param {string} drawing
 * @param {string} title
 * @param {...(Node|null|undefined|false|"")} parts
 * @returns {HTMLElement}
 */
export function panel(drawing, title, ...parts) {
  const heading = h("h2", { tabindex: -1 }, title);
  const rest = parts.map((part) => part || null);
  return h("section", { class: "panel state-panel" }, icon(drawing, "state-art"), heading, rest);
}

/**
 * Show the place of panels, and hide the empty table.
 * @param {HTMLElement} root
 */
export function cover(root) {
  root.hidden = false;
  const table = document.getElementById("table");
  if (table) table.hidden = true;
}

/**
 * The options of a table, collapsed.
 * @param {Options} options
 * @param {string} commitment
 * @returns {HTMLElement}
 */
export function foldedInfo(options, commitment) {
  const rows = h("dl", { class: "table-info" }, infoRows(options, commitment));
  return h("details", {}, h("summary", {}, _("Options of this table")), rows);
}

/** @returns {HTMLElement} */
export const homeLink = () => link("button", "/", "icon-home", _("To the home page"));

/** @returns {HTMLElement} */
export const learnLink = () =>
  link("button plain", "/learn", "icon-book", _("Learn in five minutes"));

/** @param {string} table @returns {HTMLElement} */
export const lookLink = (table) =>
  link("button primary", `/t/${encodeURIComponent(table)}`, "icon-eye", _("Look at the table"));

/**
 * @param {string} cls
 * @param {string} href
 * @param {string} drawing
 * @param {string} label
 */
function link(cls, href, drawing, label) {
  return h("a", { class: cls, href }, icon(drawing), label);
}
