/** The rulebook’s advice, offered only after the first finished match, as the rulebook asks. */

import { openDialog } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { page } from "../core/page.js";
import { memory, preferences } from "../core/preferences.js";
import { _ } from "../core/texts.js";

const FIRST_FINISHED = "firstFinished";

/**
 * @returns {{element: HTMLElement, show: (finished: string|null) => void}} finished: a table whose match was completed
 */
export function createAdvice() {
  const yes = h(
    "button",
    { type: "button", class: "button small", onclick: () => answer(true) },
    _("Yes, please"),
  );
  const no = h(
    "button",
    { type: "button", class: "button small plain", onclick: () => answer(false) },
    _("No, thanks"),
  );
  const question = h(
    "p",
    {},
    _("You finished your first match: would you like some advice from the rulebook?"),
  );
  const element = h(
    "div",
    { class: "over-advice", hidden: true },
    question,
    h("div", { class: "row" }, yes, no),
  );

  /** @param {boolean} isWanted */
  function answer(isWanted) {
    preferences.set({ adviceSeen: true });
    element.hidden = true;
    if (isWanted) openAdvice();
  }

  return {
    element,
    show(finished) {
      if (finished && !memory.get(FIRST_FINISHED)) memory.set(FIRST_FINISHED, finished);
      const isFirst = finished !== null && memory.get(FIRST_FINISHED) === finished;
      element.hidden = !isFirst || !page.advice?.length || preferences.get().adviceSeen;
    },
  };
}

function openAdvice() {
  openDialog({
    title: _("Advice from the rulebook"),
    content: h(
      "ul",
      { class: "advice", tabindex: 0 },
      (page.advice ?? []).map((sentence) => h("li", {}, sentence)),
    ),
    actions: [{ label: _("Thank you"), kind: "primary" }],
  });
}
