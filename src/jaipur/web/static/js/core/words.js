/** Every sentence about cards and actions; what happened comes with its words from the table. */

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
