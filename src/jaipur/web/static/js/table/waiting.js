/** What stands in the place of the table until there is a match to see. */

import { h } from "../core/dom.js";
import { linkField, onlyHere } from "../core/link_field.js";
import { _ } from "../core/texts.js";
import { askClose } from "./menu.js";
import { cover, foldedFacts, homeLink, panel } from "./panel.js";

export { showGone } from "./gone.js";
export { openJoin, watchWith } from "./join.js";

/** @typedef {import("../types.js").Update} Update */
/** @typedef {import("../types.js").Links} Links */

/**
 * The panel of who waits for a friend.
 * @param {HTMLElement} root
 * @param {{onClose: () => (void|Promise<void>)}} handlers `onClose` gives up the table
 * @returns {{show: (update: Update, links: Links|null) => void, hide: () => void}}
 */
export function createWaiting(root, handlers) {
  let shown = "";
  return {
    show(update, links) {
      cover(root);
      // The same panel again would take the focus and the selection away.
      const wanted = JSON.stringify([update.state.table, links, update.state.seats.map((seat) => seat.kind)]);
      if (shown === wanted) return;
      shown = wanted;
      root.replaceChildren(waitingPanel(update, links, handlers.onClose));
    },
    hide() {
      if (shown) root.replaceChildren();
      shown = "";
      root.hidden = true;
    },
  };
}

/**
 * @param {Update} update
 * @param {Links|null} links
 * @param {() => (void|Promise<void>)} onClose
 */
function waitingPanel({ state }, links, onClose) {
  const isOpen = state.seats.some((seat) => seat.kind === "open");
  if (!isOpen) return panel("bot-friend", _("The cards are being dealt"), h("p", {}, _("One moment.")));
  const invitation = links?.invitation;
  const sentence = _("{name} invites you to a match of Jaipur.", { name: state.seats[0].name });
  const what = _("Send this link. The match begins as soon as the seat is taken; you can leave and come back.");
  const close = () => askClose(onClose);
  return panel(
    "bot-friend",
    _("Waiting for your friend"),
    h("p", {}, invitation ? what : _("The match begins as soon as the seat is taken.")),
    invitation && linkField({ label: _("Invitation"), link: invitation, sentence }),
    invitation && links.only_here && onlyHere(),
    foldedFacts(state.options, state.commitment),
    h(
      "p",
      { class: "row" },
      homeLink(),
      links && h("button", { type: "button", class: "button danger", onclick: close }, _("Close the table")),
    ),
  );
}
