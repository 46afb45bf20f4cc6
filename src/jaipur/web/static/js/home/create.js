/** Creates a table from the home page: shows progress and errors. */

import { newId, Refused } from "../core/api.js";
import { openDialog } from "../core/dialog.js";
import { byId, h } from "../core/dom.js";
import { sentenceOf } from "../core/failure.js";
import { makeTable } from "../core/new_table.js";
import { _ } from "../core/texts.js";
import { chosenOptions } from "./options.js";

/** @typedef {import("../core/new_table.js").Opponent} Opponent */

let isBusy = false;

/**
 * Create a table and go there; on failure, show why and offer to retry.
 * @param {Opponent} opponent
 * @param {string} [id] of the command, so that a retry cannot create a second table
 */
export async function createTable(opponent, id = newId()) {
  if (isBusy) return;
  setBusy(true);
  try {
    await makeTable(opponent, chosenOptions(), id);
  } catch (error) {
    setBusy(false);
    sayFailure(error, opponent, error instanceof Refused ? newId() : id);
  }
}

/** A page restored from the browser's back/forward cache is not busy any more. */
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
  const again = {
    label: _("Try again"),
    kind: "primary",
    onChoose: () => void createTable(opponent, id),
  };
  openDialog({
    title: _("The table could not be created"),
    content: h("p", {}, sentenceOf(error)),
    actions: isName
      ? [{ label: _("Change the name"), kind: "primary" }]
      : [{ label: _("Close") }, again],
    onClose: () => isName && byId(opponent.kind === "same_device" ? "other-name" : "name").focus(),
  });
}
