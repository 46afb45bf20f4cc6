/** Creates a table and opens it. */

import { device, newId, postOnce } from "./api.js";
import { bindCommitment, commitToNonce } from "./commitments.js";
import { page } from "./page.js";
import { preferences } from "./preferences.js";
import { expectTables } from "./table_memory.js";
import { _ } from "./texts.js";

/** @typedef {import("../types.js").Create["opponent"]} Opponent */

/** The default bot. */
export const FIRST_BOT = page.first_bot;

/**
 * Create a table and open it; throws what requests throw.
 * @param {Opponent} opponent
 * @param {Partial<import("../page_types.js").Options>} [options]
 * @param {string} [id] of the command, so that a retry cannot create a second table
 */
export async function makeTable(
  opponent,
  options = { memory_aid: preferences.get().aid },
  id = newId(),
) {
  await device();
  const name = preferences.get().name || _("Player");
  if (opponent.kind === "invitation") opponent.nonce_commitment ??= commitToNonce();
  const { table } = await postOnce("/api/tables", { id, name, opponent, options });
  if (opponent.kind === "invitation" && opponent.nonce_commitment)
    bindCommitment(opponent.nonce_commitment, table);
  expectTables();
  location.assign(`/t/${table}`);
}
