// A game for two with a move like Jaipur's: take a card from a market of five, which is refilled
// from a deck in the state that no player is shown.
const { PlayerView } = require("boardgame.io/core");

const KINDS = { D: 6, G: 6, S: 6, C: 8, P: 8, L: 10, K: 11 };
const HAND_LIMIT = 7;

function setup({ random }) {
  const cards = Object.entries(KINDS).flatMap(([kind, count]) => Array(count).fill(kind));
  const deck = random.Shuffle(cards);
  return {
    secret: { deck: deck.slice(15) },
    market: deck.slice(0, 5),
    players: { 0: { hand: deck.slice(5, 10) }, 1: { hand: deck.slice(10, 15) } },
    taken: 0,
  };
}

function take({ G, playerID }, place) {
  const hand = G.players[playerID].hand;
  hand.push(G.market[place]);
  G.market[place] = G.secret.deck.pop();
  if (hand.length > HAND_LIMIT) G.secret.deck.unshift(hand.shift());
  G.taken += 1;
}

exports.Game = {
  name: "market",
  setup,
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  // On the server only, as for every move that looks at secrets.
  moves: { take: { move: take, client: false } },
};
