/** The data that the server embedded in the page: language, version, texts. */

/**
 * @typedef {Object} Box
 * @property {string} kinds letters, camels last
 * @property {string} goods letters
 * @property {number[]} tiers
 * @property {Record<string, [number, number]>} bonuses the least and the most of each tier
 * @property {number} hand_limit
 * @property {number} seals that win a match
 * @property {number} camel_token
 * @property {number} most_tokens of a pile
 * @property {number} places of the market
 */

/**
 * @typedef {Object} PageData
 * @property {string} language
 * @property {string} version
 * @property {string} static
 * @property {Record<string, string|string[]>} texts by the English sentence
 * @property {Record<string, string>} reasons why an action is illegal, by code
 * @property {Box} box the constants of the game: kinds, tokens, limits
 * @property {Record<string, string>} bot_names by the name in the ladder
 * @property {string} first_bot the opponent of a newcomer
 * @property {any} [lesson]
 * @property {string[]} [advice]
 * @property {any[]} [bots]
 */

/** @type {PageData} */
export const page = JSON.parse(document.getElementById("page")?.textContent ?? "{}");
