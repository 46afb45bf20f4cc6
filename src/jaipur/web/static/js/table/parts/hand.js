/** My hand with its seven places, my herd and my tokens. */

import { HAND_LIMIT, HAND_PLACES } from "../../core/box.js";
import { h, setAttr, setText } from "../../core/dom.js";
import { _ } from "../../core/texts.js";
import { cardName } from "../../core/words.js";
import { capFor, onLayout, rovingRow } from "../keys.js";
import { canChange } from "../selection.js";
import { createHerd, createPurse, isCounted } from "./belongings.js";
import { createCard } from "./card.js";
import { handPicking, isIdle } from "./picking.js";

/** @typedef {import("../../page_types.js").Model} Model */
/** @typedef {import("../../page_types.js").Intents} Intents */

/**
 * @param {HTMLElement} root
 * @param {Intents} intents
 * @returns {{show: (model: Model) => void}}
 */
export function createHand(root, intents) {
  const cards = HAND_PLACES.map((index) =>
    createCard(
      { index },
      { onPick: () => intents.pickHand(index), onExplain: (why) => intents.explain(why) },
    ),
  );
  const row = h(
    "div",
    { class: "hand-cards", role: "group", dataset: { hand: "bottom" } },
    cards.map((card) => card.element),
  );
  const word = h("span", { class: "hand-word" }, _("Hand"));
  const number = h("b");
  const size = h("span", { class: "hand-size" }, word, " ", number);
  const herd = createHerdBox(intents);
  const purse = createPurse();
  const beside = h("div", { class: "beside" }, size, herd.element, purse.element);
  root.replaceChildren(row, beside);
  rovingRow(row);
  onLayout(() => {
    for (const [index, card] of cards.entries()) card.relabel(capFor({ index }));
  });
  return {
    show(model) {
      const side = model.round.sides[model.bottom];
      const isMine = model.seat !== null;
      const name = model.names[model.bottom];
      setAttr(
        root,
        "aria-label",
        isMine ? _("Your hand and herd") : _("Hand and herd of {name}", { name }),
      );
      setAttr(row, "aria-label", isMine ? _("Your hand") : _("Hand of {name}", { name }));
      setText(number, `${side.hand_size}/${HAND_LIMIT}`);
      showCards(cards, model);
      herd.show(model);
      purse.show(side, isCounted(model));
    },
  };
}

/**
 * @param {import("./card.js").Card[]} cards
 * @param {Model} model
 */
function showCards(cards, model) {
  const { hand } = model.choices;
  const { hand: known, hand_size: size } = model.round.sides[model.bottom];
  cards.forEach((card, index) => {
    const letter = hand[index] ?? null;
    const named = { card: cardName(letter ?? "K"), index: index + 1, total: hand.length };
    card.show({
      card: letter,
      isCovered: known === null && index < size,
      name: _("{card}, hand {index} of {total}", named),
      key: model.isReadOnly ? null : capFor({ index }),
      ...handPicking(model, index),
    });
  });
}

/** @param {Intents} intents */
function createHerdBox(intents) {
  const herd = createHerd();
  const given = h("span", { class: "herd-given", "aria-hidden": "true" });
  const phrase = h("span", { class: "visually-hidden" });
  const less = stepper("−", { less: "" }, () => intents.change(-1));
  const more = stepper("+", { more: "" }, () => intents.change(1));
  return {
    element: h(
      "div",
      { class: "herd", dataset: { herd: "bottom" } },
      herd.element,
      given,
      phrase,
      less,
      more,
    ),
    /** @param {Model} model */
    show(model) {
      const { selection, choices, staged } = model;
      const isSale = staged.meaning === "sell";
      const isOff = isIdle(model);
      herd.show(model.round.sides[model.bottom]);
      for (const button of [less, more]) button.classList.toggle("is-away", model.isReadOnly); // it keeps its space
      setText(given, selection.camels ? `−${selection.camels}` : "");
      setText(phrase, selection.camels ? _("{n} to give", { n: selection.camels }) : "");
      setAttr(less, "aria-label", isSale ? _("Sell one fewer card") : _("Give one fewer camel"));
      setAttr(more, "aria-label", isSale ? _("Sell one more card") : _("Give one more camel"));
      setAttr(less, "aria-disabled", isOff || !canChange(selection, choices, -1) ? "true" : null);
      setAttr(more, "aria-disabled", isOff || !canChange(selection, choices, 1) ? "true" : null);
    },
  };
}

/**
 * @param {string} sign
 * @param {Record<string, string>} dataset
 * @param {() => void} onclick
 */
function stepper(sign, dataset, onclick) {
  /** @param {MouseEvent} event */
  const step = (event) => {
    const { currentTarget } = event;
    if (currentTarget instanceof Element && currentTarget.getAttribute("aria-disabled") !== "true")
      onclick();
  };
  return h(
    "button",
    { type: "button", class: "stepper", dataset, onclick: step },
    h("span", { "aria-hidden": "true" }, sign),
  );
}
