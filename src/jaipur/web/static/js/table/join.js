/** Redeems a link to a table: takes the seat of an invitation, or starts watching. */

import { device, get, newId, newNonce, post, postOnce, Refused } from "../core/api.js";
import { h, icon, setText } from "../core/dom.js";
import { sentenceOf } from "../core/failure.js";
import { preferences } from "../core/preferences.js";
import { expectTables } from "../core/table_memory.js";
import { _ } from "../core/texts.js";
import { CommitmentChanged, matchesNotes, noteCommitments, noteNonce } from "./journal.js";
import { cover, foldedInfo, learnLink, panel } from "./panel.js";
import { isFinal, showUnavailable } from "./unavailable.js";

/** @typedef {import("../page_types.js").Options} Options */

/**
 * @typedef {Object} InvitationInfo what an invitation is to
 * @property {string} host
 * @property {Options} options
 * @property {string} commitment
 * @property {import("../types.js").NonceCommitted|null} nonce_commitment
 * @property {boolean} open
 */

/**
 * Offer the seat of an invitation.
 * @param {string} table
 * @param {string} invitation the secret of the link
 * @param {InvitationInfo|null} [info] what the invitation is to, if known
 * @param {HTMLElement} [root]
 * @returns {Promise<boolean>} true once the seat is taken; false if it cannot be, and the page then says why
 */
export async function openJoin(table, invitation, info, root = place()) {
  cover(root);
  try {
    const found = info ?? (await post(`${path(table)}/invitation`, { invitation }));
    if (!found.open) await refusal(table, invitation);
    await seatTaken(root, table, invitation, found);
    root.replaceChildren();
    root.hidden = true;
    return true;
  } catch (error) {
    showUnavailable(root, error, await mayLook(table, error));
    return false;
  }
}

/**
 * Start watching a table with the secret of its watch link; the device must be registered.
 * @param {string} table
 * @param {string} key
 * @returns {Promise<void>}
 */
export async function watchWith(table, key) {
  await post(`${path(table)}/watch`, { key });
}

/** @param {string} table */
const path = (table) => `/api/tables/${encodeURIComponent(table)}`;

/** The place of panels on the table page. */
const place = () => document.getElementById("waiting") ?? document.body;

/**
 * Ask the server why there is no seat: it is taken, or the match is over. No nonce is sent.
 * @param {string} table
 * @param {string} invitation
 */
function refusal(table, invitation) {
  return post(`${path(table)}/join`, { id: newId(), invitation, name: _("Player") });
}

/**
 * Show the invitation until the seat is taken; rejects if that becomes impossible.
 * @param {HTMLElement} root
 * @param {string} table
 * @param {string} invitation
 * @param {InvitationInfo} info
 * @returns {Promise<void>}
 */
function seatTaken(root, table, invitation, info) {
  return new Promise((done, fail) => {
    const take = taker(table, invitation, info);
    const onFailure = async (/** @type {unknown} */ error) => {
      if (await hasSeat(table, error)) done();
      else if (isFinal(error)) fail(error);
      else return sentenceOf(error);
      return "";
    };
    const unnamed = info.host === _("Player") ? _("Player 2") : _("Player"); // two players of one name would be confusing
    const form = joinForm(unnamed, (name) =>
      take(name)
        .then(done)
        .then(() => "", onFailure),
    );
    const title = _("{name} invites you to a match", { name: info.host });
    const what = h("p", {}, _("Jaipur is a card game for two: half an hour, first to two seals."));
    const unfixed =
      !info.nonce_commitment &&
      h(
        "p",
        { class: "muted" },
        _(
          "This table was created by an older version: the host of the server could choose its deals.",
        ),
      );
    root.replaceChildren(
      panel("bot-friend", title, what, form, unfixed, foldedInfo(info.options, info.commitment)),
    );
    root.querySelector("h2")?.focus();
  });
}

/**
 * Create a function that takes the seat under a name; a retry with the same name counts once.
 * @param {string} table
 * @param {string} invitation
 * @param {InvitationInfo} info with the commitments that were shown
 * @returns {(name: string) => Promise<void>}
 */
function taker(table, invitation, info) {
  const seat = 1 - (info.nonce_commitment?.seat ?? 0);
  const ids = new Map();
  return async (name) => {
    if (!ids.has(name)) ids.set(name, newId());
    await device();
    noteCommitments(table, info); // all of it is compared with the proof after the match
    if (!matchesNotes(table, info)) throw new CommitmentChanged();
    const nonce = noteNonce(table, seat, newNonce());
    await postOnce(`${path(table)}/join`, { id: ids.get(name), invitation, name, nonce });
    expectTables();
  };
}

/**
 * The form with my name and the button that takes the seat.
 * @param {string} unnamed the name if none is typed
 * @param {(name: string) => Promise<string>} onTake returns an error message, or nothing
 */
function joinForm(unnamed, onTake) {
  const said = h("p", { class: "said-error", role: "alert" });
  const props = {
    type: "text",
    id: "join-name",
    maxlength: 30,
    autocomplete: "nickname",
    placeholder: unnamed,
  };
  const name = h("input", { ...props, value: preferences.get().name });
  const take = h("button", { class: "button primary" }, icon("icon-check"), _("Take the seat"));
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (take.disabled) return;
    take.disabled = true;
    setText(said, "");
    const typed = name.value.trim();
    preferences.set({ name: typed });
    setText(said, await onTake(typed || unnamed));
    take.disabled = false;
  };
  const field = h(
    "div",
    { class: "field" },
    h("label", { for: "join-name" }, _("Your name")),
    name,
  );
  return h("form", { onsubmit }, field, said, h("p", { class: "row" }, take, learnLink()));
}

/**
 * Whether the seat is already mine: an answer was lost, or the inviter opened their own link.
 * @param {string} table
 * @param {unknown} error
 */
async function hasSeat(table, error) {
  if (!(error instanceof Refused) || error.code !== "own_invitation") return false;
  try {
    return (await get(path(table))).state.seat !== null;
  } catch {
    return false;
  }
}

/**
 * The table, if this device may view it without the seat.
 * @param {string} table
 * @param {unknown} error
 */
async function mayLook(table, error) {
  if (!isFinal(error)) return null;
  try {
    await get(path(table));
    return table;
  } catch {
    return null;
  }
}
