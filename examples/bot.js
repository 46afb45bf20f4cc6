// A bot in 30 lines: it reads a view from each line it gets, and answers with an action.
// Let it play with: jaipur arena greedy "node examples/bot.js"

const BONUS = [0, 0, 0, 2, 5, 9, 9, 9]; // what a bonus token is worth on average, by cards sold

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// What a card may bring later: the mean of the next two tokens; a camel brings one rupee.
const hope = (view, card) => (card === "K" ? 1 : sum(view.piles[card].slice(0, 2)) / 2);

// The rupees of an action: +DG-LK takes a diamond and gold, and gives leather and a camel.
function worth(view, action) {
  const [taken, given = ""] = action.replace("+", "").split("-");
  const hopes = (cards) => sum([...cards].map((card) => hope(view, card)));
  let gain = hopes(taken) - hopes(given);
  if (taken === "") {
    // a sale: -LLL
    gain += sum(view.piles[given[0]].slice(0, given.length)) + BONUS[given.length];
  }
  return gain;
}

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const view = JSON.parse(line);
    const better = (a, b) => (worth(view, b) > worth(view, a) ? b : a);
    console.log(view.legal_actions.reduce(better));
  });
