/** The market: five fixed places, the deck and the discard pile. */

import { MARKET_PLACES } from "../../core/box.js";
import { openDialog } from "../../core/dialog.js";
import { h, icon, setAttr, setIcon, setText } from "../../core/dom.js";
import { _, count } from "../../core/texts.js";
import { cardName } from "../../core/words.js";
import { capFor, onLayout, rovingRow } from "../keys.js";
import { createCard } from "./card.js";
import { kindsList } from "./kinds.js";
import { marketPicking } from "./picking.js";

/** @typedef {import("../../page_types.js").Model} Model */
/** @typedef {import("../../page_types.js").Round} Round */
/** @typedef {import("../../page_types.js").Intents} Intents */

/**
 * @param {HTMLElement} root
 * @param {Intents} intents
 * @returns {{show: (model: Model) => void}}
 */
export function createMarket(root, intents) {
  const cards = MARKET_PLACES.map((place) =>
    createCard(
      { place },
      { onPick: () => intents.pickMarket(place), onExplain: (why) => intents.explain(why) },
    ),
  );
  const row = h(
    "div",
    { class: "market-cards", role: "group", "aria-label": _("Cards in the market") },
    cards.map((card) => card.element),
  );
  const deck = createDeck();
  const discard = createDiscard();
  root.replaceChildren(row, h("div", { class: "stacks" }, deck.element, discard.element));
  rovingRow(row);
  onLayout(() => {
    for (const [place, card] of cards.entries()) card.relabel(capFor({ place }));
  });
  return {
    show(model) {
      cards.forEach((card, place) => {
        const letter = model.round.market[place];
        const name = letter ? nameOf(letter, place, model.round) : "";
        const key = model.isReadOnly ? null : capFor({ place });
        card.show({ card: letter, name, key, ...marketPicking(model, place) });
      });
      deck.show(model.round);
      discard.show(model.round);
    },
  };
}

/**
 * @param {string} letter
 * @param {number} place
 * @param {Round} round
 */
function nameOf(letter, place, round) {
  const named = { card: cardName(letter), place: place + 1 };
  if (letter === "K") return _("{card}, market {place}", named);
  const price = round.piles[letter]?.[0];
  if (price === undefined) return _("{card}, market {place}, no tokens left", named);
  return _("{card}, market {place}, next price {price}", { ...named, price });
}

/** The deck as a stack, with its size if visible. */
function createDeck() {
  const backs = [0, 1, 2].map(() => icon("back", "stack-card"));
  const number = h("b", { class: "stack-number", "aria-hidden": "true" });
  const label = h("span", { class: "stack-label", "aria-hidden": "true" }, _("Deck"));
  const element = h(
    "div",
    { class: "stack deck", dataset: { deck: "" }, role: "img" },
    h("span", { class: "stack-pile" }, backs),
    number,
    label,
  );
  return {
    element,
    /** @param {Round} round */
    show({ deck, deck_stack: steps }) {
      for (const [at, back] of backs.entries())
        back.classList.toggle("is-away", at >= Math.min(steps, 3));
      setText(number, deck === null ? "" : String(deck));
      setAttr(element, "aria-label", deckWords(deck, steps));
    },
  };
}

/**
 * @param {number|null} deck
 * @param {number} steps
 */
function deckWords(deck, steps) {
  if (deck !== null) return count("Deck: {n} card", "Deck: {n} cards", deck);
  if (steps === 0) return _("Deck: empty");
  return steps < 3 ? _("Deck: a low stack") : _("Deck: a high stack");
}

/** The discard pile with its top card; a click lists what is known of it. */
function createDiscard() {
  /** @type {Round|null} */
  let round = null;
  const top = icon("back", "stack-card");
  const number = h("b", { class: "stack-number", "aria-hidden": "true" });
  const letter = h("span", { class: "card-letter", "aria-hidden": "true" });
  const label = h("span", { class: "stack-label", "aria-hidden": "true" }, _("Discard"));
  const element = h(
    "button",
    {
      type: "button",
      class: "stack discard",
      dataset: { discard: "" },
      onclick: () => round && openDiscard(round),
    },
    h("span", { class: "stack-pile" }, top, letter),
    number,
    label,
  );
  return {
    element,
    /** @param {Round} shown */
    show(shown) {
      round = shown;
      const { discard_top: card, discard } = shown;
      element.classList.toggle("is-empty", !card);
      setIcon(top, `face-${card ?? "K"}`);
      setText(letter, card ?? "");
      setText(number, discard ? String(discard.length) : "");
      setAttr(element, "aria-label", discardWords(card, discard));
    },
  };
}

/**
 * @param {string|null} top
 * @param {string|null} all
 */
function discardWords(top, all) {
  if (!top) return _("Discard: empty");
  if (!all) return _("Discard, on top: {card}", { card: cardName(top) });
  return count(
    "Discard: {n} card, on top: {card}",
    "Discard: {n} cards, on top: {card}",
    all.length,
    { card: cardName(top) },
  );
}

/** @param {Round} round */
function openDiscard({ discard_top: top, discard, unseen }) {
  /** @type {HTMLElement[]} */
  const content = [h("p", {}, discardWords(top, discard))];
  if (discard) content.push(h("h3", {}, _("All sold cards")), kindsList(discard));
  if (unseen)
    content.push(
      h("h3", {}, _("Not seen yet: in the deck or in the other hand")),
      kindsList(unseen),
    );
  if (!discard)
    content.push(
      h(
        "p",
        { class: "muted" },
        _("With the full memory aid all sold cards can be looked up here."),
      ),
    );
  openDialog({ title: _("Discard"), content });
}
