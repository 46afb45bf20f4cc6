/** The menu of the table: everything except card actions. */

import { get } from "../core/api.js";
import { openDialog } from "../core/dialog.js";
import { h, icon } from "../core/dom.js";
import { sentenceOf } from "../core/failure.js";
import { linkField, onlyHere } from "../core/link_field.js";
import { page } from "../core/page.js";
import { openPreferences } from "../core/preferences_dialog.js";
import { _, count } from "../core/texts.js";
import { openMove } from "../move/dialog.js";
import { infoRows, row } from "./table_info.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../page_types.js").Links} Links */

/**
 * @typedef {Object} MenuOptions
 * @property {Model} model
 * @property {string} table its id
 * @property {() => (void|Promise<void>)} onResign gives up the match
 * @property {() => (void|Promise<void>)} onClose gives up the table before it began
 * @property {() => void} [onHelp]
 * @property {() => void} [onLog]
 */

/**
 * Open the menu.
 * @param {MenuOptions} given
 */
export function openMenu(given) {
  const dialog = openDialog({
    title: _("Menu"),
    cls: "menu",
    content: [choices(given, () => dialog.close()), tableInfo(given.model)],
  });
}

/**
 * @param {MenuOptions} given
 * @param {() => void} close
 */
function choices(given, close) {
  const { model, onHelp, onLog } = given;
  const then = (/** @type {() => void} */ act) => () => {
    close();
    act();
  };
  const items = [
    onHelp && button("icon-help", _("Help and keys"), then(onHelp)),
    onLog && button("icon-log", _("Log of the round"), then(onLog)),
    button("icon-settings", _("Preferences"), then(openPreferences)),
    link("icon-book", _("Rules"), "/rules"),
    link("icon-play", _("Learn"), "/learn"),
    language(),
    ...(model.isReadOnly ? [] : playerChoices(given, then)),
    link("icon-home", _("To the home page"), "/"),
  ];
  return h(
    "ul",
    { class: "menu-list" },
    items.map((item) => item && h("li", {}, item)),
  );
}

/**
 * The choices for players only.
 * @param {MenuOptions} given
 * @param {(act: () => void) => () => void} then
 */
function playerChoices({ model, table, onResign, onClose }, then) {
  const { phase, options } = model.state;
  const toResign = then(() => askResign(model, onResign));
  const toClose = then(() => askClose(onClose));
  return [
    !options.private &&
      button(
        "icon-eye",
        _("Watch link"),
        then(() => openWatching(table)),
      ),
    button("icon-share", _("Another device"), then(openMove)),
    (phase === "playing" || phase === "between") &&
      button("icon-flag", _("Resign"), toResign, "danger"),
    phase === "waiting" && button("icon-cross", _("Close the table"), toClose, "danger"),
  ];
}

/**
 * @param {string} drawing
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} kind
 */
function button(drawing, label, onclick, kind = "plain") {
  return h("button", { type: "button", class: `button ${kind}`, onclick }, icon(drawing), label);
}

/**
 * @param {string} drawing
 * @param {string} label
 * @param {string} href
 * @param {Record<string, string>} more
 */
function link(drawing, label, href, more = {}) {
  return h("a", { class: "button plain", href, ...more }, icon(drawing), label);
}

/** The same page in the other language. */
function language() {
  const other = page.language === "fr" ? "en" : "fr";
  const there = new URL(location.href);
  there.searchParams.set("lang", other);
  return link("icon-right", other === "fr" ? "Français" : "English", there.href, {
    lang: other,
    hreflang: other,
  });
}

/** @param {Model} model */
function tableInfo(model) {
  const { state, now, names } = model;
  const people = state.seats.map(
    (seat, index) => seat.kind === "person" && person(names[index], now.present[index]),
  );
  const watchers = now.watchers
    ? count("{n} person is watching", "{n} people are watching", now.watchers)
    : _("Nobody is watching");
  const who = [...row(_("At the table"), h("span", {}, people)), ...row(_("Watchers"), watchers)];
  return h(
    "section",
    {},
    h("h3", {}, _("This table")),
    h("dl", { class: "table-info" }, who, infoRows(state.options, state.commitment)),
  );
}

/**
 * @param {string} name
 * @param {boolean} isHere
 */
function person(name, isHere) {
  const words = isHere ? _("{name} is here", { name }) : _("{name} is away", { name });
  return h(
    "span",
    { class: "person" },
    h("span", { class: isHere ? "present here" : "present" }),
    words,
    " ",
  );
}

/** @param {string} table */
async function openWatching(table) {
  const place = h("div", { role: "status" }, h("p", {}, _("Asking for the link…")));
  openDialog({ title: _("Let somebody watch"), content: place });
  try {
    /** @type {Links} */
    const links = await get(`/api/tables/${encodeURIComponent(table)}/links`);
    if (!links.watch) {
      place.replaceChildren(h("p", {}, _("This table is private: nobody may watch.")));
      return;
    }
    const hint = _("Anybody who opens it sees the table, but neither hand.");
    place.replaceChildren(
      h("p", {}, hint),
      linkField({ label: _("Watch link"), link: links.watch }),
    );
    if (links.only_here) place.append(onlyHere());
  } catch (error) {
    place.replaceChildren(h("p", { class: "said-error" }, sentenceOf(error)));
  }
}

/**
 * @param {Model} model
 * @param {() => (void|Promise<void>)} onResign
 */
function askResign({ names, top, seat }, onResign) {
  const name = names[top];
  const sentence =
    seat === null
      ? _("The match ends now, for both of you. This cannot be undone.")
      : _(
          "You give up the whole match, not only this round, and {name} wins. This cannot be undone.",
          { name },
        );
  openDialog({
    title: _("Resign the match?"),
    content: h("p", {}, sentence),
    actions: [{ label: _("Play on") }, { label: _("Resign"), kind: "danger", onChoose: onResign }],
  });
}

/**
 * Ask once more before a table is given up.
 * @param {() => (void|Promise<void>)} onClose
 */
export function askClose(onClose, isSeated = false) {
  const invited = _("The invitation then stops working. You can create another table at any time.");
  const seated = _("No cards are dealt then, and the other player sees that you left.");
  openDialog({
    title: _("Close the table?"),
    content: h("p", {}, isSeated ? seated : invited),
    actions: [
      { label: _("Keep it") },
      { label: _("Close the table"), kind: "danger", onChoose: onClose },
    ],
  });
}
