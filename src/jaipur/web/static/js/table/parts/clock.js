/** A clock that keeps running between updates from the server. */

import { h, setAttr, setText } from "../../core/dom.js";
import { _ } from "../../core/texts.js";

/** @typedef {import("../../types.js").Now} Now */
/** @typedef {import("../../page_types.js").Seat} Seat */

const SECOND = 1000;
const LOW_MS = 30 * SECOND;

/** @returns {{element: HTMLElement, show: (now: Now, seat: Seat, isTimed: boolean) => void}} isTimed: bots have no clock */
export function createClock() {
  const element = h("span", { class: "clock", role: "timer", hidden: true });
  /** @type {Now|null} */
  let last = null;
  let at = 0;
  let timer = 0;

  /** @param {Seat} seat */
  const draw = (seat) => {
    if (!last?.clocks_ms) return;
    const isRunning = last.running.includes(seat);
    const spent = isRunning ? performance.now() - at : 0;
    const left = Math.max(0, last.clocks_ms[seat] - spent);
    setText(element, clockText(left));
    setAttr(element, "aria-label", _("Time left: {time}", { time: clockText(left) }));
    element.classList.toggle("is-running", isRunning);
    element.classList.toggle("is-low", left < LOW_MS);
  };

  return {
    element,
    show(now, seat, isTimed) {
      element.hidden = now.clocks_ms === null || !isTimed;
      if (now !== last) [last, at] = [now, performance.now()];
      clearInterval(timer);
      draw(seat);
      if (now.clocks_ms && now.running.includes(seat))
        timer = setInterval(() => draw(seat), SECOND / 4);
    },
  };
}

/**
 * Minutes and seconds, with hours only if there are any.
 * @param {number} ms
 * @returns {string}
 */
export function clockText(ms) {
  const seconds = Math.ceil(ms / SECOND);
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}
