/** Events and results in words: one text for each, in the second person for whoever looks. */

import { cardsWords, countedWords, parts, sentences, sumWords } from "./card_words.js";
import { _, count } from "./texts.js";

/** @typedef {import("../types.js").Model} Model */
/** @typedef {import("../types.js").Result} Result */
/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").TableEvent} TableEvent */
/** @typedef {[string, string]} Names */

/**
 * What happened.
 * @param {TableEvent} event
 * @param {Names} names
 * @param {Seat|null} me my seat
 * @returns {string}
 */
export function eventWords(event, names, me) {
  const seat = event.seat ?? 0;
  const isMe = event.seat !== undefined && event.seat === me;
  const name = names[seat];
  switch (event.kind) {
    case "created":
      return _("The table is set.");
    case "joined":
      return sentences(joinedWords(event, name, isMe), dealtWords(event, names, me));
    case "readied":
      return dealtWords(event, names, me) || readyWords(event, names, me);
    case "wanted_next":
      return dealtWords(event, names, me) || nextWords(event, names, me);
    case "acted":
      return sentences(actedWords(event, name, isMe), endWords(event.end), insteadWords(event, name));
    case "resigned":
      return isMe ? _("You gave up the match.") : _("{name} gave up the match.", { name });
    case "ran_out":
      return isMe ? _("Your time ran out.") : _("The time of {name} ran out.", { name });
    case "closed":
      if (event.seat === undefined) return _("The host of this server closed the table.");
      return isMe ? _("You gave up the table.") : _("{name} gave up the table.", { name });
    case "voided":
      if (isMe) return _("Your share of chance did not come in time.");
      return _("The share of chance of {name} did not come in time.", { name });
    case "offered_rematch":
      return isMe ? _("You offered a rematch.") : _("{name} offers a rematch.", { name });
    case "rematched":
      return _("The rematch begins.");
    default:
      return "";
  }
}

/**
 * @param {TableEvent} event
 * @param {string} name
 * @param {boolean} isMe
 */
function joinedWords(event, name, isMe) {
  return isMe ? _("You joined.") : _("{name} joined.", { name: event.name ?? name });
}

/**
 * @param {TableEvent} event
 * @param {Names} names
 * @param {Seat|null} me
 */
function dealtWords({ round, starter }, names, me) {
  if (!round || starter === undefined) return "";
  if (starter === me) return _("Round {n} is dealt. You start.", { n: round });
  return _("Round {n} is dealt. {name} starts.", { n: round, name: names[starter] });
}

/**
 * @param {TableEvent} event
 * @param {Names} names
 * @param {Seat|null} me
 */
function readyWords({ seats = [] }, names, me) {
  if (seats.length > 1) return _("Both players are ready.");
  if (seats[0] === me) return _("You are ready.");
  return _("{name} is ready.", { name: names[seats[0] ?? 0] });
}

/**
 * @param {TableEvent} event
 * @param {Names} names
 * @param {Seat|null} me
 */
function nextWords({ seats = [] }, names, me) {
  if (seats[0] === me) return _("You are ready for the next round.");
  return _("{name} is ready for the next round.", { name: names[seats[0] ?? 0] });
}

/**
 * @param {TableEvent} event
 * @param {string} name
 * @param {boolean} isMe
 */
function actedWords(event, name, isMe) {
  const { take, give, kind } = parts(event.action ?? "");
  if (kind === "sell") return soldWords(event, give, name, isMe);
  if (kind === "exchange") {
    const cards = { take: cardsWords(take), give: cardsWords(give), name };
    return isMe ? _("You exchanged {give} for {take}.", cards) : _("{name} exchanged {give} for {take}.", cards);
  }
  return tookWords(take, event.drawn ?? "", name, isMe);
}

/**
 * @param {string} take
 * @param {string} drawn
 * @param {string} name
 * @param {boolean} isMe
 */
function tookWords(take, drawn, name, isMe) {
  const said = { name, cards: cardsWords(take), drawn: cardsWords(drawn) };
  if (!drawn) return isMe ? _("You took {cards}.", said) : _("{name} took {cards}.", said);
  const n = drawn.length;
  return isMe
    ? count("You took {cards}; {drawn} was turned over.", "You took {cards}; {drawn} were turned over.", n, said)
    : count("{name} took {cards}; {drawn} was turned over.", "{name} took {cards}; {drawn} were turned over.", n, said);
}

/**
 * @param {TableEvent} event
 * @param {string} give
 * @param {string} name
 * @param {boolean} isMe
 */
function soldWords({ tokens = [], bonus_tier: tier }, give, name, isMe) {
  const total = tokens.reduce((sum, value) => sum + value, 0);
  const said = { name, cards: countedWords(give[0], give.length), sum: sumWords(tokens), tier: tier ?? 0 };
  if (tier) {
    return isMe
      ? count(
          "You sold {cards} for {sum} rupee and a bonus token ({tier} cards).",
          "You sold {cards} for {sum} rupees and a bonus token ({tier} cards).",
          total,
          said,
        )
      : count(
          "{name} sold {cards} for {sum} rupee and a bonus token ({tier} cards).",
          "{name} sold {cards} for {sum} rupees and a bonus token ({tier} cards).",
          total,
          said,
        );
  }
  return isMe
    ? count("You sold {cards} for {sum} rupee.", "You sold {cards} for {sum} rupees.", total, said)
    : count("{name} sold {cards} for {sum} rupee.", "{name} sold {cards} for {sum} rupees.", total, said);
}

/**
 * Why a round is over.
 * @param {string|null|undefined} cause
 * @returns {string}
 */
export function endWords(cause) {
  if (cause === "tokens") return _("Three kinds of goods tokens are gone: the round is over.");
  if (cause === "deck") return _("The deck cannot refill the market: the round is over.");
  if (cause === "exchanges") return _("Nothing but exchanges for too long: the round is over.");
  return "";
}

/**
 * Who played when a bot did not.
 * @param {TableEvent} event
 * @param {string} name
 */
function insteadWords({ fallback }, name) {
  if (!fallback) return "";
  if (fallback === "late") return _("A simple bot played this, because {name} took too long.", { name });
  if (fallback === "not_ready") return _("A simple bot played this, because {name} was not ready yet.", { name });
  if (fallback === "busy") return _("A simple bot played this, because too many tables wait for {name}.", { name });
  return _("A simple bot played this, because {name} gave no usable answer.", { name });
}

/**
 * How a round was scored.
 * @param {Result} result
 * @param {Names} names
 * @param {Seat|null} me
 * @returns {string}
 */
export function resultWords(result, names, me) {
  return sentences(camelTokenWords(result, names, me), winnerWords(result, names, me));
}

/**
 * Who has the camel token.
 * @param {Result} result
 * @param {Names} names
 * @param {Seat|null} me
 * @returns {string}
 */
export function camelTokenWords({ camel_token: owner }, names, me) {
  if (owner === null) return _("The herds are equal: nobody gets the camel token.");
  if (owner === me) return _("You have the larger herd and get the camel token.");
  return _("{name} has the larger herd and gets the camel token.", { name: names[owner] });
}

/**
 * Who takes the seal, and why.
 * @param {Result} result
 * @param {Names} names
 * @param {Seat|null} me
 * @returns {string}
 */
export function winnerWords({ winner, rupees, decided_by: by }, names, me) {
  if (winner === null) return _("Everything is equal: nobody takes a seal, and the round is dealt again.");
  const said = { name: names[winner], most: rupees[winner], least: rupees[1 - winner] };
  const isMe = winner === me;
  if (by === "bonus tokens") {
    return isMe
      ? _("You both have {most} rupees; you have more bonus tokens and take the seal.", said)
      : _("Both have {most} rupees; {name} has more bonus tokens and takes the seal.", said);
  }
  if (by === "goods tokens") {
    return isMe
      ? _("You both have {most} rupees and as many bonus tokens; you have more goods tokens and take the seal.", said)
      : _("Both have {most} rupees and as many bonus tokens; {name} has more goods tokens and takes the seal.", said);
  }
  return isMe
    ? _("You win the round by {most} rupees to {least} and take the seal.", said)
    : _("{name} wins the round by {most} rupees to {least} and takes the seal.", said);
}

/**
 * Whose turn it is, in a few words.
 * @param {Model} model
 * @returns {string}
 */
export function turnWords({ state, round, seat, names }) {
  if (state.phase === "over") return _("The match is over");
  if (state.phase === "between") return _("The round is over");
  const turn = round?.turn ?? null;
  if (turn === null) return _("Not begun yet");
  return turn === seat ? _("Your turn") : _("{name} to move", { name: names[turn] });
}
