/** Relative times in words. */

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["week", 604800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * "5 minutes ago"; less than a minute is "now".
 * @param {number} then seconds since 1970
 * @param {string} language
 * @param {number} [now] the same
 * @returns {string}
 */
export function ago(then, language, now = Date.now() / 1000) {
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const passed = Math.max(0, now - then);
  for (const [unit, seconds] of UNITS) {
    if (passed >= seconds) return words.format(-Math.floor(passed / seconds), unit);
  }
  return words.format(0, "second");
}
