/** The dialog that creates a link for moving my seats to another device. */

import { post } from "../core/api.js";
import { withNonces } from "../core/commitments.js";
import { openDialog } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { sentenceOf } from "../core/failure.js";
import { linkField, onlyHere } from "../core/link_field.js";
import { _, count } from "../core/texts.js";

/** Explain the link, and create it on request. */
export function openMove() {
  const keep = h("input", { type: "checkbox", checked: true });
  const place = h("div", { class: "move-link", role: "status" });
  const make = h("button", {
    type: "button",
    class: "button primary",
    onclick: () => fill(place, keep, make),
  });
  make.textContent = _("Create the link");
  openDialog({
    title: _("Continue on another device"),
    content: [
      h(
        "p",
        {},
        _("Open the link on your phone or another computer, and your tables are there too."),
      ),
      h("label", { class: "tick" }, keep, h("span", {}, _("Keep my seats on this device as well"))),
      h("p", {}, make),
      place,
    ],
  });
}

/**
 * @param {HTMLElement} place
 * @param {HTMLInputElement} keep
 * @param {HTMLButtonElement} make
 */
async function fill(place, keep, make) {
  make.disabled = true;
  try {
    const { link, seconds, only_here } = await post("/api/device/link", { keep: keep.checked });
    const minutes = Math.round(seconds / 60);
    const once = count(
      "It works once, for {n} minute.",
      "It works once, for {n} minutes.",
      minutes,
    );
    const field = linkField({ label: _("Link for your other device"), link: withNonces(link) });
    place.replaceChildren(
      field,
      h("p", { class: "muted" }, once, " ", _("Anybody who has it gets your seats.")),
    );
    if (only_here) place.append(onlyHere());
  } catch (error) {
    place.replaceChildren(h("p", { class: "said-error" }, sentenceOf(error)));
  }
  make.disabled = false;
  make.className = "button";
  make.textContent = _("Create a new link");
}
