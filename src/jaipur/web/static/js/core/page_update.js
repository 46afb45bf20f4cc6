/** After a reconnect the server may be newer than this page: then offer to reload. */

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { page } from "./page.js";
import { _ } from "./texts.js";

let isAsking = false;

/** Offer to reload the page if the server has newer files; nothing is lost by it. */
export async function offerReload() {
  if (isAsking || !(await isOld())) return;
  isAsking = true;
  openDialog({
    title: _("There is a newer version of this page"),
    content: h(
      "p",
      {},
      _(
        "The server was updated in the meantime. Reload the page to continue; your table is unchanged.",
      ),
    ),
    actions: [
      { label: _("Later") },
      { label: _("Reload"), kind: "primary", onChoose: () => location.reload() },
    ],
    onClose: () => (isAsking = false),
  });
}

/** The URL of static files changes with each version, so an old one is not found any more. */
async function isOld() {
  try {
    const answer = await fetch(`${page.static}/icon.svg`, { method: "HEAD", cache: "no-store" });
    return answer.status === 404;
  } catch {
    return false;
  }
}
