/** Ghosts: animated pictures of cards and tokens that fly over the table and are removed by a timer. */

import { h, icon } from "../core/dom.js";

const EASE = "cubic-bezier(.3, .7, .3, 1)";
const SPARE_MS = 60;

/** @typedef {{left: number, top: number, width: number, height: number}} Rect */
/** @typedef {{delay?: number, lasts: number, fades?: boolean, waits?: boolean}} Timing waits: visible before it moves */

/** @type {Set<Animation>} */
const running = new Set();
/** When the last animation ends, in milliseconds of `performance.now()`. */
let stillAt = 0;

/** Stop all animations immediately. */
export function settle() {
  for (const animation of running) animation.cancel();
  running.clear();
  stillAt = 0;
  document.getElementById("ghosts")?.replaceChildren();
}

/** Milliseconds until all animations are over. @returns {number} */
export function movesFor() {
  return Math.max(0, stillAt - performance.now());
}

/** The layer of ghosts: above everything, hidden from pointers and screen readers. */
function layer() {
  const found = document.getElementById("ghosts");
  if (found) return found;
  const made = h("div", { id: "ghosts", class: "ghosts", "aria-hidden": "true", inert: true });
  document.body.append(made);
  return made;
}

/**
 * Animate an element that stays; transform and opacity only.
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {Timing} timing
 */
export function animate(element, frames, { delay = 0, lasts, waits = true }) {
  const animation = element.animate(frames, {
    duration: lasts,
    delay,
    fill: waits ? "backwards" : "none",
  });
  running.add(animation);
  stillAt = Math.max(stillAt, performance.now() + delay + lasts);
  // A hidden tab may never finish an animation, but a timer fires.
  setTimeout(
    () => {
      animation.cancel();
      running.delete(animation);
    },
    delay + lasts + SPARE_MS,
  );
}

/**
 * Let a picture fly from one box to another and vanish there.
 * @param {Element} picture
 * @param {Rect} from
 * @param {Rect} to
 * @param {Timing} timing
 */
export function fly(picture, from, to, { delay = 0, lasts, fades = false, waits = false }) {
  const isGrowing = to.height > from.height;
  const drawn = isGrowing ? to : from; // drawn at its larger size, so that it stays sharp
  const ghost = place(picture, drawn);
  const frames = [
    { transform: towards(drawn, from), opacity: 1, easing: EASE },
    { opacity: 1, offset: fades ? 0.6 : 0.97 },
    { transform: towards(drawn, to), opacity: 0 },
  ];
  animate(ghost, frames, { delay, lasts, waits });
  setTimeout(() => ghost.remove(), delay + lasts);
}

/**
 * What moves a picture from the box it is drawn in to another.
 * @param {Rect} drawn
 * @param {Rect} box
 */
function towards(drawn, box) {
  const scale = Math.min(box.width / drawn.width, box.height / drawn.height);
  const dx = box.left + box.width / 2 - (drawn.left + drawn.width / 2);
  const dy = box.top + box.height / 2 - (drawn.top + drawn.height / 2);
  return `translate(${dx}px, ${dy}px) scale(${scale})`;
}

/**
 * Show a picture in a box for a while, animated in its place.
 * @param {Element} picture
 * @param {Rect} box
 * @param {Keyframe[]} frames
 * @param {Timing} timing
 */
export function stay(picture, box, frames, { delay = 0, lasts }) {
  const ghost = place(picture, box);
  animate(ghost, frames, { delay, lasts });
  setTimeout(() => ghost.remove(), delay + lasts);
}

/**
 * @param {Element} picture
 * @param {Rect} box
 */
function place(picture, box) {
  const ghost = h("div", { class: "ghost" }, picture);
  ghost.style.left = `${box.left}px`;
  ghost.style.top = `${box.top}px`;
  ghost.style.width = `${box.width}px`;
  ghost.style.height = `${box.height}px`;
  layer().append(ghost);
  return ghost;
}

/**
 * A card, open or face down.
 * @param {string|null} letter
 */
export function cardPicture(letter) {
  return icon(letter ? `face-${letter}` : "back", "ghost-card");
}

/**
 * A goods token with its value, or a bonus token.
 * @param {string} drawing
 * @param {number|null} value
 */
export function coinPicture(drawing, value) {
  return h(
    "span",
    { class: "ghost-coin" },
    icon(drawing, "ghost-coin-icon"),
    value !== null && h("b", {}, value),
  );
}
