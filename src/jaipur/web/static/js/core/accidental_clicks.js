/** Ignores accidental clicks, meant for what was under the pointer before: double clicks and early ones. */

/** Longer than a double click, shorter than reading anything takes. */
const EARLY_MS = 600;

/**
 * Create a function to call when something new appears under the pointer: clicks in `root` are then
 * ignored for a moment.
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
