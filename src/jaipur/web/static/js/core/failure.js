/** The message to show for an error. */

import { _ } from "./texts.js";

/**
 * @param {any} error
 * @returns {string}
 */
export function sentenceOf(error) {
  return (
    error?.sentence ??
    _("Something went wrong on this page. Reload it; nothing you played is lost.")
  );
}
