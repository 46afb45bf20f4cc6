/** The box for typing an action: a combobox that completes legal actions. */

import { openDialog } from "../core/dialog.js";
import { h, setAttr, setText } from "../core/dom.js";
import { _, count } from "../core/texts.js";
import { legalWords } from "../core/words.js";
import { isAmong, lettersOfLegal, parse, sorted, written } from "./letters.js";

/** @typedef {import("../page_types.js").Intents} Intents */
/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../types.js").Legal} Legal */

const MOST = 8;
const NOTATION = /^(?:\+([dgscplk]*))?(-([dgscplk]*))?$/i;

/**
 * Open the box; the chosen action is staged, not played.
 * @param {Intents} intents
 * @param {() => (Model|null)} getModel
 */
export function openNotationBox(intents, getModel) {
  const model = getModel();
  if (!model || model.isReadOnly || model.isCurtain) return;
  new NotationBox(intents, () => getModel()?.choices.legal ?? []);
}

class NotationBox {
  /** @type {Legal[]} */
  #shown = [];
  #active = -1;
  #isStaged = false;

  /**
   * @param {Intents} intents
   * @param {() => Legal[]} getLegal
   */
  constructor(intents, getLegal) {
    this.intents = intents;
    this.getLegal = getLegal;
    this.input = newInput();
    this.listbox = h("ul", {
      id: "typed-list",
      class: "typed-list",
      role: "listbox",
      "aria-label": _("Legal actions"),
    });
    this.said = h("p", { class: "typed-said muted", role: "status" });
    this.input.addEventListener("input", () => this.#show());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.dialog = openDialog({
      title: _("Type an action"),
      content: [this.#field(), this.listbox, this.said],
      cls: "typed",
      onClose: () => this.#isStaged && toDock(),
    });
    this.#show();
    this.input.focus();
  }

  #field() {
    const hint = _(
      "+ and what you take, − and what you give or sell: +G, +KKK, −LLL, +DG−LK. Or a word, such as gold.",
    );
    return h(
      "div",
      { class: "field" },
      h("label", { for: "typed-input" }, _("Action")),
      this.input,
      h("small", { id: "typed-hint" }, hint),
    );
  }

  #show() {
    const found = matching(this.getLegal(), this.input.value);
    this.#shown = found.slice(0, MOST);
    this.#active = this.input.value.trim() && this.#shown.length ? 0 : -1;
    this.listbox.replaceChildren(...this.#shown.map((legal, at) => this.#option(legal, at)));
    this.listbox.hidden = !this.#shown.length;
    setAttr(this.input, "aria-expanded", String(this.#shown.length > 0));
    setText(this.said, numberWords(found.length));
    this.#mark();
  }

  /**
   * @param {Legal} legal
   * @param {number} at
   */
  #option(legal, at) {
    const onclick = () => this.#stage(legal.action);
    const notation = h("kbd", { class: "typed-notation" }, pretty(legal.action));
    return h(
      "li",
      { id: `typed-${at}`, role: "option", onclick },
      notation,
      " ",
      h("span", {}, legalWords(legal)),
    );
  }

  #mark() {
    for (const [at, option] of [...this.listbox.children].entries())
      setAttr(option, "aria-selected", String(at === this.#active));
    setAttr(this.input, "aria-activedescendant", this.#active < 0 ? null : `typed-${this.#active}`);
    this.listbox.children[this.#active]?.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing) return;
    if (event.key === "Enter") this.#enter();
    else if (event.key === "ArrowDown") this.#move(1);
    else if (event.key === "ArrowUp") this.#move(-1);
    else return;
    event.preventDefault();
  }

  /** @param {1|-1} step */
  #move(step) {
    const length = this.#shown.length;
    if (!length) return;
    this.#active =
      this.#active < 0 && step < 0 ? length - 1 : (this.#active + step + length) % length;
    this.#mark();
  }

  #enter() {
    const chosen = this.#shown[this.#active];
    if (chosen) this.#stage(chosen.action);
    else if (this.input.value.trim()) this.#refuse();
  }

  /** @param {string} action */
  #stage(action) {
    // The table may have changed while the box was open.
    this.#isStaged = this.intents.stage(action);
    if (this.#isStaged) this.dialog.close();
    else this.#refuse();
  }

  #refuse() {
    const sentence = parse(this.input.value)
      ? _("This action is not legal now.")
      : _("No legal action fits this.");
    setText(this.said, sentence);
  }
}

/**
 * The legal actions that match a text, the best first.
 * @param {Legal[]} legal
 * @param {string} text complete or partial notation, or part of the words
 * @returns {Legal[]}
 */
export function matching(legal, text) {
  const plain = text.replace(/\s+/g, " ").trim().replace(/[−–—]/g, "-");
  const notation = NOTATION.exec(plain.replaceAll(" ", ""));
  const found = notation ? legal.filter(isBegun(notation)) : legal.filter(hasWords(plain));
  return found.sort((one, other) => one.action.length - other.action.length);
}

/** @param {RegExpExecArray} notation */
function isBegun([, plus, minus, given = ""]) {
  const take = sorted((plus ?? "").toUpperCase());
  const give = given.toUpperCase();
  /** @param {Legal} legal */
  return (legal) => {
    const whole = lettersOfLegal(legal);
    if (plus !== undefined && !whole.take) return false;
    if (minus === undefined) return isAmong(take, whole.take);
    return take === whole.take && isAmong(give, whole.give);
  };
}

/** @param {string} words */
function hasWords(words) {
  const wanted = fold(words).split(" ");
  /** @param {Legal} legal */
  return (legal) => wanted.every((word) => fold(legalWords(legal)).includes(word));
}

/** Remove accents and capitals. @param {string} text */
function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** @param {string} action */
function pretty(action) {
  return written(parse(action) ?? { take: "", give: "" }).replace("-", "−");
}

/** @param {number} n */
function numberWords(n) {
  if (n === 0) return _("No legal action fits this.");
  return count(
    "{n} legal action fits. Enter picks its cards.",
    "{n} legal actions fit. Arrow keys choose, Enter picks the cards.",
    n,
  );
}

function newInput() {
  return h("input", {
    id: "typed-input",
    type: "text",
    role: "combobox",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    "aria-autocomplete": "list",
    "aria-controls": "typed-list",
    "aria-describedby": "typed-hint",
    "aria-expanded": "false",
  });
}

/** Focus the dock, where Enter plays the staged action. */
function toDock() {
  /** @type {HTMLElement|null} */ (document.querySelector("[data-sentence]"))?.focus();
}
