/** The coach: a card that explains each step. */

import { h, icon, setAttr, setText } from "../core/dom.js";
import { _ } from "../core/texts.js";

/**
 * @typedef {Object} CoachState
 * @property {string} title
 * @property {string} text
 * @property {string|null} note a reply to the pupil's action, or a hint
 * @property {number} number of the step, from 1
 * @property {number} total
 * @property {"read"|"do"|"end"} kind
 * @property {boolean} isHelped the hint was given, so the coach offers to do the step
 * @property {boolean} isBusy an animation is running
 */

/**
 * @typedef {Object} CoachHandlers
 * @property {() => void} onBack
 * @property {() => void} onContinue
 * @property {() => void} onHelp
 * @property {() => void} onPlay a first match
 * @property {() => void} onFold
 */

/**
 * @param {HTMLElement} root
 * @param {CoachHandlers} handlers
 * @returns {{show: (shown: CoachState) => void, focus: () => void}}
 */
export function createCoach(root, handlers) {
  const parts = makeParts(handlers);
  const { title, step, fold, text, note, back, go, help, begin, rules, home, skip } = parts;
  root.append(
    h("header", { class: "coach-head" }, title, step),
    h(
      "div",
      { class: "coach-words", tabindex: 0, role: "group", "aria-labelledby": "coach-title" },
      text,
      note,
    ),
    h("footer", { class: "coach-foot" }, begin, go, help, back, rules, home, skip, fold),
  );
  const words = /** @type {HTMLElement} */ (text.parentElement);
  fold.addEventListener("click", () => {
    setAttr(fold, "aria-expanded", root.toggleAttribute("data-folded") ? "false" : "true");
    handlers.onFold();
  });
  return {
    show(shown) {
      const isNew = title.textContent !== shown.title;
      if (isNew) {
        root.removeAttribute("data-folded");
        setAttr(fold, "aria-expanded", "true");
        words.scrollTop = 0;
      }
      setAttr(root, "data-kind", shown.kind);
      setAttr(root, "data-busy", shown.isBusy);
      const isAnswer = Boolean(shown.note) && note.textContent !== shown.note;
      showWords(parts, shown);
      if (isAnswer) words.scrollTop = words.scrollHeight;
      showButtons(parts, shown);
    },
    focus() {
      title.focus({ preventScroll: true });
    },
  };
}

/** @param {CoachHandlers} handlers */
function makeParts({ onBack, onContinue, onHelp, onPlay }) {
  return {
    title: h("h2", { id: "coach-title", class: "coach-title", tabindex: -1 }),
    step: h("p", { class: "coach-step" }),
    fold: h(
      "button",
      { type: "button", class: "button small coach-fold", "aria-label": _("The coach’s words") },
      icon("icon-eye"),
    ),
    text: h("p", { class: "coach-text" }),
    note: h("p", { class: "coach-note" }),
    back: button("icon-left", _("Back"), onBack, "coach-back"),
    go: h(
      "button",
      { type: "button", class: "button primary coach-continue", onclick: onContinue },
      _("Continue"),
    ),
    help: button("icon-help", "", onHelp, "coach-help"),
    begin: h(
      "button",
      { type: "button", class: "button primary", onclick: onPlay },
      _("Play a first match"),
    ),
    rules: h("a", { class: "button small", href: "/rules" }, _("The rules")),
    home: h("a", { class: "button small", href: "/" }, _("To the home page")),
    skip: h("a", { class: "button plain small coach-skip", href: "/" }, _("Skip the tutorial")),
  };
}

/**
 * @param {string} drawing
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} cls
 */
function button(drawing, label, onclick, cls) {
  return h(
    "button",
    { type: "button", class: `button small ${cls}`, onclick },
    icon(drawing),
    h("span", {}, label),
  );
}

/**
 * @param {ReturnType<typeof makeParts>} parts
 * @param {CoachState} shown
 */
function showWords({ title, step, text, note }, shown) {
  setText(title, shown.title);
  setText(step, _("Step {n} of {total}", { n: shown.number, total: shown.total }));
  setText(text, shown.text);
  setText(note, shown.note ?? "");
  note.hidden = !shown.note;
}

/**
 * @param {ReturnType<typeof makeParts>} parts
 * @param {CoachState} shown
 */
function showButtons(
  { back, go, help, begin, rules, home, skip },
  { kind, number, isHelped, isBusy },
) {
  go.hidden = kind !== "read";
  help.hidden = kind !== "do";
  skip.hidden = kind === "end";
  for (const one of [begin, rules, home]) one.hidden = kind !== "end";
  setText(
    /** @type {Element} */ (help.lastElementChild),
    isHelped ? _("Do it for me") : _("Show me"),
  );
  setAttr(back, "aria-disabled", number === 1 || isBusy ? "true" : null);
  for (const one of [go, help]) setAttr(one, "aria-disabled", isBusy ? "true" : null);
}
