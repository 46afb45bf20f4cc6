/** The texts of the dock in each situation, and whether its button is enabled. */

import { page } from "../../core/page.js";
import { _, count } from "../../core/texts.js";
import { reasonWords, stagedWords, turnWords } from "../../core/words.js";

/** @typedef {import("../../page_types.js").Model} Model */

/**
 * @typedef {Object} DockShown
 * @property {string} sentence
 * @property {string} label of the button
 * @property {boolean|string|null} isOff the value of aria-disabled
 * @property {string} note next to the chips
 * @property {string} hint the possible actions, below the news
 * @property {"plain"|"error"|"news"} tone
 */

/**
 * @param {Model} model
 * @returns {DockShown}
 */
export function dockWords(model) {
  if (model.state.phase === "between" || model.state.phase === "over") return afterRound(model);
  const staged = stagedWords(model.staged, model.choices);
  const isPicked = model.staged.meaning !== "none";
  const isReady = model.isMine && model.staged.legal !== null;
  const note = isPicked && !model.isMine && !model.isPending ? _("Picked for your turn") : "";
  const hint = model.isMine && !isPicked && model.said?.tone === "news" ? staged.sentence : "";
  const label = model.confirming ? _("Confirm: {action}", { action: staged.label }) : staged.label;
  return {
    label,
    isOff: isReady ? null : "true",
    note,
    hint,
    ...sentenceOf(model, staged.sentence, isPicked),
  };
}

/**
 * @param {Model} model
 * @param {string} staged
 * @param {boolean} isPicked
 * @returns {Pick<DockShown, "sentence"|"tone">}
 */
function sentenceOf(model, staged, isPicked) {
  const { said, reason } = model; // picking hides the news
  const getsReady = said?.tone === "error" || isPicked ? null : readyWords(model);
  if (getsReady) return { sentence: getsReady, tone: "plain" };
  if (said && (!isPicked || said.tone !== "news"))
    return { sentence: said.sentence, tone: said.tone };
  if (model.isPending) return { sentence: _("One moment …"), tone: "plain" };
  if (isPicked && reason)
    return { sentence: page.reasons?.[reason] ? reasonWords(reason) : reason, tone: "error" };
  if (isPicked || model.isMine) return { sentence: staged, tone: "plain" };
  return { sentence: waitingWords(model), tone: "plain" };
}

/**
 * The progress of a bot that cannot act yet, its place in the queue, or that it cannot play.
 * @param {Model} model
 */
function readyWords({ state, round, now, names }) {
  const { turn } = round;
  if (turn === null || state.seats[turn].kind !== "bot") return null;
  const name = names[turn];
  if (now.bot_ready) return queueWords(now.bot_queue ?? null, name);
  if (!now.bot_preparing) {
    return _(
      "{name} cannot play: its network is missing or damaged; jaipur bots says what is wrong. The match goes on once that is fixed.",
      { name },
    );
  }
  const { percent, seconds } = now.bot_preparing;
  if (seconds !== null)
    return _(
      "{name} is getting ready, only this first time ({percent} %, about {seconds} s left).",
      { name, percent, seconds },
    );
  return _("{name} is getting ready.", { name });
}

/**
 * The place of a waiting bot in the queue.
 * @param {number|null} before
 * @param {string} name
 */
function queueWords(before, name) {
  if (before === null) return null;
  if (!before) return _("{name} is the next bot to think.", { name });
  return count(
    "{n} bot at another table thinks before {name}.",
    "{n} bots at other tables think before {name}.",
    before,
    { name },
  );
}

/** @param {Model} model */
function waitingWords(model) {
  const { state, round, names } = model;
  const { turn } = round;
  if (turn === null || turn === model.seat) return turnWords(model);
  if (state.seats[turn].kind === "bot")
    return _("{name} is choosing an action.", { name: names[turn] });
  if (model.isReadOnly) return _("It is {name}’s turn.", { name: names[turn] });
  return _("It is {name}’s turn. You can already pick cards for yours.", { name: names[turn] });
}

/**
 * @param {Model} model
 * @returns {DockShown}
 */
function afterRound(model) {
  const { state, said } = model;
  const isSaid = model.seat !== null && state.seats[model.seat].wants_next;
  const shown = { label: "", note: "", hint: "", isOff: isSaid || model.isPending ? "true" : null };
  if (said && (said.tone === "error" || model.isCounting))
    return { ...shown, sentence: said.sentence, tone: said.tone };
  if (state.phase === "over") return { ...shown, sentence: _("The match is over."), tone: "news" };
  const waiting = isSaid
    ? _("Waiting for {name} to continue.", { name: model.names[model.top] })
    : "";
  return {
    ...shown,
    sentence: [state.results.at(-1)?.words?.winner, waiting].filter(Boolean).join(" "),
    tone: "news",
  };
}
