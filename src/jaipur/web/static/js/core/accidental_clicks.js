/** Clicks that were meant for what lay under the pointer before: the second of a double click, or one that came too soon. */

/** Longer than a double click, shorter than it takes to read anything. */
const EARLY_MS = 600;

/**
 * A function to call when something new has come under the pointer: for a moment clicks on it are left alone.
 * @param {HTMLElement} root
 * @returns {() => void}
 */
export function createClickFilter(root) {
  let timer = 0;
  const ignore = (/** @type {Event} */ event) => {
    if (!("ignoresClicks" in root.dataset)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  root.addEventListener("click", ignore, { capture: true });
  return () => {
    root.dataset.ignoresClicks = "";
    clearTimeout(timer);
    timer = setTimeout(() => delete root.dataset.ignoresClicks, EARLY_MS);
  };
}
