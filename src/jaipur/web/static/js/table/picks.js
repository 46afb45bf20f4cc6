/** What the person has picked, and what the server is asked about it. */

import { announce } from "../core/announce.js";
import { get } from "../core/api.js";
import { preferences } from "../core/preferences.js";
import { reasonWords, stagedWords } from "../core/words.js";
import { handPicking, marketPicking } from "./parts/picking.js";
import * as picking from "./selection.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../page_types.js").Plan} Plan */
/** @typedef {import("../page_types.js").Selection} Selection */

/**
 * @typedef {Object} PickContext what the picks are made on
 * @property {() => (Model|null)} getModel
 * @property {() => number} getVersion of what is drawn
 * @property {() => void} redraw when something was picked
 * @property {() => void} show when more is known about what can be picked
 * @property {() => void} skip shows at once what is still to be shown
 * @property {(sentence: string) => void} explain says why a card cannot be picked
 */

/** The picked cards, however they were picked: click, key, drag or notation. */
export class Picks {
  /** @type {Selection} */
  selection = picking.EMPTY;
  /** Why a complete selection is not legal. @type {string|null} */
  reason = null;
  /** What could be done if it were my turn. @type {Pick<Plan, "legal"|"blocked">|null} */
  plans = null;
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
      (selection, plan) => picking.pickMarket(selection, plan, place),
    );
  }

  /** @param {number} index */
  pickHand(index) {
    this.#card(
      (model) => handPicking(model, index).why,
      (selection, plan) => picking.pickHand(selection, plan, index),
    );
  }

  /** @param {string} good */
  pickPile(good) {
    this.#pick((selection, plan) => picking.pickPile(selection, plan, good));
  }

  /** @param {1|-1} delta */
  change(delta) {
    this.#pick((selection, plan) => picking.change(selection, plan, delta));
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
    const found = model && picking.selectionFor(model.plan, notation);
    if (found) this.#pick(() => found);
    return Boolean(found);
  }

  /** The market has changed: keep the picked cards where they still are what they were, or none. */
  keep(/** @type {Plan|null} */ before, /** @type {Plan} */ after) {
    // What can be planned while the other thinks arrives a moment later: until then, as before.
    const isKnown = after.legal.length > 0;
    const then = isKnown || !before ? after : { ...after, legal: before.legal };
    this.selection = before ? picking.kept(this.selection, before, then) : picking.EMPTY;
    this.confirming = false;
    this.reason = null;
  }

  /** Nothing is picked any more. */
  drop() {
    this.selection = picking.EMPTY;
    this.confirming = false;
    this.reason = null;
  }

  /** Ask what could be done if it were my turn, for picking cards while the other thinks. */
  async askPlans() {
    const model = this.context.getModel();
    const isWaiting =
      model?.state.phase === "playing" && model.seat !== null && model.round.turn !== model.seat;
    if (!isWaiting || this.plans) return;
    try {
      const plans = await get(`${this.path}/legal?seat=${model.seat}`);
      if (
        this.context.getModel()?.state !== model.state ||
        plans.version !== this.context.getVersion()
      )
        return;
      this.plans = plans;
      this.context.show();
    } catch {
      // Picking ahead is a convenience; without it one picks when the turn has come.
    }
  }

  /**
   * @param {(model: Model) => (string|null)} whyNot
   * @param {(selection: Selection, plan: Plan) => Selection} change
   */
  #card(whyNot, change) {
    this.context.skip();
    const model = this.context.getModel();
    const why = model && isOpen(model) ? whyNot(model) : null;
    if (why) this.context.explain(why);
    else this.#pick(change);
  }

  /** @param {(selection: Selection, plan: Plan) => Selection|null} change */
  #pick(change) {
    this.context.skip();
    const model = this.context.getModel();
    if (!model || !isOpen(model)) return;
    this.selection = change(this.selection, model.plan) ?? this.selection;
    this.confirming = false;
    this.reason = null;
    this.context.redraw();
    this.#say();
    this.#askReason();
  }

  /** Have read out what the picked cards mean now. */
  #say() {
    const model = this.context.getModel();
    if (model) announce(stagedWords(model.staged, model.plan).sentence);
  }

  /** Why the picked cards are no legal action: the rules are the server's. */
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

/** Whether this person wants to press twice. @param {import("../types.js").Legal} legal */
export function mustConfirm(legal) {
  const { confirm } = preferences.get();
  return confirm === "always" || (confirm === "reveals" && (legal.reveals ?? 0) > 0);
}
