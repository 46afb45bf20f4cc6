/** What a side owns: tokens, rupees and herd, in drawings and in words. */

import { TIERS } from "../../core/box.js";
import { h, icon, setText } from "../../core/dom.js";
import { _, count } from "../../core/texts.js";

/** @typedef {import("../../page_types.js").Model} Model */
/** @typedef {import("../../types.js").SideShown} Side */

const FEW = 2;

/**
 * Whether rupees are added up: without a memory aid, players do that themselves.
 * @param {Model} model
 * @returns {boolean}
 */
export function isCounted({ state }) {
  return state.options.memory_aid !== "off" || state.phase === "over";
}

/**
 * The tokens of a side: the value of the goods tokens, or their number if values are not added up, and the bonus tokens.
 * @returns {{element: HTMLElement, show: (side: Side, isCounted: boolean) => void}}
 */
export function createPurse() {
  const number = h("b", { class: "purse-number", "aria-hidden": "true" });
  const unit = h("span", { class: "purse-unit", "aria-hidden": "true" });
  const phrase = h("span", { class: "visually-hidden" });
  const bonuses = createBonuses();
  const goods = h("span", { class: "purse-goods" }, icon("coin-G", "fact-icon"), number, unit);
  return {
    element: h("div", { class: "purse" }, goods, bonuses.element, phrase),
    show(side, isCounted) {
      const worth = isCounted ? side.goods_rupees : null;
      setText(number, worth === null ? `×${side.token_count}` : String(worth));
      setText(
        unit,
        worth === null
          ? count("token", "tokens", side.token_count)
          : count("rupee", "rupees", worth),
      );
      setText(phrase, purseWords(side, worth));
      bonuses.show(side);
    },
  };
}

/**
 * @param {Side} side
 * @param {number|null} worth
 */
function purseWords(side, worth) {
  const parts = [count("{n} goods token", "{n} goods tokens", side.token_count)];
  if (worth !== null) parts.push(count("worth {n} rupee", "worth {n} rupees", worth));
  for (const tier of TIERS) {
    const n = side.bonus_counts[tier] ?? 0;
    if (n)
      parts.push(
        count("{n} bonus token for {tier} cards", "{n} bonus tokens for {tier} cards", n, { tier }),
      );
  }
  if (side.bonus_values?.length)
    parts.push(_("bonus values: {values}", { values: side.bonus_values.join(", ") }));
  return parts.join(", ");
}

/**
 * Bonus tokens by tier; my own with their values.
 * @returns {{element: HTMLElement, show: (side: Side) => void}}
 */
export function createBonuses() {
  const element = h("span", { class: "purse-bonuses", "aria-hidden": "true" });
  let shown = "";
  return {
    element,
    show(side) {
      const now = JSON.stringify([side.bonus_counts, side.bonus_values]);
      if (now === shown) return;
      shown = now;
      element.replaceChildren(...bonusTokens(side), ...valuesShown(side.bonus_values ?? []));
    },
  };
}

/** @param {Side} side */
function bonusTokens(side) {
  return TIERS.flatMap((tier) => {
    const n = side.bonus_counts[tier] ?? 0;
    if (!n) return [];
    return [
      h(
        "span",
        { class: "bonus-token", dataset: { tier } },
        icon(`bonus-${tier}`, "bonus-drawing"),
        h("b", {}, tier),
        n > 1 && h("i", {}, `×${n}`),
      ),
    ];
  });
}

/**
 * The values of my bonus tokens; only the sum if there are many or there is little room.
 * @param {number[]} values
 */
function valuesShown(values) {
  if (!values.length) return [];
  const sum = values.reduce((all, one) => all + one, 0);
  const each = values.length > FEW ? String(sum) : values.join("+");
  return [
    h("span", { class: "bonus-values is-wide" }, `= ${each}`),
    h("span", { class: "bonus-values is-narrow" }, `= ${sum}`),
  ];
}

/**
 * A herd as a stack of camels, with its size if visible.
 * @returns {{element: HTMLElement, show: (side: Side) => void}}
 */
export function createHerd() {
  const camels = [0, 1, 2].map(() => icon("motif-K", "herd-camel"));
  const number = h("b", { class: "herd-number", "aria-hidden": "true" });
  const phrase = h("span", { class: "visually-hidden" });
  const drawn = h("span", { class: "herd-stack", "aria-hidden": "true" }, camels);
  return {
    element: h("span", { class: "herd-shown" }, drawn, number, phrase),
    show(side) {
      const away = camels.length - Math.max(side.herd_stack, 1);
      for (const [at, camel] of camels.entries()) camel.classList.toggle("is-away", at < away);
      drawn.classList.toggle("is-empty", side.herd_stack === 0);
      setText(number, side.herd === null ? "" : `×${side.herd}`);
      setText(phrase, herdWords(side));
    },
  };
}

/** @param {Side} side */
function herdWords({ herd, herd_stack: stack }) {
  if (herd !== null) return count("herd: {n} camel", "herd: {n} camels", herd);
  if (stack === 0) return _("herd: no camels");
  return stack === 1 ? _("herd: a few camels") : _("herd: many camels");
}
