/** Making a table and going there. */

import { device, newId, postOnce, Refused } from "../core/api.js";
import { openDialog } from "../core/dialog.js";
import { byId, h } from "../core/dom.js";
import { preferences } from "../core/preferences.js";
import { _ } from "../core/texts.js";
import { sentenceOf } from "../move/dialog.js";
import { chosenOptions } from "./options.js";

/** @typedef {{kind: "bot", bot: string}|{kind: "invitation"}|{kind: "same_device", name: string}} Opponent */

let isBusy = false;

/**
 * Make a table against somebody and go there; a failure is said, and may be tried again.
 * @param {Opponent} opponent
 * @param {string} [id] of the command, so that trying again cannot make two tables
 */
export async function createTable(opponent, id = newId()) {
  if (isBusy) return;
  setBusy(true);
  try {
    await device();
    const name = preferences.get().name || _("Player");
    const { table } = await postOnce("/api/tables", { id, name, opponent, options: chosenOptions() });
    location.assign(`/t/${table}`);
  } catch (error) {
    setBusy(false);
    sayFailure(error, opponent, error instanceof Refused ? newId() : id);
  }
}

/** A page that comes back from the browser's memory is not busy any more. */
addEventListener("pageshow", (event) => {
  if (event.persisted) setBusy(false);
});

/** @param {boolean} busy */
function setBusy(busy) {
  isBusy = busy;
  document.body.toggleAttribute("data-busy", busy);
  byId("busy").textContent = busy ? _("Setting the table…") : "";
}

/**
 * @param {unknown} error
 * @param {Opponent} opponent
 * @param {string} id for the next try
 */
function sayFailure(error, opponent, id) {
  const isName = error instanceof Refused && error.code === "bad_name";
  /** @type {import("../core/dialog.js").DialogAction} */
  const again = { label: _("Try again"), kind: "primary", onChoose: () => void createTable(opponent, id) };
  openDialog({
    title: _("The table was not made"),
    content: h("p", {}, sentenceOf(error)),
    actions: isName ? [{ label: _("Change the name"), kind: "primary" }] : [{ label: _("Close") }, again],
    onClose: () => isName && byId(opponent.kind === "same_device" ? "other-name" : "name").focus(),
  });
}
