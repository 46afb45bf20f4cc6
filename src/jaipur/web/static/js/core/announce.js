/** What is read out: one polite live region, and the last thing said once more on demand. */

const PAUSE_MS = 80;

/** @type {string[]} */
let waiting = [];
let last = "";
let timer = 0;

/**
 * Have a sentence read out; sentences of the same moment are read as one text.
 * @param {string} sentence
 */
export function announce(sentence) {
  if (!sentence || waiting.at(-1) === sentence) return;
  waiting.push(sentence);
  say("");
  clearTimeout(timer);
  timer = setTimeout(speak, PAUSE_MS);
}

/** Read the last announcement out again. */
export function repeatLast() {
  if (!timer && last) announce(last);
}

function speak() {
  last = waiting.join(" ");
  waiting = [];
  timer = 0;
  say(last);
}

/**
 * An empty text in between makes the same sentence news again. While a modal dialog is open only
 * what is inside it is read, so a dialog can have a region of its own.
 * @param {string} text
 */
function say(text) {
  const region =
    document.querySelector("dialog[open] [data-announcer]") ?? document.getElementById("announcer");
  if (region) region.textContent = text;
}
