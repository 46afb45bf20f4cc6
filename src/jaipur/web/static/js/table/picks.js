/** The picked cards, and requests to the server about them. */

import { announce } from "../core/announce.js";
import { get } from "../core/api.js";
import { preferences } from "../core/preferences.js";
import { reasonWords, stagedWords } from "../core/words.js";
import { handPicking, marketPicking } from "./parts/picking.js";
import * as picking from "./selection.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../page_types.js").Choices} Choices */
/** @typedef {import("../page_types.js").Selection} Selection */

/**
 * @typedef {Object} PickContext how picks reach the controller
 * @property {() => (Model|null)} getModel
 * @property {() => number} getVersion of what is drawn
 * @property {() => void} redraw when something was picked
 * @property {() => void} show when more is known about possible picks
 * @property {() => void} skip ends running animations
 * @property {(sentence: string) => void} explain says why a card cannot be picked
 */

/** The picked cards, however they were picked: click, key, drag or notation. */
export class Picks {
  /** @type {Selection} */
  selection = picking.EMPTY;
  /** Why a complete selection is not legal. @type {string|null} */
  reason = null;
  /** The legal actions if it were my turn. @type {Pick<Choices, "legal"|"blocked">|null} */
  legalActions = null;
  confirming = false;

  /**
   * @param {string} table
   * @param {PickContext} context
   */
  constructor(table, context) {
    this.path = `/api/tables/${encodeURIComponent(table)}`;
    this.context = context;
  }

  /** @param {number} place */
  pickMarket(place) {
    this.#card(
      (model) => marketPicking(model, place).why,
      (selection, choices) => picking.pickMarket(selection, choices, place),
    );
  }

  /** @param {number} index */
  pickHand(index) {
    this.#card(
      (model) => handPicking(model, index).why,
      (selection, choices) => picking.pickHand(selection, choices, index),
    );
  }

  /** @param {string} good */
  pickPile(good) {
    this.#pick((selection, choices) => picking.pickPile(selection, choices, good));
  }

  /** @param {1|-1} delta */
  change(delta) {
    this.#pick((selection, choices) => picking.change(selection, choices, delta));
  }

  fill() {
    this.#pick(picking.fillWithCamels);
  }

  clear() {
    this.#pick((selection) => (this.confirming ? selection : picking.EMPTY));
  }

  /**
   * Stage a typed action.
   * @param {string} notation
   * @returns {boolean} whether it is legal
   */
  stage(notation) {
    this.context.skip();
    const model = this.context.getModel();
    const found = model && picking.selectionFor(model.choices, notation);
    if (found) this.#pick(() => found);
    return Boolean(found);
  }

  /** The market has changed: keep the selection if all its cards are still there, otherwise drop it. */
  keep(/** @type {Choices|null} */ before, /** @type {Choices} */ after) {
    // The legal actions for the opponent's turn arrive a moment later: use the previous ones until then.
    const isKnown = after.legal.length > 0;
    const then = isKnown || !before ? after : { ...after, legal: before.legal };
    this.selection = before ? picking.kept(this.selection, before, then) : picking.EMPTY;
    this.confirming = false;
    this.reason = null;
  }

  /** Clear the selection. */
  drop() {
    this.selection = picking.EMPTY;
    this.confirming = false;
    this.reason = null;
  }

  /** Request the legal actions as if it were my turn, for planning during the opponent's turn. */
  async fetchLegalActions() {
    const model = this.context.getModel();
    const isWaiting =
      model?.state.phase === "playing" && model.seat !== null && model.round.turn !== model.seat;
    if (!isWaiting || this.legalActions) return;
    try {
      const legalActions = await get(`${this.path}/legal?seat=${model.seat}`);
      if (
        this.context.getModel()?.state !== model.state ||
        legalActions.version !== this.context.getVersion()
      )
        return;
      this.legalActions = legalActions;
      this.context.show();
    } catch {
      // Planning ahead is a convenience; without it, cards are picked on one's own turn.
    }
  }

  /**
   * @param {(model: Model) => (string|null)} whyNot
   * @param {(selection: Selection, choices: Choices) => Selection} change
   */
  #card(whyNot, change) {
    this.context.skip();
    const model = this.context.getModel();
    const why = model && isOpen(model) ? whyNot(model) : null;
    if (why) this.context.explain(why);
    else this.#pick(change);
  }

  /** @param {(selection: Selection, choices: Choices) => Selection|null} change */
  #pick(change) {
    this.context.skip();
    const model = this.context.getModel();
    if (!model || !isOpen(model)) return;
    this.selection = change(this.selection, model.choices) ?? this.selection;
    this.confirming = false;
    this.reason = null;
    this.context.redraw();
    this.#announceSelection();
    this.#askReason();
  }

  /** Announce what the picked cards mean. */
  #announceSelection() {
    const model = this.context.getModel();
    if (model) announce(stagedWords(model.staged, model.choices).sentence);
  }

  /** Ask the server why the selection is not legal: the page knows no rules. */
  async #askReason() {
    const model = this.context.getModel();
    const action = model?.staged.action;
    if (!model || !action || model.staged.legal || model.seat === null) return;
    try {
      const query = new URLSearchParams({ action, seat: String(model.seat) });
      const checked = await get(`${this.path}/check?${query}`);
      const isStill =
        this.context.getModel()?.staged.action === action &&
        checked.version === this.context.getVersion();
      if (!isStill || checked.legal) return;
      this.reason = reasonWords(checked.reason);
      announce(this.reason);
      this.context.show();
    } catch {
      // The button stays off; the next pick asks again.
    }
  }
}

/** Whether cards can be picked at all. @param {Model} model */
function isOpen(model) {
  return (
    !model.isReadOnly && !model.isCurtain && !model.isPending && model.state.phase === "playing"
  );
}

/** Whether an action needs a second press, by the preferences. @param {import("../types.js").Legal} legal */
export function mustConfirm(legal) {
  const { confirm } = preferences.get();
  return confirm === "always" || (confirm === "reveals" && (legal.reveals ?? 0) > 0);
}
