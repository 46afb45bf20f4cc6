/** The panel shown instead of the table until the match begins. */

import { isCommitmentMissing } from "../core/commitments.js";
import { h } from "../core/dom.js";
import { linkField, onlyHere } from "../core/link_field.js";
import { _ } from "../core/texts.js";
import { CommitmentChanged, matchesNotes } from "./journal.js";
import { askClose } from "./menu.js";
import { cover, foldedInfo, homeLink, panel } from "./panel.js";
import { timeWords } from "./table_info.js";

export { showUnavailable } from "./unavailable.js";

/** @typedef {import("../page_types.js").Update} Update */
/** @typedef {import("../page_types.js").State} State */
/** @typedef {import("../page_types.js").Links} Links */

/**
 * The panel for waiting for a friend.
 * @param {HTMLElement} root
 * @param {{onClose: () => (void|Promise<void>)}} handlers `onClose` gives up the table
 * @returns {{show: (update: Update, links: Links|null) => void, hide: () => void}}
 */
export function createWaiting(root, handlers) {
  let shown = "";
  return {
    show(update, links) {
      cover(root);
      // Drawing the same panel again would lose the focus and the selection.
      const wanted = JSON.stringify([
        update.state.table,
        links,
        update.state.seats.map((seat) => seat.kind),
        update.state.waits_for,
      ]);
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
  if (!isOpen) return seatedPanel(state, links && onClose);
  const invitation = links?.invitation;
  const sentence = _("{name} invites you to a match of Jaipur.", { name: state.seats[0].name });
  const what = _(
    "Send this link. The match begins as soon as the seat is taken; you can leave and come back.",
  );
  return panel(
    "bot-friend",
    _("Waiting for your friend"),
    h("p", {}, invitation ? what : _("The match begins as soon as the seat is taken.")),
    invitation && linkField({ label: _("Invitation"), link: invitation, sentence }),
    invitation && links.only_here && onlyHere(),
    foldedInfo(state.options, state.commitment),
    h("p", { class: "row" }, homeLink(), links && closeButton(onClose)),
  );
}

/**
 * The panel when both players are seated and a nonce is still missing.
 * @param {State} state
 * @param {(() => (void|Promise<void>))|null} onClose null for watchers
 */
function seatedPanel(state, onClose) {
  const seat = state.waits_for[0] ?? 0;
  const isMine = seat === state.seat;
  const title = isMine
    ? _("Waiting for your other browser")
    : _("Waiting for {name}", { name: state.seats[seat].name });
  return panel(
    "bot-friend",
    title,
    h("p", {}, isMine ? elsewhereWords(state) : comingWords(state)),
    seat === state.nonce_commitment?.seat &&
      h("p", {}, voidWords(state.nonce_commitment.reveal_seconds)),
    h("p", { class: "row" }, homeLink(), onClose && closeButton(onClose, true)),
  );
}

/** @param {State} state */
function elsewhereWords(state) {
  if (!matchesNotes(state.table, state) || isCommitmentMissing(state))
    return new CommitmentChanged().sentence;
  return _(
    "Your nonce for this match is in the browser where you created the table. Open the table there, and the cards are dealt. If that browser has lost its data, close the table and create another.",
  );
}

/** @param {State} state */
function comingWords({ seats, waits_for }) {
  return _("The cards are dealt as soon as {name} is at the table. You can leave and come back.", {
    name: seats[waits_for[0] ?? 0].name,
  });
}

/** @param {number} seconds */
function voidWords(seconds) {
  return _("If that takes longer than {time}, the table is void and nothing is dealt.", {
    time: timeWords(seconds),
  });
}

/**
 * @param {() => (void|Promise<void>)} onClose
 * @param {boolean} [isSeated] whether somebody sits opposite
 */
function closeButton(onClose, isSeated) {
  const onclick = () => askClose(onClose, isSeated);
  return h("button", { type: "button", class: "button danger", onclick }, _("Close the table"));
}
