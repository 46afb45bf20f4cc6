/** The help dialog: how to act, the keys, the notation. */

import { openDialog } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { preferences } from "../core/preferences.js";
import { _ } from "../core/texts.js";
import { KEYS } from "./keys.js";

/** Open the help. */
export function openHelp() {
  openDialog({
    title: _("How to play here"),
    content: [...acting(), ...keys(), ...notation(), links()],
    actions: [{ label: _("Back to the table"), kind: "primary" }],
    cls: "help",
  });
}

function acting() {
  const steps = [
    _("Pick cards; the button then names the action, and nothing happens before you press it."),
    _("One market card: you take it. A camel: you take all camels."),
    _(
      "Hand cards of one kind: you sell them. The first tap picks all of the kind; − and + change the number.",
    ),
    _("Market cards and hand cards or camels: you exchange them, at least two for two."),
    _("A tap on a picked card puts it back. Clear puts everything back."),
    _("A pale card cannot be used now; a tap on it says why."),
  ];
  return [
    h(
      "ul",
      { class: "help-steps" },
      steps.map((step) => h("li", {}, step)),
    ),
  ];
}

function keys() {
  const isOff = !preferences.get().letters;
  const rows = KEYS.filter((key) => !isOff || !key.isLetter).map((key) =>
    h(
      "tr",
      {},
      h(
        "td",
        {},
        key.caps().map((cap) => h("kbd", {}, cap)),
      ),
      h("td", {}, key.says()),
    ),
  );
  const note = isOff
    ? _("The single-letter keys are switched off. You can switch them on in the preferences.")
    : _(
        "Letters and digits go by their position on the keyboard. You can switch them off in the preferences.",
      );
  const heads = [_("Key"), _("What it does")].map((head) => h("th", { scope: "col" }, head));
  return [
    h("h3", {}, _("Keys")),
    h("table", { class: "help-keys" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)),
    h(
      "p",
      { class: "muted" },
      note,
      " ",
      _("Arrow keys move along a row; Enter and Space press the focused button."),
    ),
  ];
}

function notation() {
  const letters = _("D diamond, G gold, S silver, C cloth, P spice, L leather, K camel");
  /** @type {[string, string][]} */
  const examples = [
    ["+G", _("take gold")],
    ["+KKK", _("take the three camels")],
    ["−LLL", _("sell three leather")],
    ["+DG−LK", _("take a diamond and gold for leather and a camel")],
  ];
  const rows = examples.flatMap(([action, words]) => [
    h("dt", {}, h("kbd", {}, action)),
    h("dd", {}, words),
  ]);
  return [
    h("h3", {}, _("Actions in letters")),
    h("p", {}, letters),
    h("dl", { class: "help-notation" }, rows),
  ];
}

function links() {
  return h(
    "p",
    { class: "row" },
    h("a", { class: "button", href: "/rules", target: "_blank", rel: "noopener" }, _("The rules")),
    h(
      "a",
      { class: "button", href: "/learn", target: "_blank", rel: "noopener" },
      _("Learn by playing"),
    ),
  );
}
