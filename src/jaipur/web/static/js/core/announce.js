/** Announcements for screen readers: one polite live region, and repeating the last one. */

const PAUSE_MS = 80;

/** @type {string[]} */
let waiting = [];
let last = "";
let timer = 0;

/**
 * Announce a sentence; simultaneous sentences are joined into one text.
 * @param {string} sentence
 */
export function announce(sentence) {
  if (!sentence || waiting.at(-1) === sentence) return;
  waiting.push(sentence);
  write("");
  clearTimeout(timer);
  timer = setTimeout(flush, PAUSE_MS);
}

/** Repeat the last announcement. */
export function repeatLast() {
  if (!timer && last) announce(last);
}

function flush() {
  last = waiting.join(" ");
  waiting = [];
  timer = 0;
  write(last);
}

/**
 * Clearing the region first lets the same sentence be announced again. While a modal dialog is
 * open only its contents are read, so a dialog can have a region of its own.
 * @param {string} text
 */
function write(text) {
  const region =
    document.querySelector("dialog[open] [data-announcer]") ?? document.getElementById("announcer");
  if (region) region.textContent = text;
}
