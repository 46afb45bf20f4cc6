/** The opponent: hand size, herd, tokens, known cards, last action. */

import { HAND_PLACES } from "../../core/box.js";
import { h, icon, setAttr, setIcon, setText } from "../../core/dom.js";
import { _, count } from "../../core/texts.js";
import { cardsWords } from "../../core/words.js";
import { createBonuses, createHerd, createPurse, isCounted } from "./belongings.js";

/** @typedef {import("../../page_types.js").Model} Model */
/** @typedef {import("../../types.js").SideShown} Side */
/** @typedef {import("../../page_types.js").Intents} Intents */

/**
 * @param {HTMLElement} root
 * @param {Intents} intents
 * @returns {{show: (model: Model) => void}}
 */
export function createOpponent(root, intents) {
  const who = createName();
  const hand = createBacks();
  const herd = createHerd();
  const purse = createPurse();
  const bonuses = createBonuses(); // shown again where the line above is too short for them
  const last = h("span", { class: "last-words" });
  const button = h(
    "button",
    { type: "button", class: "last", onclick: () => intents.openLog() },
    last,
    bonuses.element,
    icon("icon-log", "last-icon"),
  );
  const herdBox = h("div", { class: "herd", dataset: { herd: "top" } }, herd.element);
  root.replaceChildren(
    h("div", { class: "opponent-belongings" }, who.element, hand.element, herdBox, purse.element),
    button,
  );
  return {
    show(model) {
      const side = model.round.sides[model.top];
      who.show(model);
      hand.show(side);
      herd.show(side);
      purse.show(side, isCounted(model));
      bonuses.show(side);
      const words = lastWords(model);
      setText(last, words);
      setAttr(button, "aria-label", _("Log: {last}", { last: words }));
    },
  };
}

/**
 * The opponent's last action.
 * @param {Model} model
 */
function lastWords({ log, top, names }) {
  const event = log.findLast((one) => one.kind === "acted" && one.seat === top);
  return event?.words ?? _("{name} has done nothing yet in this round.", { name: names[top] });
}

/** The name, and whether the player is connected. */
function createName() {
  const sign = icon("icon-person", "who-sign");
  const dot = h("span", { class: "dot", role: "img" });
  const name = h("span", { class: "who-name" });
  return {
    element: h("span", { class: "who" }, sign, name, dot),
    /** @param {Model} model */
    show({ state, now, top, names }) {
      const isBot = state.seats[top].kind === "bot";
      const isThere = isBot || now.present[top];
      setIcon(sign, isBot ? "icon-robot" : "icon-person");
      setText(name, names[top]);
      dot.hidden = isBot;
      dot.classList.toggle("is-there", isThere);
      setAttr(dot, "aria-label", isThere ? _("is here") : _("is away"));
    },
  };
}

/** The hand as card backs, face up where cards are known. */
function createBacks() {
  const cards = HAND_PLACES.map(() => {
    const drawing = icon("back", "mini-card");
    return h("span", { class: "mini" }, drawing);
  });
  const number = h("b", { class: "fact-number", "aria-hidden": "true" });
  const word = h("span", { class: "fact-word", "aria-hidden": "true" });
  const phrase = h("span", { class: "visually-hidden" });
  return {
    element: h(
      "span",
      { class: "fact backs", dataset: { hand: "top" } },
      h("span", { class: "minis", "aria-hidden": "true" }, cards),
      number,
      word,
      phrase,
    ),
    /** @param {Side} side */
    show(side) {
      const { hand_size: size } = side;
      const seen = side.hand ?? side.known ?? "";
      for (const [at, card] of cards.entries())
        showMini(card, at < Math.max(size, 1), seen[at] ?? null);
      cards[0].classList.toggle("is-none", size === 0);
      setText(number, String(size));
      setText(word, count("card", "cards", size));
      setText(phrase, handWords(size, seen));
    },
  };
}

/**
 * @param {HTMLElement} card
 * @param {boolean} isThere
 * @param {string|null} letter
 */
function showMini(card, isThere, letter) {
  card.hidden = !isThere;
  const drawing = card.firstElementChild;
  if (drawing instanceof SVGSVGElement) setIcon(drawing, letter ? `motif-${letter}` : "back");
  card.classList.toggle("is-known", letter !== null);
  setAttr(card, "data-letter", letter);
}

/**
 * @param {number} size
 * @param {string} seen
 */
function handWords(size, seen) {
  const said = count("{n} card in the hand", "{n} cards in the hand", size);
  return seen ? _("{hand}, known: {cards}", { hand: said, cards: cardsWords(seen) }) : said;
}
