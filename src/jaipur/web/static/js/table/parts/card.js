/** A place for a card: a button if it holds a visible card, a card back if covered, otherwise empty. */

import { h, icon, setAttr, setIcon, setText } from "../../core/dom.js";

/**
 * @typedef {Object} CardShown
 * @property {string|null} card its letter; null: empty
 * @property {boolean} [isCovered] a card whose face is unknown
 * @property {string} [name] its accessible name
 * @property {boolean} [isPicked]
 * @property {boolean} [isIdle] nothing can be picked now, whatever the card
 * @property {string|null} [why] why it cannot be picked
 * @property {string|null} [key] the label of its key, if visible
 */

/** @typedef {{element: HTMLElement, button: HTMLButtonElement, show: (shown: CardShown) => void, relabel: (key: string) => void}} Card */

let made = 0;

/**
 * @param {Record<string, string|number>} dataset
 * @param {{onPick: () => void, onExplain: (sentence: string) => void}} listeners
 * @returns {Card}
 */
export function createCard(dataset, { onPick, onExplain }) {
  made += 1;
  const face = icon("face-K", "card-face");
  const back = icon("back", "card-back");
  const letter = h("span", { class: "card-letter", "aria-hidden": "true" });
  const key = h("kbd", { class: "card-key", "aria-hidden": "true" });
  const reason = h("span", { id: `why-${made}`, hidden: true });
  const sign = h("span", { class: "card-sign", "aria-hidden": "true" }, icon("icon-check"));
  /** @type {string|null} */
  let why = null;
  const button = h(
    "button",
    { type: "button", class: "card", dataset, onclick: () => (why ? onExplain(why) : onPick()) },
    face,
    letter,
    key,
    sign,
  );
  const element = h("div", { class: "place" }, back, button, reason);
  // Remove every trace of the previous card: the hand may have been covered.
  const forget = () => {
    setIcon(face, "back");
    for (const name of ["data-card", "aria-label", "aria-pressed"]) setAttr(button, name, null);
    setText(letter, "");
    setText(reason, "");
  };

  return {
    element,
    button,
    relabel: (cap) => !key.hidden && setText(key, cap),
    show(shown) {
      const { card, isPicked = false, isIdle = false } = shown;
      why = shown.why ?? null;
      element.classList.toggle("is-covered", Boolean(shown.isCovered));
      button.hidden = card === null;
      if (card === null) {
        forget();
        return;
      }
      setIcon(face, `face-${card}`);
      setAttr(button, "data-card", card);
      setAttr(button, "aria-label", shown.name);
      setAttr(button, "aria-pressed", isPicked ? "true" : "false");
      setAttr(button, "aria-disabled", why || isIdle ? "true" : null);
      setAttr(button, "aria-describedby", why ? reason.id : null);
      button.classList.toggle("is-blocked", Boolean(why) && !isIdle);
      setText(reason, why ?? "");
      setText(letter, card);
      setText(key, shown.key ?? "");
      key.hidden = !shown.key;
    },
  };
}
