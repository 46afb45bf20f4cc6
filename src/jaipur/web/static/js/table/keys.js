/** Keyboard shortcuts of the table, by physical position; help.js lists them. */

import { preferences } from "../core/preferences.js";
import { _ } from "../core/texts.js";
import { openNotationBox } from "./notation_box.js";

/** @typedef {import("../page_types.js").Intents} Intents */
/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {() => (Model|null)} GetModel */

/**
 * @typedef {Object} Key
 * @property {string[]} codes physical keys
 * @property {string[]} signs characters, wherever they are on the keyboard
 * @property {boolean} isLetter a character key, which the user can switch off
 * @property {boolean} [repeats] whether holding it down repeats it
 * @property {() => string[]} caps what is printed on the keys
 * @property {() => string} says what it does
 * @property {(at: number, intents: Intents, getModel: GetModel) => void} act `at`: which of the codes
 */

const PLACES = ["Digit1", "Digit2", "Digit3", "Digit4", "Digit5"];
const NUMPAD = ["Numpad1", "Numpad2", "Numpad3", "Numpad4", "Numpad5"];
const HAND = ["KeyA", "KeyS", "KeyD", "KeyF", "KeyG", "KeyH", "KeyJ"];
const CONTROLS =
  "button, a[href], input, select, textarea, summary, iframe, [contenteditable], [role=button], [role=slider]";
const FIELDS = "input, select, textarea, [contenteditable]";

/** @type {Map<string, string>|null} */
let layout = null;
/** @type {(() => void)[]} */
const listeners = [];

/** Every key of the table. @type {Key[]} */
export const KEYS = [
  {
    codes: [...PLACES, ...NUMPAD],
    signs: [],
    isLetter: true,
    caps: () => PLACES.map(capOf),
    says: () => _("Pick a market card"),
    act: (at, intents) => intents.pickMarket(at % PLACES.length),
  },
  {
    codes: HAND,
    signs: [],
    isLetter: true,
    caps: () => HAND.map(capOf),
    says: () => _("Pick a hand card"),
    act: (at, intents) => intents.pickHand(at),
  },
  {
    codes: ["KeyK"],
    signs: [],
    isLetter: true,
    caps: () => [capOf("KeyK")],
    says: () => _("Pick all camels in the market"),
    act: (_at, intents, getModel) => {
      const place = getModel()?.choices.market.indexOf("K") ?? -1;
      if (place >= 0) intents.pickMarket(place);
    },
  },
  {
    codes: ["NumpadAdd", "Equal"],
    signs: ["+"],
    isLetter: true,
    repeats: true,
    caps: () => ["+"],
    says: () => _("Sell one more card, or give one more camel"),
    act: (_at, intents) => intents.change(1),
  },
  {
    codes: ["NumpadSubtract", "Minus"],
    signs: ["-", "−"],
    isLetter: true,
    repeats: true,
    caps: () => ["−"],
    says: () => _("Sell one fewer card, or give one fewer camel"),
    act: (_at, intents) => intents.change(-1),
  },
  {
    codes: ["Escape"],
    signs: [],
    isLetter: false,
    caps: () => [_("Esc")],
    says: () => _("Put all picked cards back"),
    act: (_at, intents) => intents.clear(),
  },
  {
    codes: ["Enter", "NumpadEnter"],
    signs: [],
    isLetter: false,
    caps: () => [_("Enter"), _("Ctrl+Enter")],
    says: () => _("Play the action that the button names"),
    act: (_at, intents) => intents.play(),
  },
  {
    codes: ["Slash", "NumpadDivide"],
    signs: ["/"],
    isLetter: true,
    caps: () => ["/"],
    says: () => _("Type an action"),
    act: (_at, intents, getModel) => openNotationBox(intents, getModel),
  },
  {
    codes: ["KeyR"],
    signs: [],
    isLetter: true,
    caps: () => [capOf("KeyR")],
    says: () => _("Repeat the last announcement"),
    act: (_at, intents) => intents.repeat(),
  },
  {
    codes: [],
    signs: ["?"],
    isLetter: true,
    caps: () => ["?"],
    says: () => _("Open this help"),
    act: (_at, intents) => intents.openHelp(),
  },
];

/**
 * Install the shortcuts.
 * @param {Intents} intents
 * @param {GetModel} getModel
 * @returns {() => void} stops listening
 */
export function installKeys(intents, getModel) {
  /** @param {KeyboardEvent} event */
  const listen = (event) => {
    const key = event.defaultPrevented || event.isComposing ? null : keyFor(event);
    if (!key || !getModel() || !isMeant(key, event)) return;
    event.preventDefault();
    if (!event.repeat || key.repeats)
      key.act(Math.max(0, key.codes.indexOf(event.code)), intents, getModel);
  };
  document.addEventListener("keydown", listen);
  learnLayout();
  return () => document.removeEventListener("keydown", listen);
}

/**
 * The label of a physical key, as far as the browser knows it.
 * @param {string} code
 * @returns {string}
 */
export function capOf(code) {
  const plain = code.replace(/^(Digit|Key)/, "");
  // On a French keyboard digits need Shift, but people still call the keys by them.
  return code.startsWith("Digit") ? plain : (layout?.get(code)?.toUpperCase() ?? plain);
}

/**
 * The label of the key for a market place or a hand card; empty while the keys are off.
 * @param {{place: number}|{index: number}} card
 * @returns {string}
 */
export function capFor(card) {
  if (!preferences.get().letters) return "";
  const code = "place" in card ? PLACES[card.place] : HAND[card.index];
  return code ? capOf(code) : "";
}

/**
 * Roving tab index: arrows, Home and End move between the buttons of a row; the row is one tab stop.
 * @param {HTMLElement} row
 */
export function rovingRow(row) {
  /** @type {HTMLButtonElement|null} */
  let current = null;
  const buttons = () =>
    [...row.querySelectorAll("button")].filter((one) => !one.disabled && one.checkVisibility());
  const refresh = () => {
    const all = buttons();
    if (!current || !all.includes(current)) current = all[0] ?? null;
    for (const button of all) button.tabIndex = button === current ? 0 : -1;
  };
  row.addEventListener("focusin", (event) => {
    if (event.target instanceof HTMLButtonElement) current = event.target;
    refresh();
  });
  row.addEventListener("keydown", (event) => {
    if (
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      !(event.target instanceof HTMLButtonElement)
    )
      return;
    const all = buttons();
    const to = all[target(event.key, all.indexOf(event.target), all.length)];
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
  let frame = 0;
  const refreshSoon = () => {
    if (frame) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      refresh();
    });
  };
  // Mutations are handled in the next frame, which computes styles anyway; the ResizeObserver also runs once at the start.
  new MutationObserver(refreshSoon).observe(row, {
    childList: true,
    subtree: true,
    attributeFilter: ["hidden", "disabled"],
  });
  new ResizeObserver(refresh).observe(row);
}

/**
 * @param {string} key
 * @param {number} at
 * @param {number} length
 * @returns {number} -1: nowhere
 */
function target(key, at, length) {
  if (key === "ArrowRight" || key === "ArrowDown") return Math.min(at + 1, length - 1);
  if (key === "ArrowLeft" || key === "ArrowUp") return Math.max(at - 1, 0);
  if (key === "Home") return 0;
  return key === "End" ? length - 1 : -1;
}

/** @param {KeyboardEvent} event */
function keyFor(event) {
  // Characters first: on a German keyboard “-” is where others have the slash.
  const bySign = KEYS.find((key) => key.signs.includes(event.key));
  return bySign ?? KEYS.find((key) => key.codes.includes(event.code)) ?? null;
}

/**
 * Whether a key is meant for the table rather than for the focused element.
 * @param {Key} key
 * @param {KeyboardEvent} event
 */
function isMeant(key, event) {
  const focused = event.target instanceof Element ? event.target : document.body;
  if (event.metaKey || document.querySelector("dialog[open]")) return false;
  if (event.code === "Enter" || event.code === "NumpadEnter") {
    return event.ctrlKey || (!event.altKey && !focused.closest(CONTROLS));
  }
  // AltGr counts as Ctrl and Alt on some systems, and some keyboards need it for a character.
  const isShortcut = (event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph");
  if (isShortcut || focused.closest(FIELDS)) return false;
  return !key.isLetter || preferences.get().letters;
}

/**
 * Call a listener when the labels of the keys become known.
 * @param {() => void} listener
 */
export function onLayout(listener) {
  listeners.push(listener);
}

/** Load the labels of the keys, if the browser knows the keyboard layout. */
async function learnLayout() {
  try {
    const { keyboard } = /** @type {any} */ (navigator);
    layout = (await keyboard?.getLayoutMap()) ?? null;
  } catch {
    // It may be blocked inside a frame; then the default letters are shown.
  }
  if (layout) for (const listener of listeners) listener();
}
