/** After a break the server may be a newer one: then this page is old, and says so. */

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { page } from "./page.js";
import { _ } from "./texts.js";

let isAsking = false;

/** Offer to load the page anew if the server has other files by now; nothing is lost by it. */
export async function offerReload() {
  if (isAsking || !(await isOld())) return;
  isAsking = true;
  openDialog({
    title: _("There is a newer version of this page"),
    content: h(
      "p",
      {},
      _("The server was renewed meanwhile. Load the page anew to go on; your table is as it was."),
    ),
    actions: [
      { label: _("Later") },
      { label: _("Load anew"), kind: "primary", onChoose: () => location.reload() },
    ],
    onClose: () => (isAsking = false),
  });
}

/** The files of a version have an address of their own, which the next version does not know. */
async function isOld() {
  try {
    const answer = await fetch(`${page.static}/icon.svg`, { method: "HEAD", cache: "no-store" });
    return answer.status === 404;
  } catch {
    return false;
  }
}
