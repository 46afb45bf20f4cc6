/** One table: takes in what the server sends and what the person wants, and has it drawn. */

import { command, get, newNonce, Refused, Unreachable } from "../core/api.js";
import { announce, repeatLast } from "../core/announce.js";
import { follow } from "../core/connection.js";
import { memory, preferences } from "../core/preferences.js";
import { offerNewPage } from "../core/renewal.js";
import { play as playSound } from "../core/sound.js";
import { _ } from "../core/texts.js";
import { eventWords, reasonWords } from "../core/words.js";
import { makeModel, namesOf, planOf, publicOnly } from "./model.js";
import * as motion from "./motion.js";
import * as picking from "./selection.js";
import { Story } from "./story.js";

/** @typedef {import("../types.js").Update} Update */
/** @typedef {import("../types.js").Model} Model */
/** @typedef {import("../types.js").Selection} Selection */
/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").TableEvent} TableEvent */

/**
 * Where the controller's decisions are shown.
 * @typedef {Object} Outlets
 * @property {(model: Model, update: Update) => void} show
 * @property {(update: Update) => void} wait no round yet
 * @property {(model: Model) => void} roundOver a round has just ended, and maybe the match with it
 * @property {(model: Model, update: Update) => void} matchOver the match is over, and no round has just ended
 * @property {(refused: Refused) => void} gone
 * @property {() => void} toDock puts the focus on the dock's sentence
 */

/** The state of the page about one table, and everything that changes it. */
export class Controller {
  /** @type {Update|null} */
  #update = null;
  /** @type {TableEvent[]} */
  #log = [];
  /** @type {Selection} */
  #selection = picking.EMPTY;
  /** @type {Pick<import("../types.js").Plan, "legal"|"blocked">|null} */
  #plans = null;
  /** @type {Model["said"]} */
  #said = null;
  /** @type {string|null} */
  #reason = null;
  /** @type {import("../types.js").Connection} */
  #connection = "connecting";
  /** @type {import("../types.js").Now|null} */
  #now = null;
  /** @type {Model|null} */
  #model = null;
  /** @type {{close: () => void}|null} */
  #following = null;
  /** @type {Seat|null} the seat whose cards are shown, on a device for two */
  #lifted = null;
  #isPending = false;
  #confirming = false;
  #isReadying = false;
  /** What comes before each event that happened while nobody looked. */
  #since = "";
  #version = 0;

  /**
   * @param {string} table
   * @param {{isShared: boolean, isWatching: boolean}} who
   * @param {Outlets} outlets
   */
  constructor(table, who, outlets) {
    this.table = table;
    this.isShared = who.isShared;
    this.isWatching = who.isWatching;
    this.outlets = outlets;
    this.story = new Story((scene) => this.#scene(scene));
    this.#version = memory.get(`seen.${table}`) ?? 0;
    preferences.onChange(() => this.#show());
    document.addEventListener("visibilitychange", () => this.#update && this.#remember(this.#update));
    this.#listen();
  }

  /** What is drawn now. */
  get model() {
    return this.#model;
  }

  /** What the server sent last. */
  get update() {
    return this.#update;
  }

  // --- what comes from the server

  #listen() {
    this.#following?.close();
    this.#following = follow(this.table, {
      seat: this.#lifted,
      onUpdate: (update) => this.#receive(update),
      onNow: (now) => this.#set(() => (this.#now = now)),
      onConnection: (connection) => this.#connected(connection),
      onGone: (refused) => this.outlets.gone(refused),
    });
  }

  /** @param {import("../types.js").Connection} connection */
  #connected(connection) {
    if (connection === "live" && this.#connection === "lost") offerNewPage();
    this.#set(() => (this.#connection = connection));
  }

  /** @param {Update} update */
  #receive(update) {
    const isFirst = this.#update === null;
    const events = update.events.filter((event) => event.version > this.#version);
    const unseen = isFirst && this.#version === 0 ? [] : events;
    this.#version = update.version;
    this.#now = update.now;
    this.#keepLog(update);
    if (!update.state.round) {
      rememberCommitment(update.state); // seen before the first card
      this.#update = update;
      this.#ready(update);
      this.outlets.wait(update);
      return;
    }
    if (isFirst && unseen.length > 1 && update.state.phase === "playing") this.#since = _("Since you were here:");
    if (isFirst && !unseen.length) this.#sayAgain(update);
    this.story.tell(update, unseen);
  }

  /** After a reload the dock says what it said before. @param {Update} update */
  #sayAgain({ state, events }) {
    const last = events.at(-1);
    if (last) this.#said = { sentence: this.#words(last, state), tone: "news" };
  }

  /**
   * @param {TableEvent} event
   * @param {import("../types.js").State} state
   */
  #words(event, state) {
    return eventWords(event, namesOf(state), this.isShared ? null : state.seat);
  }

  /** @param {Update} update */
  #keepLog(update) {
    const events = update.after === null ? update.events : [...this.#log, ...update.events];
    const dealt = events.findLastIndex((event) => event.round);
    const round = events.slice(Math.max(dealt, 0));
    this.#log = update.state.options.memory_aid === "off" ? round.slice(-2) : round;
  }

  /**
   * Say that the cards may be dealt, with a share of chance of our own.
   * @param {Update} update
   */
  async #ready(update) {
    const { state } = update;
    const isMine = this.isShared || (state.seat !== null && !state.seats[state.seat].ready);
    if (state.phase !== "waiting" || !isMine || this.#isReadying || this.isWatching) return;
    this.#isReadying = true;
    const nonce = newNonce();
    memory.set(`nonce.${this.table}`, nonce);
    await this.#give({ kind: "ready", nonce });
    this.#isReadying = false;
  }

  /**
   * Draw one scene of what happened; returns how long it needs.
   * @param {import("./story.js").Scene} scene
   * @returns {number}
   */
  #scene({ update, events, isLast }) {
    const before = motion.snapshot();
    const wasPlan = this.#model?.plan ?? null;
    const hadRound = this.#model?.round.number;
    this.#update = this.isShared ? this.#covered(update) : update;
    this.#confirming = false;
    if (isLast) {
      this.#isPending = false;
      this.#plans = null;
      this.#remember(update);
    }
    const told = events.filter((event) => event.kind !== "created");
    const isMyDoing = told.some((event) => event.kind === "acted" && event.seat === update.state.seat);
    this.#selection = isMyDoing ? picking.EMPTY : this.#keptSelection(wasPlan, isLast);
    this.#reason = null;
    this.#tell(told);
    if (isLast) this.#since = "";
    this.#show();
    if (this.#model) motion.play(told, before, this.#model);
    if (isLast) this.#afterwards(told, hadRound);
    return told.some((event) => event.kind === "acted") ? motion.duration("scene") : 0;
  }

  /**
   * On a device for two the cards of who has just played are covered at once.
   * @param {Update} update
   * @returns {Update}
   */
  #covered(update) {
    const turn = update.state.round?.turn ?? null;
    if (this.#lifted === null) return publicOnly(update);
    if (turn === this.#lifted) return update;
    this.#lifted = null;
    this.#listen();
    return publicOnly(update);
  }

  /** @param {Update} update */
  #remember(update) {
    if (!document.hidden) memory.set(`seen.${this.table}`, update.version);
  }

  /**
   * @param {import("../types.js").Plan|null} before
   * @param {boolean} isLast
   */
  #keptSelection(before, isLast) {
    if (!before || !this.#update) return picking.EMPTY;
    const after = this.#plan(this.#update);
    // What can be planned while the other thinks arrives a moment later: until then, as before.
    const isComparable = isLast && after.legal.length > 0;
    return picking.kept(this.#selection, before, isComparable ? after : { ...after, legal: before.legal });
  }

  /** @param {TableEvent[]} events */
  #tell(events) {
    if (!this.#update || !events.length) return;
    const { state } = this.#update;
    const sentences = events.map((event) => `${this.#since} ${this.#words(event, state)}`.trim());
    this.#said = { sentence: sentences.at(-1) ?? "", tone: "news" };
    for (const sentence of sentences) announce(sentence);
    const last = events.at(-1);
    if (last?.kind === "acted") playSound(last.tokens?.length ? "coin" : "card");
  }

  /**
   * @param {TableEvent[]} events
   * @param {number|undefined} hadRound
   */
  #afterwards(events, hadRound) {
    const model = this.#model;
    if (!model) return;
    this.#askPlans(model);
    const ended = events.some((event) => event.kind === "acted" && event.end);
    if (ended && hadRound !== undefined) this.outlets.roundOver(model);
    else if (model.state.phase === "over" && this.#update) this.outlets.matchOver(model, this.#update);
    if (model.isMine && events.some((event) => event.seat !== model.seat)) playSound("turn");
  }

  /** The legal actions as if it were my turn, for picking cards while the other thinks. */
  async #askPlans(/** @type {Model} */ model) {
    const isWaiting = model.state.phase === "playing" && model.seat !== null && model.round.turn !== model.seat;
    if (!isWaiting) return;
    const version = this.#version;
    try {
      const plans = await get(`/api/tables/${this.table}/legal?seat=${model.seat}`);
      if (version === this.#version) this.#set(() => (this.#plans = plans));
    } catch {
      // Picking ahead is a convenience; without it one picks when the turn has come.
    }
  }

  // --- what the person wants

  /** @param {(selection: Selection, plan: import("../types.js").Plan) => Selection|null} change */
  #pick(change) {
    if (this.story.isTelling) this.story.skip();
    const model = this.#model;
    if (!model || model.isReadOnly || model.isCurtain || model.isPending || model.state.phase !== "playing") return;
    this.#selection = change(this.#selection, model.plan) ?? this.#selection;
    this.#confirming = false;
    this.#reason = null;
    if (this.#said?.tone !== "news") this.#said = null;
    this.#show();
    this.#askReason();
  }

  /** @param {number} place */
  pickMarket(place) {
    this.#pick((selection, plan) => picking.pickMarket(selection, plan, place));
  }

  /** @param {number} index */
  pickHand(index) {
    this.#pick((selection, plan) => picking.pickHand(selection, plan, index));
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
    this.#pick((selection) => (this.#confirming ? selection : picking.EMPTY));
  }

  /**
   * Stage a typed or dragged action.
   * @param {string} notation
   * @returns {boolean} whether it is legal
   */
  stage(notation) {
    const found = this.#model && picking.selectionFor(this.#model.plan, notation);
    if (found) this.#pick(() => found);
    return Boolean(found);
  }

  /** Play what is staged. */
  async play() {
    const model = this.#model;
    const legal = model?.staged.legal;
    if (!model || !legal || !model.isMine) return;
    if (this.#mustConfirm(legal) && !this.#confirming) {
      this.#set(() => (this.#confirming = true));
      return;
    }
    this.#isPending = true;
    this.#confirming = false;
    this.#show();
    this.outlets.toDock();
    const { places } = model.staged;
    const done = await this.#give({ kind: "act", action: legal.action, places: places.length ? places : null });
    if (!done) this.#set(() => (this.#isPending = false));
  }

  /** @param {import("../types.js").Legal} legal */
  #mustConfirm(legal) {
    const { confirm } = preferences.get();
    return confirm === "always" || (confirm === "reveals" && (legal.reveals ?? 0) > 0);
  }

  next() {
    return this.#give({ kind: "next" });
  }

  resign() {
    return this.#give({ kind: "resign" });
  }

  closeTable() {
    return this.#give({ kind: "close" });
  }

  rematch() {
    return this.#give({ kind: "rematch" });
  }

  repeat() {
    repeatLast();
  }

  /** Why a card cannot be picked. @param {string} sentence */
  explain(sentence) {
    announce(sentence);
    this.#set(() => (this.#said = { sentence, tone: "plain" }));
  }

  /** Show the cards of who is to act, on a device for two. */
  lift() {
    this.#lifted = this.#update?.state.round?.turn ?? null;
    this.#listen();
  }

  /**
   * Give a command; a refusal is said in the dock, and nothing that was picked is lost.
   * @param {{kind: string, [more: string]: any}} body
   * @returns {Promise<boolean>}
   */
  async #give(body) {
    const seat = this.isShared ? (this.#lifted ?? 0) : null;
    try {
      await command(this.table, { version: this.#update?.version ?? 1, ...body, seat });
      return true;
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      announce(error.sentence);
      this.#set(() => (this.#said = { sentence: error.sentence, tone: "error" }));
      return false;
    }
  }

  // --- drawing

  /** @param {() => void} change */
  #set(change) {
    change();
    this.#show();
  }

  #show() {
    if (!this.#update) return;
    const model = this.#makeModel(this.#update);
    if (!model) return;
    this.#model = model;
    this.outlets.show(model, this.#update);
  }

  /** @param {Update} update */
  #makeModel(update) {
    const isCurtain = this.isShared && this.#lifted === null && update.state.phase === "playing";
    return makeModel({
      update,
      log: this.#log,
      selection: this.#selection,
      plans: this.#plans,
      bottom: this.isShared ? (update.state.round?.turn ?? 0) : null,
      isPending: this.#isPending,
      confirming: this.#confirming,
      connection: this.#connection,
      now: this.#now ?? update.now,
      said: this.#said,
      reason: this.#reason,
      isCurtain,
      isReadOnly: this.isWatching,
    });
  }

  /** @param {Update} update */
  #plan(update) {
    return planOf(update.state, this.#makeModel(update)?.bottom ?? 0, this.#plans);
  }

  /** Why the picked cards are no legal action: the rules are the server's. */
  async #askReason() {
    const model = this.#model;
    const action = model?.staged.action;
    if (!model || !action || model.staged.legal || model.seat === null) return;
    try {
      const query = new URLSearchParams({ action, seat: String(model.seat) });
      const checked = await get(`/api/tables/${this.table}/check?${query}`);
      if (this.#model?.staged.action !== action || checked.legal) return;
      const reason = reasonWords(checked.reason);
      announce(reason);
      this.#set(() => (this.#reason = reason));
    } catch {
      // The button stays off; the next pick asks again.
    }
  }
}

/**
 * Keep what the deals were committed to, to compare it with what is shown at the end.
 * @param {import("../types.js").State} state
 */
function rememberCommitment({ table, commitment }) {
  if (!memory.get(`commitment.${table}`)) memory.set(`commitment.${table}`, commitment);
}
