/** Drag and drop: dropping a card where it would go picks it. Optional, since a click does the same. */

/** @typedef {import("../page_types.js").Intents} Intents */
/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {{place: number}|{index: number}} Origin */

/**
 * @typedef {Object} Drag
 * @property {Origin} origin
 * @property {string} card
 * @property {HTMLElement} element
 * @property {number} x where it began
 * @property {number} y
 * @property {HTMLElement|null} ghost once it has moved far enough
 */

const THRESHOLD_PX = 8;
const TO = { place: "#dock, #hand", index: "#dock, #market" };

/**
 * Let cards be dragged.
 * @param {HTMLElement} root
 * @param {Intents} intents
 * @param {() => (Model|null)} getModel
 */
export function installDrag(root, intents, getModel) {
  /** @type {Drag|null} */
  let drag = null;
  const stop = () => {
    drag?.ghost?.remove();
    mark(root, null);
    drag = null;
  };
  root.addEventListener("pointerdown", (event) => {
    stop();
    if (event.isPrimary && event.button === 0) drag = begin(event, getModel());
  });
  window.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    if (!drag.ghost && distance(drag, event) < THRESHOLD_PX) return;
    drag.ghost ??= lift(root, drag);
    follow(root, drag, event);
  });
  window.addEventListener("pointerup", (event) => {
    if (!drag || !event.isPrimary) return;
    const dropped = drag;
    stop();
    if (!dropped.ghost) return;
    swallowClick();
    if (zoneAt(root, dropped, event)) drop(dropped, intents, getModel());
  });
  window.addEventListener("pointercancel", stop);
  window.addEventListener("blur", stop);
  window.addEventListener("keydown", (event) => event.key === "Escape" && stop());
  root.addEventListener("dragstart", (event) => event.preventDefault());
  letFingersDrag(root);
}

/**
 * @param {PointerEvent} event
 * @param {Model|null} model
 * @returns {Drag|null}
 */
function begin(event, model) {
  const under = event.target instanceof Element ? event.target : null;
  /** @type {HTMLElement|null} */
  const element = under?.closest("[data-place], #hand [data-index]") ?? null;
  if (!element || !model || model.isReadOnly || model.isCurtain || model.isPending) return null;
  const origin = originOf(element);
  const card = cardAt(origin, model);
  return card ? { origin, card, element, x: event.clientX, y: event.clientY, ghost: null } : null;
}

/**
 * @param {HTMLElement} element
 * @returns {Origin}
 */
function originOf({ dataset }) {
  return dataset.place === undefined
    ? { index: Number(dataset.index) }
    : { place: Number(dataset.place) };
}

/**
 * @param {Origin} origin
 * @param {Model} model
 */
function cardAt(origin, { choices }) {
  return "place" in origin ? choices.market[origin.place] : choices.hand[origin.index];
}

/**
 * Pick the card, if it is still there and not picked yet.
 * @param {Drag} drag
 * @param {Intents} intents
 * @param {Model|null} model
 */
function drop({ origin, card }, intents, model) {
  if (!model || cardAt(origin, model) !== card) return;
  const { market, hand } = model.selection;
  if ("place" in origin) {
    if (!market.some((one) => one.place === origin.place)) intents.pickMarket(origin.place);
  } else if (!hand.some((one) => one.index === origin.index)) {
    intents.pickHand(origin.index);
  }
}

/**
 * A copy of the card that follows the pointer.
 * @param {HTMLElement} root
 * @param {Drag} drag
 * @returns {HTMLElement}
 */
function lift(root, { element }) {
  const box = element.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const name of ["data-place", "data-index", "id"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.tabIndex = -1;
  ghost.classList.add("drag-ghost");
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px` });
  Object.assign(ghost.style, { width: `${box.width}px`, height: `${box.height}px` });
  root.append(ghost);
  return ghost;
}

/**
 * @param {HTMLElement} root
 * @param {Drag} drag
 * @param {PointerEvent} event
 */
function follow(root, drag, event) {
  if (drag.ghost)
    drag.ghost.style.transform = `translate(${event.clientX - drag.x}px, ${event.clientY - drag.y}px) rotate(2deg)`;
  mark(root, zoneAt(root, drag, event));
}

/**
 * The section under the pointer, if this card can be dropped there.
 * @param {HTMLElement} root
 * @param {Drag} drag
 * @param {PointerEvent} event
 * @returns {Element|null}
 */
function zoneAt(root, { origin }, event) {
  const wanted = "place" in origin ? TO.place : TO.index;
  const zones = [...root.querySelectorAll(wanted)];
  return zones.find((zone) => isInside(zone.getBoundingClientRect(), event)) ?? null;
}

/**
 * @param {DOMRect} box
 * @param {PointerEvent} event
 */
function isInside(box, { clientX: x, clientY: y }) {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/**
 * @param {HTMLElement} root
 * @param {Element|null} zone
 */
function mark(root, zone) {
  for (const one of root.querySelectorAll("[data-drop]"))
    if (one !== zone) one.removeAttribute("data-drop");
  zone?.setAttribute("data-drop", "");
}

/**
 * @param {Drag} drag
 * @param {PointerEvent} event
 */
function distance(drag, event) {
  return Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
}

/** Ignore the click that the browser may fire after a drag that ends where it began. */
function swallowClick() {
  /** @param {Event} event */
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
}

/**
 * Let touch drag cards, unless the page scrolls or is zoomed.
 * @param {HTMLElement} root
 */
function letFingersDrag(root) {
  const decide = () => {
    const { scrollHeight } = document.documentElement;
    const isFree = scrollHeight <= window.innerHeight && (window.visualViewport?.scale ?? 1) === 1;
    for (const row of root.querySelectorAll("#market, #hand")) {
      /** @type {HTMLElement} */ (row).style.touchAction = isFree ? "pinch-zoom" : "";
    }
  };
  new ResizeObserver(decide).observe(root); // which calls it once immediately
  window.visualViewport?.addEventListener("resize", decide);
}
