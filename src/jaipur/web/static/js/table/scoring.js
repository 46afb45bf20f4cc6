/** The scoring of a round in the rulebook's order: camel token, goods, bonus tokens, sum, seal. */

import { createClickFilter } from "../core/accidental_clicks.js";
import { announce } from "../core/announce.js";
import { openDialog } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { play } from "../core/sound.js";
import { _ } from "../core/texts.js";
import { duration } from "./motion.js";
import { createSide } from "./scoring_side.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../types.js").Result} Result */
/** @typedef {import("../core/sound.js").Sound} Sound */
/** @typedef {{onNext?: () => void, onCounted?: () => void, onClose?: () => void}} ScoringHandlers */

/** The duration of each step, in scenes, and its sound. @type {{scenes: number, sound: Sound}[]} */
const STEPS = [
  { scenes: 1.2, sound: "card" },
  { scenes: 1.6, sound: "coin" },
  { scenes: 1.3, sound: "coin" },
  { scenes: 1.2, sound: "card" },
  { scenes: 0, sound: "seal" },
];
const LAST = STEPS.length - 1;

/**
 * Show how a round was scored.
 * @param {Model} model
 * @param {Result} result
 * @param {ScoringHandlers} handlers
 * @returns {{close: () => void, refresh: (model: Model) => void}} refresh: the table has changed
 */
export function openScoring(model, result, { onNext, onCounted, onClose }) {
  const words = h("p", { class: "scoring-words" });
  const buttons = h("div", { class: "scoring-buttons" });
  const columns = [model.bottom, model.top].map((seat) => createSide(model, result, seat));
  let latest = model;
  /** @param {Model} now */
  const refresh = (now) => {
    const isOther = now.state.phase !== latest.state.phase;
    latest = now;
    if (isOther && steps.isDone) offer(lastButtons(latest, dialog.close, onNext));
  };
  /** @param {HTMLButtonElement[]} others */
  const offer = (others) => {
    showButtons(buttons, others);
    ignoreEarlyClicks();
  };
  const dialog = openDialog({
    title: _("End of round {n}", { n: model.round.number }),
    content: [
      h("p", { class: "scoring-cause muted" }, result.words?.cause),
      h("div", { class: "scoring-sides" }, columns),
    ],
    cls: "scoring",
    onClose: () => {
      steps.stop();
      onCounted?.();
      onClose?.();
    },
  });
  dialog.element.append(h("div", { class: "dialog-foot scoring-foot" }, words, buttons));
  const said = sentencesByStep(result);
  const steps = new Steps((step) => {
    dialog.element.dataset.shown = String(step);
    words.textContent = said[step];
    play(STEPS[step].sound);
    if (step !== LAST) return;
    offer(lastButtons(latest, dialog.close, onNext));
    onCounted?.();
  });
  const ignoreEarlyClicks = createClickFilter(dialog.element);
  offer([button(_("Skip"), "plain", () => steps.skip())]);
  skipByKeys(dialog.element, steps);
  announce([said[0], said[LAST]].join(" "));
  steps.start();
  return { close: dialog.close, refresh };
}

/**
 * The sentence of each step.
 * @param {Result} result
 * @returns {string[]}
 */
function sentencesByStep({ words }) {
  return [
    words?.camel_token ?? "",
    _("The goods tokens are turned over."),
    _("The bonus tokens come last."),
    _("Piles of ten rupees, and the rest."),
    words?.winner ?? "",
  ];
}

/**
 * Esc and Enter skip to the end first; after that they work as usual.
 * @param {HTMLDialogElement} dialog
 * @param {Steps} steps
 */
function skipByKeys(dialog, steps) {
  dialog.addEventListener("cancel", (event) => {
    if (steps.isDone) return;
    event.preventDefault();
    steps.skip();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || steps.isDone || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    steps.skip();
  });
}

/**
 * The buttons at the end, the most likely one last.
 * @param {Model} model
 * @param {() => void} close
 * @param {(() => void)|undefined} onNext
 */
function lastButtons({ state, bottom, isReadOnly }, close, onNext) {
  const look = button(_("Look at the table"), "plain", close);
  if (state.phase === "over") return [button(_("See the match"), "primary", close)];
  if (!onNext || isReadOnly || state.phase !== "between" || state.seats[bottom].wants_next)
    return [look];
  const next = button(_("Next round"), "primary", () => {
    close();
    onNext();
  });
  return [look, next];
}

/**
 * Replace the buttons; the focus goes to the most likely one.
 * @param {HTMLElement} place
 * @param {HTMLButtonElement[]} buttons
 */
function showButtons(place, buttons) {
  place.replaceChildren(...buttons);
  const isElsewhere = document.activeElement?.matches(".dialog-cross") ?? false;
  if (!isElsewhere) buttons.at(-1)?.focus();
}

/**
 * @param {string} label
 * @param {"primary"|"plain"} kind
 * @param {() => void} onclick
 */
function button(label, kind, onclick) {
  return h("button", { type: "button", class: `button ${kind}`, onclick }, label);
}

/** Shows the steps one by one, by a timer. */
class Steps {
  #step = -1;
  #timer = 0;

  /** @param {(step: number) => void} show */
  constructor(show) {
    this.show = show;
  }

  get isDone() {
    return this.#step >= LAST;
  }

  start() {
    if (duration("scene") === 0) this.skip();
    else this.#next();
  }

  stop() {
    clearTimeout(this.#timer);
  }

  skip() {
    this.stop();
    if (this.isDone) return;
    this.#step = LAST;
    this.show(LAST);
  }

  #next() {
    this.#step += 1;
    this.show(this.#step);
    if (!this.isDone)
      this.#timer = setTimeout(() => this.#next(), STEPS[this.#step].scenes * duration("scene"));
  }
}
