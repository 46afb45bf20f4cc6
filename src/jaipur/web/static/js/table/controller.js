/** The table controller: takes updates from the server and intents from the user, and draws. */

import { announce } from "../core/announce.js";
import { command, Refused, Unreachable } from "../core/api.js";
import { commitToNonce, dropCommitment, nonceFor } from "../core/commitments.js";
import { subscribe } from "../core/connection.js";
import { sentenceOf } from "../core/failure.js";
import { offerReload } from "../core/page_update.js";
import { preferences } from "../core/preferences.js";
import { play as playSound } from "../core/sound.js";
import { _ } from "../core/texts.js";
import { legalWords } from "../core/words.js";
import { DeferredEvents } from "./deferred_events.js";
import {
  lastSeen,
  logAfter,
  matchesNotes,
  noteCommitments,
  noteNonce,
  noteSeen,
} from "./journal.js";
import { makeModel, NO_CHOICES, namesOf, publicOnly } from "./model.js";
import * as motion from "./motion.js";
import { PendingScoring } from "./pending_scoring.js";
import { mustConfirm, Picks } from "./picks.js";
import { hasRoundEnded, UpdateQueue } from "./update_queue.js";

/** @typedef {import("../page_types.js").Update} Update */
/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../page_types.js").Seat} Seat */
/** @typedef {import("../page_types.js").TableEvent} TableEvent */

const READY_AGAIN_MS = 3000;

/**
 * What the controller draws on.
 * @typedef {Object} TableDisplay
 * @property {(model: Model, update: Update) => void} show
 * @property {(update: Update) => void} wait no round yet
 * @property {(model: Model) => void} count shows the scoring of the round, and calls back when it is done
 * @property {(model: Model, update: Update) => void} matchOver the match is over, and no round has just ended
 * @property {(refused: Refused) => void} unavailable
 * @property {() => void} toDock puts the focus on the dock's sentence
 */

/** The state of the page for one table, and everything that changes it. */
export class Controller {
  /** @type {Update|null} */
  #update = null;
  /** @type {TableEvent[]} */
  #log = [];
  /** @type {Model["said"]} */
  #said = null;
  /** @type {import("../page_types.js").Connection} */
  #connection = "connecting";
  /** @type {import("../types.js").Now|null} */
  #now = null;
  /** @type {Model|null} */
  #model = null;
  /** @type {{close: () => void}|null} */
  #subscription = null;
  /** On a shared device, the seat whose cards are shown. @type {Seat|null} */
  #revealedSeat = null;
  #isLifting = false;
  #isPending = false;
  #isReadying = false;
  /** Precedes each event that happened while the page was away. */
  #since = "";
  #version = 0;
  /** The last version in the log; later events are still in the queue. */
  #loggedVersion = 0;

  /**
   * @param {string} table
   * @param {{isShared: boolean, isWatching: boolean}} viewer
   * @param {TableDisplay} display
   */
  constructor(table, viewer, display) {
    this.table = table;
    this.isShared = viewer.isShared;
    this.isWatching = viewer.isWatching;
    this.display = display;
    this.queue = new UpdateQueue((scene) => this.#scene(scene));
    this.pendingScoring = new PendingScoring(() => this.count());
    this.deferred = new DeferredEvents(() => this.#arrived());
    this.picks = new Picks(table, {
      getModel: () => this.#model,
      redraw: () => this.#redraw(),
      show: () => this.#show(),
      getVersion: () => this.#update?.version ?? 0,
      skip: () => this.queue.isPlaying && this.queue.skip(),
      explain: (sentence) => this.explain(sentence),
    });
    this.#version = lastSeen(table);
    preferences.onChange(() => this.#show());
    document.addEventListener("visibilitychange", () => this.#noteSeen());
  }

  /** Draw a first update, and subscribe from there. @param {Update} update */
  begin(update) {
    this.#receive(update);
    this.#listen();
  }

  /** The model that is drawn. */
  get model() {
    return this.#model;
  }

  /** The last update from the server. */
  get update() {
    return this.#update;
  }

  // --- updates from the server

  #listen() {
    this.#subscription?.close();
    this.#subscription = subscribe(this.table, {
      seat: this.#revealedSeat,
      onUpdate: (update) => this.#receive(update),
      onNow: (now) => this.#set(() => (this.#now = now)),
      onConnection: (connection) => this.#connected(connection),
      onUnavailable: (refused) => this.display.unavailable(refused),
    });
  }

  /** @param {import("../page_types.js").Connection} connection */
  #connected(connection) {
    const isSame = connection === this.#connection;
    // A new stream of the same table for another seat is not worth mentioning.
    if (isSame || (connection === "connecting" && this.#connection === "live")) return;
    if (connection === "live" && this.#connection === "lost") offerReload();
    if (connection === "live" && this.#said?.isSilence) this.#said = null;
    this.#set(() => (this.#connection = connection));
  }

  /** @param {Update} update */
  #receive(update) {
    if (this.#revealedSeat !== null && update.state.round?.turn !== this.#revealedSeat)
      return this.#cover();
    const isFirst = this.#update === null;
    const events = update.events.filter((event) => event.version > this.#version);
    const unseen = isFirst && this.#version === 0 ? [] : events;
    this.#version = update.version;
    this.#now = update.now;
    this.#log = logAfter(this.#log, update);
    if (update.state.phase === "over") dropCommitment(update.state);
    if (!update.state.round) {
      noteCommitments(this.table, update.state); // seen before the first card
      this.#update = update;
      this.#ready(update);
      this.display.wait(update);
      return;
    }
    if (isFirst && unseen.length > 1 && update.state.phase === "playing")
      this.#since = _("Since you were here:");
    if (isFirst && !unseen.length) this.#restoreSentence(update);
    this.queue.enqueue(update, unseen);
  }

  /** On a shared device, go back to the public view after an action. */
  #cover() {
    this.#revealedSeat = null;
    this.#listen();
  }

  /** After a reload, show the last sentence again. @param {Update} update */
  #restoreSentence({ events }) {
    const last = events.at(-1);
    if (last) this.#said = { sentence: last.words ?? "", tone: "news" };
  }

  /**
   * Declare ourselves ready for the deal, with our nonce.
   * @param {Update} update
   */
  async #ready({ state }) {
    const isAsked = this.isShared || (state.seat !== null && state.waits_for.includes(state.seat));
    if (state.phase !== "waiting" || !isAsked || this.#isReadying || this.isWatching) return;
    const nonce = matchesNotes(this.table, state) ? nonceFor(state) : null;
    if (nonce === null) return;
    this.#isReadying = true;
    const isAccepted = await this.#submit({ kind: "ready", nonce: this.#noted(state, nonce) });
    this.#isReadying = false;
    if (isAccepted) dropCommitment(state);
    else setTimeout(() => this.#update && this.#ready(this.#update), READY_AGAIN_MS);
  }

  /**
   * Store our nonce, and first the nonce that the other player sent before we reveal ours.
   * @param {import("../page_types.js").State} state
   * @param {string} nonce
   * @returns {string} the nonce to send
   */
  #noted({ seat, nonce_commitment: committed }, nonce) {
    if (committed?.seat === seat && committed.other_nonce !== null)
      noteNonce(this.table, 1 - committed.seat, committed.other_nonce);
    if (seat === null) noteNonce(this.table, 1, nonce); // on a shared device it counts for both
    return noteNonce(this.table, seat ?? 0, nonce);
  }

  /**
   * Draw one scene; return its duration in milliseconds.
   * @param {import("./update_queue.js").Scene} scene
   * @returns {number}
   */
  #scene({ update, events, isLast }) {
    this.deferred.end();
    const was = this.#model;
    const before = was ? motion.snapshot() : {};
    // The stream starts with the update that is already shown: keep the legal actions then.
    if (update.version !== this.#update?.version) this.picks.legalActions = null;
    this.#update = this.isShared && update.state.seat === null ? publicOnly(update) : update;
    this.#loggedVersion = isLast ? update.version : (events.at(-1)?.version ?? 0);
    const shown = events.filter((event) => event.kind !== "created");
    const isMyAction = shown.some(
      (event) => event.kind === "acted" && (this.isShared || event.seat === update.state.seat),
    );
    if (isMyAction) this.picks.drop();
    else
      this.picks.keep(was?.choices ?? null, this.#makeModel(this.#update)?.choices ?? NO_CHOICES);
    if (isLast) this.#isPending = false;
    if (update.state.phase === "playing") this.pendingScoring.isDue = false;
    else if (isLast && hasRoundEnded(shown) && (was || update.state.phase === "between"))
      this.pendingScoring.isDue = true;
    this.#announceEvents(was, shown);
    this.#show();
    if (this.#model) motion.play(shown, before, this.#model);
    this.deferred.begin();
    if (isLast) this.#afterScene(shown);
    if (!shown.some((event) => event.kind === "acted")) return 0;
    return isLast ? motion.movesFor() + motion.duration("look") : motion.duration("scene");
  }

  /**
   * @param {Model|null} was
   * @param {TableEvent[]} events
   */
  #announceEvents(was, events) {
    const { state } = this.#update ?? {};
    if (!state || !events.length) return;
    this.deferred.hold(was, events, { names: namesOf(state), seat: state.seat }, this.#since);
    this.#said = { sentence: this.deferred.sentences.at(-1) ?? "", tone: "news" };
    const last = events.at(-1);
    if (last?.kind === "acted") playSound(last.tokens?.length ? "coin" : "card");
  }

  /** All animations are over: complete the sentence with the cards that were turned over. */
  #arrived() {
    const { sentences } = this.deferred;
    if (this.#said?.tone === "news")
      this.#said = { sentence: sentences.at(-1) ?? "", tone: "news" };
    sentences.forEach(announce);
    this.#show();
  }

  /**
   * Continue when the latest state is drawn.
   * @param {TableEvent[]} events
   */
  #afterScene(events) {
    const model = this.#model;
    if (!model || !this.#update) return;
    this.#since = "";
    this.#noteSeen();
    this.picks.fetchLegalActions();
    if (hasRoundEnded(events) && this.pendingScoring.isDue) this.pendingScoring.soon();
    else if (model.state.phase === "over" && !this.pendingScoring.isDue)
      this.display.matchOver(model, this.#update);
    if (model.isMine && events.some((event) => event.seat !== model.seat)) playSound("turn");
    if (this.#isLifting && !model.isCurtain) this.display.toDock();
    if (!model.isCurtain) this.#isLifting = false;
  }

  /** Show the scoring of the round now. */
  count() {
    this.pendingScoring.stop();
    this.deferred.end();
    const model = this.#update && this.#makeModel(this.#update, false);
    if (model?.round.end) this.display.count(model);
    else this.counted();
  }

  /** The scoring was shown, so the seal can be drawn. */
  counted() {
    this.pendingScoring.stop();
    if (!this.pendingScoring.isDue) return;
    this.pendingScoring.isDue = false;
    this.#noteSeen();
    this.#show();
  }

  /** Remember the version that was seen; a round counts as seen only after its scoring. */
  #noteSeen() {
    if (this.#update && !this.pendingScoring.isDue) noteSeen(this.table, this.#update.version);
  }

  // --- intents other than picking cards

  /** Play what is staged. */
  async play() {
    const model = this.#model;
    const legal = model?.staged.legal;
    if (!model || !legal || !model.isMine) return;
    if (mustConfirm(legal) && !this.picks.confirming) {
      announce(_("Confirm: {action}", { action: legalWords(legal) }));
      this.#set(() => (this.picks.confirming = true));
      return;
    }
    this.#isPending = true;
    this.picks.confirming = false;
    this.#show();
    this.display.toDock();
    const { places } = model.staged;
    const done = await this.#submit({
      kind: "act",
      action: legal.action,
      places: places.length ? places : null,
    });
    if (!done) this.#set(() => (this.#isPending = false));
  }

  /** Go to the next round; if the scoring was not shown yet, show that first. */
  async next() {
    if (this.pendingScoring.isDue) return this.count();
    if (this.#isPending) return;
    this.#set(() => (this.#isPending = true));
    this.display.toDock();
    if (!(await this.#submit({ kind: "next" }))) this.#set(() => (this.#isPending = false));
  }

  resign() {
    return this.#submit({ kind: "resign" });
  }

  closeTable() {
    return this.#submit({ kind: "close" });
  }

  async rematch() {
    const { seats, rematch } = /** @type {Update} */ (this.#update).state;
    const isOffer =
      !this.isShared &&
      rematch.offered_by === null &&
      seats.every((seat) => seat.kind === "person");
    try {
      return await this.#submit({
        kind: "rematch",
        nonce_commitment: isOffer ? commitToNonce(this.table) : null,
      });
    } catch (error) {
      this.explain(sentenceOf(error));
      return false;
    }
  }

  /** Say why a card cannot be picked. @param {string} sentence */
  explain(sentence) {
    announce(sentence);
    this.#set(() => (this.#said = { sentence, tone: "plain" }));
  }

  /** On a shared device, show the cards of the player whose turn it is. */
  lift() {
    this.#revealedSeat = this.#update?.state.round?.turn ?? null;
    this.#isLifting = true;
    this.queue.skip();
    this.#listen();
  }

  /**
   * Submit a command; an error is shown in the dock, and no picked card is lost.
   * @param {import("../types.js").Submission["command"]} body
   * @returns {Promise<boolean>}
   */
  async #submit(body) {
    const turn = this.#update?.state.round?.turn;
    const seat = this.isShared ? (this.#revealedSeat ?? turn ?? 0) : null;
    try {
      const version = this.#update?.version ?? 1;
      await command(this.table, { version, seat, command: body }, () => this.#connected("lost"));
      this.#connected("live");
      return true;
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      announce(error.sentence);
      const isSilence = error instanceof Unreachable;
      this.#set(() => (this.#said = { sentence: error.sentence, tone: "error", isSilence }));
      return false;
    }
  }

  // --- drawing

  /** Redraw after a pick; news of the other player's action stays, other sentences go. */
  #redraw() {
    if (this.#said?.tone !== "news") this.#said = null;
    this.#show();
  }

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
    this.display.show(model, this.#update);
  }

  /** @param {Update} update */
  #makeModel(update, isCounting = this.pendingScoring.isDue) {
    const { selection, legalActions, confirming, reason } = this.picks;
    return makeModel({
      update,
      log: this.deferred.log(this.#log.filter(({ version }) => version <= this.#loggedVersion)),
      before: this.deferred.sides,
      selection,
      legalActions,
      bottom: this.isShared ? (update.state.round?.turn ?? 0) : null,
      isPending: this.#isPending,
      confirming,
      connection: this.#connection,
      now: this.#now ?? update.now,
      said: this.#said,
      reason,
      isCurtain: this.isShared && update.state.seat === null && update.state.phase === "playing",
      isReadOnly: this.isWatching,
      isCounting,
    });
  }
}
