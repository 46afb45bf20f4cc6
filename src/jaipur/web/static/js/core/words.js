/** Every sentence about cards, actions and events; the parts are in the modules named here. */

export { actionWords, cardName, cardsWords, countedWords, legalWords, parts, sumWords } from "./card_words.js";
export { camelTokenWords, endWords, eventWords, resultWords, turnWords, winnerWords } from "./event_words.js";
export { reasonWords, stagedWords } from "./staged_words.js";
