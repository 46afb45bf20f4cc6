/** Sentences in the language of the page; the catalogue came with it. */

import { page } from "./page.js";

/**
 * The sentence in this language, filled in.
 * @param {string} sentence in English
 * @param {Record<string, string|number>} [data]
 * @returns {string}
 */
export function _(sentence, data) {
  const found = page.texts?.[sentence];
  return fill(typeof found === "string" ? found : sentence, data);
}

/**
 * One of two sentences, by how this language counts; {n} is the number.
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
 * Several things as one phrase: "a, b and c".
 * @param {string[]} parts
 * @returns {string}
 */
export function list(parts) {
  // English puts no comma before "and" here, as everywhere else on the page.
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
