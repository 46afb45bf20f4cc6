/** The page that opens on the other device when seats are moved. */

import { post, Refused } from "../core/api.js";
import { importNonces } from "../core/commitments.js";
import { byId, setText } from "../core/dom.js";
import { sentenceOf } from "../core/failure.js";
import { expectTables } from "../core/table_memory.js";
import { _ } from "../core/texts.js";

const said = byId("move-said");
const claim = /** @type {HTMLButtonElement} */ (byId("claim"));
const given = new URLSearchParams(location.hash.slice(1));
const secret = given.get("link");

/** Take over the seats, and go to the home page. */
async function bring() {
  claim.disabled = true;
  setText(said, _("Bringing your seats here…"));
  try {
    await post("/api/device/claim", { link: secret });
    importNonces(given);
    expectTables();
    location.replace("/");
  } catch (error) {
    setText(said, sentenceOf(error));
    claim.hidden = error instanceof Refused && error.code === "unknown_link";
    claim.disabled = false;
  }
}

if (secret) {
  claim.hidden = false;
  claim.addEventListener("click", bring);
} else {
  setText(said, _("The end of the link is missing. Copy all of it, from your other device."));
}
