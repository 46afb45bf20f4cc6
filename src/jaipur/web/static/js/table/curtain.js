/** Covers the hand between turns when two people share a device. */

import { h, setText } from "../core/dom.js";
import { _ } from "../core/texts.js";

/** @typedef {import("../page_types.js").Model} Model */

/**
 * A curtain over the hand and the dock; the rest of the table stays visible.
 * @param {HTMLElement} root
 * @param {() => void} onReveal
 * @returns {{show: (model: Model|null) => void}} null lifts it
 */
export function createCurtain(root, onReveal) {
  const title = h("h2", { class: "curtain-title" });
  const last = h("p", { class: "curtain-last" });
  const button = h("button", {
    type: "button",
    class: "button primary",
    dataset: { reveal: "" },
    onclick: onReveal,
  });
  root.classList.add("curtain");
  root.append(h("div", { class: "curtain-words" }, title, last, button));
  root.hidden = true;
  const follow = () => root.hidden || cover(root);
  const observer = new ResizeObserver(follow);
  for (const part of [root.parentElement ?? root, ...covered()]) observer.observe(part);
  addEventListener("resize", follow);

  /** @param {Model|null} model */
  const show = (model) => {
    const isNew = root.hidden && model !== null;
    root.hidden = model === null;
    for (const part of covered()) part.inert = model !== null;
    if (!model) return;
    const name = model.names[model.round.turn ?? model.bottom];
    setText(title, _("Pass to {name}", { name }));
    setText(last, lastEventWords(model));
    setText(button, _("I am {name}: show my cards", { name }));
    cover(root);
    if (isNew && !document.querySelector("dialog[open]")) button.focus({ preventScroll: true });
  };
  return { show };
}

/** The last event, in words. @param {Model} model */
function lastEventWords({ log }) {
  return log.findLast((event) => event.kind === "acted" || event.round)?.words ?? "";
}

/** The sections behind the curtain. */
function covered() {
  return ["dock", "hand"].map((id) => document.getElementById(id)).filter((part) => part !== null);
}

/**
 * Place the curtain over its sections, wherever the layout has put them.
 * @param {HTMLElement} root
 */
function cover(root) {
  const boxes = covered().map((part) => part.getBoundingClientRect());
  const origin = root.offsetParent?.getBoundingClientRect();
  if (!boxes.length || !origin) return;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  root.style.left = `${left - origin.left}px`;
  root.style.top = `${top - origin.top}px`;
  root.style.width = `${Math.max(...boxes.map((box) => box.right)) - left}px`;
  root.style.height = `${Math.max(...boxes.map((box) => box.bottom)) - top}px`;
  leaveMarketFree(root, left, top);
}

/**
 * In landscape on a phone the dock is next to the market: clip the curtain around the market.
 * @param {HTMLElement} root
 * @param {number} left
 * @param {number} top
 */
function leaveMarketFree(root, left, top) {
  const market = document.getElementById("market")?.getBoundingClientRect();
  const isBent = market !== undefined && market.bottom > top + 1;
  root.classList.toggle("is-bent", isBent);
  const [x, y] = isBent ? [`${market.right - left + 3}px`, `${market.bottom - top + 3}px`] : [];
  root.style.clipPath = isBent
    ? `polygon(${x} 0, 100% 0, 100% 100%, 0 100%, 0 ${y}, ${x} ${y})`
    : "";
}
