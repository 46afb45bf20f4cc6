/** The dock: one sentence about the staged action, and the button that plays it. */

import { h, icon, setAttr, setText } from "../../core/dom.js";
import { createFit } from "../../core/fit.js";
import { _ } from "../../core/texts.js";
import { fillWithCamels } from "../selection.js";
import { createChips } from "./chips.js";
import { dockWords } from "./dock_words.js";

/** @typedef {import("../../page_types.js").Model} Model */
/** @typedef {import("../../page_types.js").Intents} Intents */

const LONG_LABEL = 22;

/**
 * @param {HTMLElement} root
 * @param {Intents} intents
 * @returns {{show: (model: Model) => void}}
 */
export function createDock(root, intents) {
  const sentence = h("p", {
    class: "dock-sentence",
    id: "sentence",
    tabindex: -1,
    dataset: { sentence: "" },
  });
  const chips = createChips();
  const note = h("span", { class: "dock-note" });
  const hint = h("span", { class: "dock-note dock-hint", dataset: { hint: "" } });
  const clear = h(
    "button",
    {
      type: "button",
      class: "button dock-clear",
      dataset: { clear: "" },
      onclick: () => intents.clear(),
    },
    icon("icon-cross"),
    h("span", { class: "dock-word" }, _("Clear")),
  );
  const fill = h(
    "button",
    {
      type: "button",
      class: "button dock-fill",
      dataset: { fill: "" },
      onclick: () => intents.fill(),
    },
    _("Fill with camels"),
  );
  const score = h(
    "button",
    { type: "button", class: "button", dataset: { score: "" }, onclick: () => intents.openScore() },
    _("Score"),
  );
  const next = h(
    "button",
    {
      type: "button",
      class: "button primary dock-main",
      dataset: { next: "" },
      onclick: ifEnabled(intents.next),
    },
    _("Next round"),
  );
  const result = h(
    "button",
    {
      type: "button",
      class: "button primary dock-main",
      dataset: { result: "" },
      onclick: () => intents.openResult?.(),
    },
    _("Show the result"),
  );
  const play = h("button", {
    type: "button",
    class: "button primary dock-main",
    dataset: { play: "" },
    "aria-describedby": "sentence",
    onclick: ifEnabled(intents.play),
  });
  const beside = h("div", { class: "dock-chips" }, chips.element, note, hint);
  root.replaceChildren(
    sentence,
    beside,
    h("div", { class: "dock-buttons" }, fill, clear, score, play, next, result),
  );
  const fit = createFit(root, [sentence, beside]);
  return {
    show(model) {
      const words = dockWords(model);
      const isBetween = model.state.phase === "between" || model.state.phase === "over";
      const isPicked = model.staged.meaning !== "none";
      setText(sentence, words.sentence);
      setAttr(sentence, "data-tone", words.tone);
      root.classList.toggle("is-bare", !isPicked || isBetween);
      chips.show(model);
      setText(note, words.note);
      setText(hint, words.hint);
      root.classList.toggle("has-hint", words.hint !== "");
      setAttr(root, "aria-label", model.isReadOnly ? _("What is happening") : _("Your action"));
      clear.hidden = !isPicked || isBetween;
      clear.classList.toggle("is-done", isBetween || model.isReadOnly); // otherwise it keeps its space
      fill.hidden = isBetween || model.isPending || !fillWithCamels(model.selection, model.choices);
      score.hidden = !isBetween || !model.state.results.length;
      result.hidden = model.state.phase !== "over" || !intents.openResult;
      next.hidden = model.state.phase !== "between" || model.isReadOnly || model.isCounting;
      play.hidden = isBetween || model.isReadOnly;
      setAttr(next, "aria-disabled", words.isOff);
      setAttr(play, "aria-disabled", words.isOff);
      setText(play, words.label);
      setAttr(play, "data-length", words.label.length > LONG_LABEL ? "long" : null);
      fit();
    },
  };
}

/**
 * A listener that does nothing while the button is disabled; the button stays focusable, so that screen readers read the reason.
 * @param {() => void} act
 */
function ifEnabled(act) {
  /** @param {MouseEvent} event */
  return (event) => {
    const { currentTarget } = event;
    if (currentTarget instanceof Element && currentTarget.getAttribute("aria-disabled") !== "true")
      act();
  };
}
