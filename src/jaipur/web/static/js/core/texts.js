/** Translation; the catalogue is embedded in the page. */

import { page } from "./page.js";

/**
 * Translate a sentence and fill its placeholders.
 * @param {string} sentence in English
 * @param {Record<string, string|number>} [data]
 * @returns {string}
 */
export function _(sentence, data) {
  const found = page.texts?.[sentence];
  return fill(typeof found === "string" ? found : sentence, data);
}

/**
 * Translate the singular or the plural form; {n} is the number.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, string|number>} [data]
 * @returns {string}
 */
export function count(one, many, n, data) {
  const found = page.texts?.[one];
  const [first, second] = Array.isArray(found) ? found : [one, many];
  const isOne = page.language === "fr" ? n < 2 : n === 1;
  return fill((isOne ? first : second) ?? many, { n, ...data });
}

const lists = new Intl.ListFormat(page.language || "en");

/**
 * Join items into a phrase: "a, b and c".
 * @param {string[]} parts
 * @returns {string}
 */
export function list(parts) {
  // No serial comma in English, as everywhere else on the page.
  return lists.format(parts).replace(", and ", " and ");
}

/**
 * @param {string} sentence
 * @param {Record<string, string|number>} [data]
 */
function fill(sentence, data) {
  if (!data) return sentence;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => String(data[name] ?? whole));
}
