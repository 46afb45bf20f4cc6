/** All texts about cards and actions; events bring their own words from the server. */

export {
  actionWords,
  cardName,
  cardsWords,
  countedWords,
  legalWords,
  parts,
} from "./card_words.js";
export { reasonWords, stagedWords } from "./staged_words.js";
export { turnWords } from "./turn_words.js";
export { unrevealedWords } from "./unrevealed_words.js";
