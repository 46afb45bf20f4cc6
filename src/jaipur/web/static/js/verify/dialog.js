/** Checks the deals of a finished match: loads the proof, deals again, shows the findings. */

import { get, Refused, Unreachable } from "../core/api.js";
import { openDialog, toast } from "../core/dialog.js";
import { h, icon } from "../core/dom.js";
import { memory } from "../core/preferences.js";
import { _ } from "../core/texts.js";
import { checkProof, chooserOf } from "./check.js";

/** @typedef {import("./check.js").Checked} Checked */
/** @typedef {import("./check.js").Line} Line */

/**
 * Check the deals of a match, and show the findings in a dialog.
 * @param {string} table
 * @param {import("../types.js").Result[]} results
 * @returns {Promise<void>}
 */
export async function showDealsCheck(table, results) {
  try {
    const proof = await get(`/api/tables/${encodeURIComponent(table)}/proof`);
    const commitment = memory.get(`commitment.${table}`);
    const [nonce, nonces, committed] = ["nonce", "nonces", "committed"].map((note) =>
      memory.get(`${note}.${table}`),
    );
    const known = { commitment, nonce, nonces, committed, results };
    showFound(checkProof(proof, known), proof, known);
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
    toast(error.sentence);
  }
}

/**
 * @param {Checked} found
 * @param {import("./check.js").Proof} proof
 * @param {import("./check.js").Known} known
 */
function showFound(found, proof, known) {
  openDialog({
    title: _("Check the deals"),
    cls: "deals-check",
    content: [
      h(
        "p",
        { class: `deals-verdict ${found.ok ? "holds" : "fails"}` },
        icon(found.ok ? "icon-shield" : "icon-warn"),
        h("strong", {}, found.ok ? _("The deals are verified.") : _("Something does not match.")),
      ),
      h("ul", { class: "deals-lines" }, found.lines.map(shown)),
      h("p", { class: "muted" }, meaning(found)),
      ...(found.ok ? [h("p", { class: "muted" }, CHOSEN[chooserOf(proof, known)]())] : []),
      details(proof),
    ],
    actions: [{ label: _("Close"), kind: "primary" }],
  });
}

/** Who could have chosen the deals. */
const CHOSEN = {
  nobody: () =>
    _(
      "Nobody could choose the cards, not even the host of the server: first there were commitments to the key and to one nonce, then the other nonce was given, then the first was revealed.",
    ),
  unseen: () =>
    _(
      "If the commitments are those shown before the match, and one nonce was shown before the other was revealed, nobody could choose the cards; this browser did not see that.",
    ),
  last: () =>
    _(
      "Neither nonce was committed to before the other was given: a player who could read the key and gave the last nonce could have chosen the cards.",
    ),
  host: () =>
    _(
      "At least one seat gave no nonce, or one that can be guessed, as always against bots and on one device: the host of the server could have chosen the cards.",
    ),
};

/**
 * What is proved and what is not.
 * @param {Checked} found
 */
function meaning({ ok, lines }) {
  if (!ok)
    return _(
      "These are not the cards committed to before the match. Ask the host of the server, and keep the record.",
    );
  if (lines.some((line) => line.ok === null))
    return _(
      "This proves that the cards follow from the key and that nobody moved one. Only a browser that was there at the start can tell whether the key was committed to before the match.",
    );
  return _(
    "This proves that the cards were fixed before the first action and that nobody changed them. It does not prove that the host of the server did not look at them.",
  );
}

/** @param {Line} line */
function shown({ ok, sentence }) {
  const [name, cls, said] = sign(ok);
  return h(
    "li",
    { class: cls },
    icon(name),
    h("span", { class: "visually-hidden" }, said, " "),
    h("span", {}, sentence),
  );
}

/**
 * @param {boolean|null} ok
 * @returns {[string, string, string]} drawing, class and what a screen reader says
 */
function sign(ok) {
  if (ok === null) return ["icon-help", "unknown", _("Not checked:")];
  return ok ? ["icon-check", "holds", _("Passed:")] : ["icon-cross", "fails", _("Failed:")];
}

/**
 * The raw values, for people who want to calculate themselves.
 * @param {import("./check.js").Proof} proof
 */
function details({ commitment, key, nonces }) {
  const rows = [
    [_("Commitment"), commitment],
    [_("Key of the deals"), key ?? ""],
    [_("Nonces"), nonces.map((nonce) => nonce || "–").join(" · ")],
  ];
  return h(
    "details",
    {},
    h("summary", {}, _("The numbers")),
    h(
      "dl",
      { class: "deals-numbers" },
      rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, h("code", {}, value))]),
    ),
  );
}
