/** With the full memory aid: how many cards of each kind the viewer has not seen yet. */

import { KINDS } from "../../core/box.js";
import { h, icon, setText } from "../../core/dom.js";
import { _ } from "../../core/texts.js";
import { cardName } from "../../core/words.js";

/** @typedef {import("../../page_types.js").Model} Model */

/** @returns {{element: HTMLElement, show: (model: Model) => void}} */
export function createUnseen() {
  const kinds = KINDS.map(createKind);
  const element = h(
    "div",
    { class: "unseen", dataset: { unseen: "" } },
    h(
      "h3",
      { class: "unseen-title" },
      _("Not seen yet"),
      " ",
      h("small", {}, _("in the deck or the other hand")),
    ),
    h(
      "dl",
      { class: "unseen-kinds" },
      kinds.map((kind) => kind.element),
    ),
  );
  return {
    element,
    show({ state, round }) {
      element.hidden = state.options.memory_aid !== "full";
      for (const kind of kinds) kind.show(round.unseen);
    },
  };
}

/** @param {string} letter */
function createKind(letter) {
  const number = h("dd");
  return {
    element: h(
      "div",
      {},
      h(
        "dt",
        {},
        icon(`motif-${letter}`, "unseen-motif"),
        h("span", { class: "visually-hidden" }, cardName(letter)),
      ),
      number,
    ),
    /** @param {string|null} unseen */
    show(unseen) {
      setText(
        number,
        unseen === null ? "–" : String([...unseen].filter((one) => one === letter).length),
      );
    },
  };
}
