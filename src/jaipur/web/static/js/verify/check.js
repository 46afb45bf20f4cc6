/** Checks the proof of a match: deals again, compares, and describes the findings. */

import { commitmentOf, commitmentOfNonce, dealRound, PROCEDURE } from "../core/redeal.js";
import { _ } from "../core/texts.js";

/** A nonce with fewer digits can be guessed. */
const MIN_NONCE_DIGITS = 32;

/** @typedef {import("../types.js").Result} Result */

/**
 * @typedef {Object} ProvenRound
 * @property {number} number
 * @property {0|1} starter
 * @property {string} cards
 * @property {string[]} bonuses
 */

/**
 * @typedef {Object} Proof
 * @property {string} procedure
 * @property {string} commitment
 * @property {(string|null)[]} nonces
 * @property {import("../types.js").NonceCommitted|null} [nonce_commitment]
 * @property {string|null} key
 * @property {ProvenRound[]} rounds
 */

/**
 * @typedef {Object} Known what this browser stored itself
 * @property {string|null} [commitment] as shown before the first card
 * @property {string|null} [nonce] the nonce this browser sent, in matches of older versions
 * @property {(string|null)[]|null} [nonces] the nonces of both seats, as far as known before the first card
 * @property {string|null} [committed] who committed to a nonce, and the commitment: "0 1e6c…", or "none"
 * @property {Result[]} [results] of the rounds
 */

/** @typedef {{ok: boolean|null, sentence: string}} Line ok is null for what cannot be checked here */
/** @typedef {{ok: boolean, lines: Line[]}} Checked */

/**
 * Deal every round again and compare.
 * @param {Proof} proof
 * @param {Known} [known]
 * @returns {Checked}
 */
export function checkProof(proof, known = {}) {
  const trouble = unreadable(proof);
  const lines = trouble ? [{ ok: false, sentence: trouble }] : everyLine(proof, known);
  return { ok: lines.every((line) => line.ok !== false), lines };
}

/**
 * Why the proof cannot be checked at all.
 * @param {Proof} proof
 * @returns {string|null}
 */
function unreadable(proof) {
  if (proof.procedure !== PROCEDURE)
    return _("These cards were dealt by a procedure that this page does not know.");
  if (!proof.key) return _("The key is shown when the match is over.");
  if (!/^[0-9a-f]{64}$/.test(proof.key)) return _("The key cannot be read.");
  if (!nonces(proof).every((nonce) => /^([0-9a-f]{2}){0,255}$/.test(nonce))) {
    return _("The nonces cannot be read.");
  }
  return null;
}

/** @param {Proof} proof */
const nonces = (proof) => [proof.nonces[0] ?? "", proof.nonces[1] ?? ""];

/**
 * @param {Proof} proof
 * @param {Known} known
 * @returns {Line[]}
 */
function everyLine(proof, known) {
  const lines = [
    keyLine(proof),
    seenLine(proof, known),
    nonceCommitmentLine(proof, known),
    nonceLine(proof, known),
  ];
  for (const [i, round] of proof.rounds.entries())
    lines.push(roundLine(proof, round, i), starterLine(proof, known, i));
  if (!proof.rounds.length)
    lines.push({ ok: null, sentence: _("No cards were dealt in this match.") });
  return lines.filter((line) => line !== null);
}

/**
 * @param {boolean} ok
 * @param {string} holds
 * @param {string} fails
 * @returns {Line}
 */
const line = (ok, holds, fails) => ({ ok, sentence: ok ? holds : fails });

/** @param {Proof} proof */
function keyLine(proof) {
  return line(
    commitmentOf(/** @type {string} */ (proof.key)) === proof.commitment,
    _("The key matches the commitment."),
    _("The key does not match the commitment."),
  );
}

/**
 * @param {Proof} proof
 * @param {Known} known
 * @returns {Line}
 */
function seenLine(proof, { commitment }) {
  if (!commitment) {
    return {
      ok: null,
      sentence: _("This browser did not see the commitment before the first card."),
    };
  }
  return line(
    commitment === proof.commitment,
    _("The commitment is the one this browser was shown before the first card."),
    _("This browser was shown another commitment before the first card."),
  );
}

/** Who committed to a nonce, and the commitment, as stored. @param {Proof} proof */
const committedText = ({ nonce_commitment: committed }) =>
  committed ? `${committed.seat} ${committed.sha256}` : "none";

/**
 * One player committed to a nonce before the other sent theirs: then nobody could choose the deals.
 * @param {Proof} proof
 * @param {Known} known
 * @returns {Line|null}
 */
function nonceCommitmentLine(proof, { committed: noted }) {
  const { nonce_commitment: committed } = proof;
  if (noted && noted !== committedText(proof)) {
    return {
      ok: false,
      sentence: _(
        "The first nonce or its commitment is not the one this browser noted before the first card.",
      ),
    };
  }
  if (!committed) return null;
  if (commitmentOfNonce(nonces(proof)[committed.seat]) !== committed.sha256) {
    return {
      ok: false,
      sentence: _("A nonce does not match the commitment made before the other was given."),
    };
  }
  if (!noted) {
    return {
      ok: null,
      sentence: _(
        "This browser did not see which nonce was committed to before the other was given.",
      ),
    };
  }
  return {
    ok: true,
    sentence: _("One nonce was committed to before the other was given, and revealed after it."),
  };
}

/**
 * Who could have chosen deals that pass all checks, as far as this browser knows.
 * @param {Proof} proof
 * @param {Known} known
 * @returns {"nobody"|"unseen"|"last"|"host"} unseen: nobody, if the commitments shown before match the proof
 */
export function chooserOf(proof, { commitment, committed: noted, nonces: seen }) {
  const { nonce_commitment: committed } = proof;
  const [first, second] = nonces(proof);
  if (Math.min(first.length, second.length) < MIN_NONCE_DIGITS || first === second) return "host";
  if (!committed) return "last";
  return commitment && noted && seen?.[1 - committed.seat] ? "nobody" : "unseen";
}

/**
 * The nonces match those that this browser stored, each at its own seat.
 * @param {Proof} proof
 * @param {Known} known
 * @returns {Line|null}
 */
function nonceLine(proof, { nonce, nonces: noted }) {
  const given = nonces(proof);
  const pairs = (noted ?? []).map((one, seat) => [one, given[seat]]).filter(([one]) => one);
  if (nonce && !pairs.length)
    pairs.push([nonce.toLowerCase(), given.find((one) => one === nonce.toLowerCase()) ?? ""]);
  if (!pairs.length) return null;
  return line(
    pairs.every(([one, other]) => one === other),
    _("The nonces that this browser noted are part of the deals."),
    _("A nonce that this browser noted is missing from the deals."),
  );
}

/**
 * @param {Proof} proof
 * @param {ProvenRound} round
 * @param {number} i
 * @returns {Line}
 */
function roundLine(proof, round, i) {
  const n = i + 1;
  const deal = dealRound(/** @type {string} */ (proof.key), nonces(proof), n);
  if (round.number !== n) {
    return { ok: false, sentence: _("Round {n} is missing from the proof.", { n }) };
  }
  if (round.cards !== deal.cards) {
    const card = firstDifference(round.cards, deal.cards) + 1;
    return {
      ok: false,
      sentence: _("Round {n}: card {card} is not the one that the key deals.", { n, card }),
    };
  }
  return line(
    round.bonuses.join() === deal.bonuses.join(),
    _("Round {n}: all 52 cards and the bonus tokens match the key.", { n }),
    _("Round {n}: the bonus tokens do not match the key.", { n }),
  );
}

/**
 * @param {string} one
 * @param {string} other
 */
function firstDifference(one, other) {
  const at = [...other].findIndex((letter, i) => one[i] !== letter);
  return at < 0 ? other.length : at;
}

/**
 * Chance decides who starts the first round; after that, the loser of the previous round.
 * @param {Proof} proof
 * @param {Known} known
 * @param {number} i
 * @returns {Line|null}
 */
function starterLine(proof, { results }, i) {
  const { starter } = proof.rounds[i];
  if (i === 0) {
    return line(
      starter === dealRound(/** @type {string} */ (proof.key), nonces(proof), 1).starter,
      _("Round 1: who starts was decided by the key as well."),
      _("Round 1: according to the key, the other player starts."),
    );
  }
  const before = results?.[i - 1];
  if (!before) return null;
  const leader = before.winner ?? proof.rounds[i - 1].starter;
  if (starter !== leader) return null; // correct: nothing to report
  return { ok: false, sentence: _("Round {n}: the wrong player started.", { n: i + 1 }) };
}
