/** The menu of a replay. */

import { openShare, recordPath } from "../after/share.js";
import { openDialog } from "../core/dialog.js";
import { h, icon } from "../core/dom.js";
import { _ } from "../core/texts.js";
import { openDealsCheck } from "../verify/open.js";
import { SPEEDS, speedWords } from "./player.js";

/** @typedef {import("./steps.js").Match} Match */
/** @typedef {import("./player.js").Player} Player */

/**
 * @param {Match} match
 * @param {Player} player
 */
export function openReplayMenu({ replay, mayShare }, player) {
  const { table, results } = replay;
  /** @param {() => void} act */
  const after = (act) => () => {
    dialog.close();
    act();
  };
  const share = button(
    "icon-share",
    _("Share"),
    after(() => openShare(table)),
  );
  const check = button(
    "icon-shield",
    _("Check the deals"),
    after(() => openDealsCheck(table, results)),
  );
  const record = link("icon-download", _("Download the record"), recordPath(table));
  record.download = `${table}.jaipur`;
  const dialog = openDialog({
    title: _("This match"),
    content: h(
      "div",
      { class: "replay-menu" },
      speedChoice(player),
      link("icon-left", _("Back to the table"), `/t/${encodeURIComponent(table)}`),
      mayShare && share,
      record,
      check,
      link("icon-home", _("Home"), "/"),
    ),
  });
}

/**
 * The choice of the playback speed.
 * @param {Player} player
 */
function speedChoice(player) {
  const options = SPEEDS.map((speed) =>
    h("option", { value: speed, selected: speed === player.speed }, speedWords(speed)),
  );
  const choice = h("select", { onchange: () => player.setSpeed(Number(choice.value)) }, options);
  return h("label", { class: "replay-choice" }, _("Speed"), choice);
}

/**
 * @param {string} name
 * @param {string} label
 * @param {() => void} onclick
 */
function button(name, label, onclick) {
  return h("button", { type: "button", class: "button", onclick }, icon(name), label);
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} href
 */
function link(name, label, href) {
  return h("a", { class: "button", href }, icon(name), label);
}

/** The keys of the replay. */
export function openReplayHelp() {
  const rows = [
    ["← →", _("One step back or forward")],
    [_("Home, End"), _("To the beginning or the end")],
    [_("Space"), _("Play or pause")],
  ];
  openDialog({
    title: _("How to replay a match"),
    content: [
      h(
        "p",
        {},
        _(
          "Both hands are visible. Step through the match with the buttons, the slider, the list of actions or these keys.",
        ),
      ),
      h(
        "dl",
        { class: "replay-keys" },
        rows.flatMap(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]),
      ),
    ],
    actions: [{ label: _("Close"), kind: "primary" }],
  });
}
