/** The token piles: all remaining values, the next one large; the bonus piles; the camel token. */

import { CAMEL_TOKEN, GOODS, MOST_TOKENS, TIERS } from "../../core/box.js";
import { h, icon, setAttr, setText } from "../../core/dom.js";
import { _, count } from "../../core/texts.js";
import { cardName, reasonWords, turnWords } from "../../core/words.js";
import { rovingRow } from "../keys.js";
import { isIdle } from "./picking.js";

/** @typedef {import("../../page_types.js").Model} Model */
/** @typedef {import("../../page_types.js").Intents} Intents */

/**
 * @param {HTMLElement} root
 * @param {Intents} intents
 * @returns {{show: (model: Model) => void}}
 */
export function createTokens(root, intents) {
  const piles = GOODS.map((good) => createPile(good, intents));
  const bonuses = TIERS.map(createBonus);
  const camel = h(
    "span",
    {
      class: "camel-token",
      role: "img",
      dataset: { camelToken: "" },
      "aria-label": _("Camel token, {n} rupees: for the larger herd at the end of the round", {
        n: CAMEL_TOKEN,
      }),
    },
    h(
      "span",
      { class: "coin is-first", "aria-hidden": "true" },
      icon("coin-K", "coin-drawing"),
      h("b", {}, String(CAMEL_TOKEN)),
    ),
    h("span", { class: "camel-words", "aria-hidden": "true" }, _("Camel token")),
  );
  const rows = h(
    "div",
    { class: "piles", role: "group", "aria-label": _("Token piles") },
    piles.map((pile) => pile.element),
  );
  const rest = h(
    "div",
    { class: "extras" },
    h("span", { class: "extras-label", "aria-hidden": "true" }, _("Bonus")),
    bonuses.map((bonus) => bonus.element),
    camel,
  );
  root.replaceChildren(h("h2", { class: "part-title" }, _("Tokens")), rows, rest);
  rovingRow(rows);
  return {
    show(model) {
      for (const part of [...piles, ...bonuses]) part.show(model);
    },
  };
}

/**
 * @param {string} good
 * @param {Intents} intents
 */
function createPile(good, intents) {
  /** @type {string|null} */
  let why = null;
  const coins = Array.from({ length: MOST_TOKENS }, (_one, at) => createCoin(good, at));
  const none = h("span", { class: "pile-none", "aria-hidden": "true" }, _("none left"));
  const element = h(
    "button",
    {
      type: "button",
      class: "pile",
      dataset: { pile: good },
      onclick: () => (why ? intents.explain(why) : intents.pickPile(good)),
    },
    h(
      "span",
      { class: "pile-name", "aria-hidden": "true" },
      icon(`motif-${good}`, "pile-motif"),
      h("span", { class: "pile-word" }, cardName(good)),
      h("b", { class: "pile-letter" }, good),
    ),
    h(
      "span",
      { class: "pile-coins", "aria-hidden": "true" },
      coins.map((coin) => coin.element),
      none,
    ),
  );
  return {
    element,
    /** @param {Model} model */
    show(model) {
      const values = model.round.piles[good] ?? [];
      const { legal } = model.staged;
      const earned = legal?.kind === "sell" && legal.good === good ? (legal.earns?.length ?? 0) : 0;
      const isPicked = model.staged.meaning === "sell" && model.selection.hand[0]?.card === good;
      why = whyNot(model, good);
      for (const [at, coin] of coins.entries()) coin.show(values[at], at < earned);
      none.hidden = values.length > 0;
      setAttr(element, "aria-pressed", isPicked ? "true" : "false");
      setAttr(element, "aria-disabled", why ? "true" : null);
      setAttr(element, "aria-label", pileWords(good, values));
    },
  };
}

/**
 * Why this good cannot be sold now; null if it can.
 * @param {Model} model
 * @param {string} good
 * @returns {string|null}
 */
function whyNot(model, good) {
  if (isIdle(model)) return turnWords(model);
  if (model.choices.legal.some((legal) => legal.kind === "sell" && legal.good === good))
    return null;
  const blocked = model.choices.blocked?.hand[good];
  if (blocked) return reasonWords(blocked.reason);
  return _("You cannot sell {card} now.", { card: cardName(good) });
}

/**
 * @param {string} good
 * @param {number[]} values
 */
function pileWords(good, values) {
  const card = cardName(good);
  if (!values.length) return _("{card} tokens: none left", { card });
  return _("{card} tokens: {values}", { card, values: values.join(", ") });
}

/**
 * @param {string} good
 * @param {number} at
 */
function createCoin(good, at) {
  const value = h("b");
  const element = h(
    "span",
    { class: at === 0 ? "coin is-first" : "coin" },
    at === 0 && icon(`coin-${good}`, "coin-drawing"),
    value,
  );
  return {
    element,
    /**
     * @param {number|undefined} shown
     * @param {boolean} isEarned
     */
    show(shown, isEarned) {
      element.hidden = shown === undefined;
      element.classList.toggle("is-earned", isEarned);
      setText(value, String(shown ?? ""));
    },
  };
}

/** @param {string} tier */
function createBonus(tier) {
  const left = h("span", { class: "bonus-left", "aria-hidden": "true" });
  const element = h(
    "span",
    { class: "bonus-pile", role: "img", dataset: { bonus: tier } },
    h(
      "span",
      { class: "bonus-token", dataset: { tier }, "aria-hidden": "true" },
      icon(`bonus-${tier}`, "bonus-drawing"),
      h("b", {}, tier),
    ),
    left,
  );
  return {
    element,
    /** @param {Model} model */
    show({ round, staged }) {
      const n = round.bonuses_left[tier] ?? 0;
      element.classList.toggle("is-empty", n === 0);
      element.classList.toggle("is-earned", String(staged.legal?.bonus_tier ?? "") === tier);
      setText(left, `×${n}`);
      setAttr(
        element,
        "aria-label",
        count(
          "Bonus for {tier} cards: {n} token left",
          "Bonus for {tier} cards: {n} tokens left",
          n,
          { tier },
        ),
      );
    },
  };
}
