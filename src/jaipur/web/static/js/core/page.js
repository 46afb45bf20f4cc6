/** What the server put into the page: language, version, texts. */

/**
 * @typedef {Object} PageData
 * @property {string} language
 * @property {string} version
 * @property {string} static
 * @property {Record<string, string|string[]>} texts by the English sentence
 * @property {Record<string, string>} reasons why an action may not be done, by code
 * @property {any} [lesson]
 * @property {string[]} [advice]
 * @property {any[]} [bots]
 */

/** @type {PageData} */
export const page = JSON.parse(document.getElementById("page")?.textContent ?? "{}");
