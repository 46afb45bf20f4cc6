/** The rematch: an offer, the answer to one, or the link to the new table. */

import { h, icon, setAttr, setText } from "../core/dom.js";
import { _ } from "../core/texts.js";

/** @typedef {import("../page_types.js").State} State */
/** @typedef {import("../page_types.js").Seat} Seat */

/**
 * @param {() => (void|Promise<void>)} onRematch
 * @returns {{element: HTMLElement, show: (state: State, who: {me: Seat|null, names: [string, string], isPlayer: boolean}) => void}}
 */
export function createRematch(onRematch) {
  const said = h("p", { class: "over-offer", role: "status" });
  const label = h("span");
  const button = h(
    "button",
    { type: "button", class: "button primary", onclick: ask },
    icon("icon-again"),
    label,
  );
  const link = h("a", { class: "button primary" }, icon("icon-right"), _("Go to the new table"));
  const element = h("div", { class: "over-rematch" }, said, button, link);

  let isWanted = false;
  /** @type {string|null|undefined} */
  let before;

  function ask() {
    if (button.getAttribute("aria-disabled") === "true") return;
    isWanted = true;
    onRematch();
  }

  return {
    element,
    show(state, { me, names, isPlayer }) {
      const { offered_by: by, table } = state.rematch;
      const isMine = by !== null && by === me;
      setText(said, isPlayer ? sentence(by, isMine, table, names) : "");
      said.hidden = !said.textContent;
      button.hidden = !isPlayer || table !== null;
      setText(label, by !== null && !isMine ? _("Play again") : _("Rematch"));
      setAttr(button, "aria-disabled", isMine ? "true" : null);
      link.hidden = !isPlayer || table === null; // watchers have no access
      setAttr(link, "href", isPlayer && table && `/t/${encodeURIComponent(table)}`);
      element.hidden = button.hidden && link.hidden;
      // Players who asked for it here, or whose offer was accepted, go there at once; others get a link.
      const isAwaited = isMine && before === null && table !== null;
      before = table;
      if ((isWanted || isAwaited) && link.href) location.assign(link.href);
    },
  };
}

/**
 * @param {Seat|null} by
 * @param {boolean} isMine
 * @param {string|null} table
 * @param {string[]} names
 * @returns {string}
 */
function sentence(by, isMine, table, names) {
  if (table) return _("The rematch is set up.");
  if (by === null) return "";
  if (isMine) return _("You offered a rematch. Waiting for {name}.", { name: names[1 - by] });
  return _("{name} would like a rematch.", { name: names[by] });
}
