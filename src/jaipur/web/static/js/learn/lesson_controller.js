/** The lesson controller: the current step, the picked cards, and the coach's answers. */

import { announce, repeatLast } from "../core/announce.js";
import { memory } from "../core/preferences.js";
import { play as playSound } from "../core/sound.js";
import { _ } from "../core/texts.js";
import { DeferredEvents } from "../table/deferred_events.js";
import { makeModel, namesOf } from "../table/model.js";
import * as motion from "../table/motion.js";
import * as picking from "../table/selection.js";
import { keysFor } from "./highlights.js";
import { following, isScored, logOf, topicOf } from "./lesson.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../page_types.js").Selection} Selection */
/** @typedef {import("./lesson.js").Lesson} Lesson */
/** @typedef {import("./coach.js").CoachState} CoachState */

const HINT_MS = 25000;
const LOOK_MS = 900;

/**
 * @typedef {Object} LessonDisplay
 * @property {(model: Model) => void} show the table
 * @property {(shown: CoachState, topic: import("./lesson.js").Topic) => void} coach
 * @property {(wanted: Selection|null, picked: Selection) => void} point highlights what to pick
 * @property {() => void} read puts the focus on the coach
 * @property {(model: Model) => void} count the round
 */

/** The state of the lesson, and everything that changes it. */
export class LessonController {
  /** @type {Selection} */
  #selection = picking.EMPTY;
  /** @type {Model["said"]} */
  #said = null;
  /** @type {string|null} */
  #note = null;
  #isHelped = false;
  #isBusy = false;
  #at = 0;
  #update = 0;
  #timer = 0;
  /** Counts visits of steps, so that the animation of a step that was left stops. */
  #visit = 0;

  /**
   * @param {Lesson} lesson
   * @param {LessonDisplay} display
   */
  constructor(lesson, display) {
    this.lesson = lesson;
    this.display = display;
    this.deferred = new DeferredEvents(() => this.#arrived());
    const kept = memory.get("lesson");
    const isKept =
      Number.isInteger(kept?.step) && kept.step > 0 && kept.step < lesson.steps.length - 1;
    /** @type {Model} */
    this.model = this.#makeModel();
    this.#enter(isKept ? kept.step : 0);
  }

  get #step() {
    return this.lesson.steps[this.#at];
  }

  /** Whether the round was scored. */
  get isScored() {
    return isScored(this.lesson, this.#at);
  }

  // --- steps

  /** @param {number} at */
  #enter(at) {
    this.deferred.end();
    this.#visit += 1;
    this.#at = at;
    this.#update = this.#step.update;
    this.#selection = picking.EMPTY;
    this.#note = null;
    this.#isHelped = this.#isBusy = false;
    memory.set("lesson", { step: at, done: at === this.lesson.steps.length - 1 });
    this.#show();
    this.display.read();
    announce(this.#step.text);
    this.#awaitHint();
  }

  next() {
    if (this.#isBusy || this.#step.expect || this.#at === this.lesson.steps.length - 1) return;
    this.#said = null;
    this.#enter(this.#at + 1);
    if (topicOf(this.lesson, this.#at) === "count") this.display.count(this.model);
  }

  back() {
    if (this.#at === 0 || this.#isBusy) return;
    this.#said = null;
    this.#enter(this.#at - 1);
  }

  restart() {
    this.#said = null;
    this.#enter(0);
  }

  // --- help

  #awaitHint() {
    clearTimeout(this.#timer);
    if (this.#step.expect && !this.#isHelped) this.#timer = setTimeout(() => this.#hint(), HINT_MS);
  }

  #hint() {
    if (this.#isBusy || this.#isHelped) return;
    this.#isHelped = true;
    this.#say(this.#hintWords());
  }

  /** Give the hint; the second time, do the step. */
  help() {
    if (this.#isBusy) return;
    if (!this.#isHelped) return this.#hint();
    const { expect } = this.#step;
    if (!expect) return;
    this.#selection = picking.selectionFor(this.model.choices, expect) ?? picking.EMPTY;
    this.#show();
    this.play();
  }

  #hintWords() {
    const hint = this.#step.hint ?? "";
    const wanted = this.#wanted();
    const keys = wanted && matchMedia("(any-pointer: fine)").matches ? keysFor(wanted) : [];
    if (!keys.length || keys.includes("")) return hint;
    return _("{hint} By keys: {keys}, then Ctrl+Enter.", { hint, keys: keys.join(" ") });
  }

  /** The cards that the step asks for. */
  #wanted() {
    const { expect, update } = this.#step;
    if (!expect || update !== this.#update) return null;
    return picking.selectionFor(this.model.choices, expect);
  }

  /** @param {string} note */
  #say(note) {
    this.#note = note;
    announce(note);
    this.#show();
  }

  // --- intents

  /** @param {import("./pick_intents.js").Change} change */
  pick(change) {
    if (this.#isBusy || this.model.state.phase !== "playing") return;
    motion.settle();
    this.#selection = change(this.#selection, this.model.choices) ?? this.#selection;
    this.#said = null;
    if (!this.#isHelped) this.#note = null;
    this.#show();
    this.#awaitHint();
  }

  /** Play the staged action, if it is the one the step asks for. */
  play() {
    if (this.#isBusy) return;
    const { expect } = this.#step;
    const { legal } = this.model.staged;
    if (!expect && picking.isEmpty(this.#selection)) this.next();
    else if (!legal) return;
    else if (!expect) this.#say(_("You will play soon. Read on first: press Continue."));
    else if (legal.action === expect) this.#playOn();
    else this.#other();
  }

  #other() {
    this.#isHelped = true;
    this.#say(
      _("Good idea too, but let us try this first. {hint}", { hint: this.#step.hint ?? "" }),
    );
  }

  /** Say why a card cannot be picked. @param {string} sentence */
  explain(sentence) {
    announce(sentence);
    this.#said = { sentence, tone: "plain" };
    this.#show();
  }

  repeat() {
    repeatLast();
  }

  // --- playing

  /** Show the pupil's action, then the teacher's reply, then the next step. */
  async #playOn() {
    clearTimeout(this.#timer);
    const visit = this.#visit;
    this.#isBusy = true;
    this.#note = null;
    this.#selection = picking.EMPTY;
    for (const index of following(this.lesson, this.#at)) {
      this.#scene(index);
      await pause(motion.duration("scene") + LOOK_MS);
      if (visit !== this.#visit) return;
    }
    this.#enter(this.#at + 1);
  }

  /** @param {number} index */
  #scene(index) {
    this.deferred.end();
    const before = motion.snapshot();
    this.#update = index;
    const { events, state } = this.lesson.updates[index];
    this.deferred.hold(this.model, events, { names: namesOf(state), seat: state.seat });
    this.#said = { sentence: this.deferred.sentences.at(-1) ?? "", tone: "news" };
    this.#show();
    motion.play(events, before, this.model);
    playSound(events.at(-1)?.tokens?.length ? "coin" : "card");
    this.deferred.begin();
  }

  /** All animations are over: complete the sentence with the cards that were turned over. */
  #arrived() {
    const { sentences } = this.deferred;
    if (this.#said?.tone === "news")
      this.#said = { sentence: sentences.at(-1) ?? "", tone: "news" };
    sentences.forEach(announce);
    this.#show();
  }

  // --- drawing

  #makeModel() {
    const model = makeModel({
      update: this.lesson.updates[this.#update],
      log: this.deferred.log(logOf(this.lesson, this.#update)),
      before: this.deferred.sides,
      selection: this.#selection,
      isPending: this.#isBusy,
      said: this.#said ?? this.#invitation(),
      isCounting: !this.isScored,
    });
    if (!model) throw new Error("the lesson shows no round");
    return model;
  }

  /** The sentence of the dock while there is something to read. */
  #invitation() {
    const { state } = this.lesson.updates[this.#update];
    if (this.#step.expect || state.phase !== "playing") return null;
    return {
      sentence: _("Look around, and pick cards if you like. Then press Continue."),
      tone: /** @type {const} */ ("plain"),
    };
  }

  #show() {
    const { steps } = this.lesson;
    const { title, text, expect } = this.#step;
    this.model = this.#makeModel();
    this.display.show(this.model);
    const kind = expect ? "do" : this.#at === steps.length - 1 ? "end" : "read";
    const shown = { title, text, kind: /** @type {CoachState["kind"]} */ (kind), note: this.#note };
    this.display.coach(
      {
        ...shown,
        number: this.#at + 1,
        total: steps.length,
        isHelped: this.#isHelped,
        isBusy: this.#isBusy,
      },
      topicOf(this.lesson, this.#at),
    );
    this.display.point(this.#isHelped && !this.#isBusy ? this.#wanted() : null, this.#selection);
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
