/** Whose turn it is, in words. */

import { _ } from "./texts.js";

/** @typedef {import("../page_types.js").Model} Model */

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
