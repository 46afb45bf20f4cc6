/** Opens the check of the deals; its code is loaded on demand, since most matches are never checked. */

import { Unreachable } from "../core/api.js";
import { toast } from "../core/dialog.js";

/**
 * Check the deals of a match, and show the findings in a dialog.
 * @param {string} table
 * @param {import("../types.js").Result[]} results
 * @returns {Promise<void>}
 */
export async function openDealsCheck(table, results) {
  const dialog = await import("./dialog.js").catch(() => null);
  if (dialog) await dialog.showDealsCheck(table, results);
  else toast(new Unreachable().sentence);
}
