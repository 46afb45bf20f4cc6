/** Animates what changed on the table: cards and tokens fly, new cards turn over one by one. */

import { preferences } from "../core/preferences.js";
import { parts } from "../core/words.js";
import { boxOf, coinBox, element, handBefore, home, Slots } from "./boxes.js";
import { animate, cardPicture, coinPicture, fly, settle, stay } from "./ghosts.js";

export { movesFor, settle } from "./ghosts.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../page_types.js").TableEvent} TableEvent */
/** @typedef {import("./ghosts.js").Rect} Rect */
/** @typedef {Rect & {card: string|null}} Seen a position, and the card shown there */
/** @typedef {Record<string, Seen>} Boxes by data attribute and value, such as "place-0" */
/** @typedef {{event: TableEvent, before: Boxes, model: Model, side: "top"|"bottom", isMine: boolean}} Play */

const HOOKS = ["place", "index", "pile", "bonus", "deck", "discard", "herd", "hand", "tokens"];
const SPEEDS = { off: 0, fast: 0.6, normal: 1, slow: 1.6 };
const LASTS = { move: 250, flip: 190, stagger: 100, fade: 200, look: 250, scene: 950 };

/**
 * The duration of an animation in milliseconds, at the preferred speed.
 * @param {keyof typeof LASTS} kind
 * @returns {number}
 */
export function duration(kind) {
  return LASTS[kind] * SPEEDS[preferences.get().speed];
}

/** Whether motion is reduced: things fade instead of flying. @returns {boolean} */
export function isReduced() {
  return document.documentElement.dataset.motion === "reduced";
}

/**
 * The current positions of everything on the table.
 * @returns {Boxes}
 */
export function snapshot() {
  settle();
  /** @type {Boxes} */
  const boxes = {};
  for (const hook of HOOKS) {
    for (const element of document.querySelectorAll(`[data-${hook}]`)) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const key = `${hook}-${element.getAttribute(`data-${hook}`)}`;
      if (width && height) boxes[key] ??= { left, top, width, height, card: cardOn(element) };
    }
  }
  return boxes;
}

/**
 * The card that an element shows.
 * @param {Element} element
 */
function cardOn(element) {
  const use = element.querySelector("use[href^='#face-'], use[href^='#motif-']");
  return use?.getAttribute("href")?.slice(-1) ?? null;
}

/**
 * Animate what just changed; the new state is already drawn.
 * @param {TableEvent[]} events
 * @param {Boxes} before
 * @param {Model} model
 */
export function play(events, before, model) {
  settle();
  const event = events.findLast(({ kind, round }) => kind === "acted" || round);
  if (!event || document.hidden || !duration("move")) return;
  const side = event.seat === model.bottom ? "bottom" : "top";
  const isMine = event.seat === model.seat && model.choices.hand.length > 0;
  const shown = { event, before, model, side: /** @type {"top"|"bottom"} */ (side), isMine };
  if (isReduced()) fade(shown);
  else if (event.kind === "acted") act(shown);
  else deal(shown);
}

/** @param {Play} shown */
function act(shown) {
  const { take, give, kind } = parts(shown.event.action ?? "");
  if (kind === "sell") return sell(shown, give);
  leave(shown, take);
  if (kind === "exchange") return arrive(shown, take, give);
  return refill(shown.event.places ?? [], shown.model, duration("move") * 0.5);
}

/**
 * The taken cards fly from the market to their owner.
 * @param {Play} shown
 * @param {string} take
 */
function leave(shown, take) {
  const { event, before, side, isMine, model } = shown;
  const hand = new Slots(isMine ? model.choices.hand : []);
  (event.places ?? []).forEach((place, turn) => {
    const from = before[`place-${place}`];
    const letter = from?.card ?? take[turn];
    const index = hand.last(letter);
    const card = index === null ? null : element("index", index);
    const to = card?.getBoundingClientRect() ?? home(side, letter);
    const timing = { lasts: duration("move"), delay: turn * 30, waits: true };
    if (from && to) fly(cardPicture(letter), from, to, { ...timing, fades: !card });
    if (card) appear(card, timing.lasts + timing.delay);
  });
}

/**
 * The given cards fly to the places of the taken ones.
 * @param {Play} shown
 * @param {string} take
 * @param {string} give
 */
function arrive({ event, before, model, side, isMine }, take, give) {
  const old = new Slots(isMine ? handBefore(model.choices.hand, take, give) : []);
  (event.places ?? []).forEach((place, turn) => {
    const letter = model.round.market[place];
    const card = element("place", place);
    if (!letter || !card) return;
    const index = old.last(letter);
    const from = (index === null ? null : before[`index-${index}`]) ?? home(side, letter);
    const timing = {
      lasts: duration("move"),
      delay: duration("move") * 0.4 + turn * 30,
      waits: isMine,
    };
    if (from) fly(cardPicture(letter), from, card.getBoundingClientRect(), timing);
    appear(card, timing.lasts + timing.delay);
  });
}

/**
 * Sold cards fly to the discard pile, and tokens to their owner.
 * @param {Play} shown
 * @param {string} give
 */
function sell(shown, give) {
  const { before, model, side, isMine } = shown;
  const old = new Slots(isMine ? handBefore(model.choices.hand, "", give) : []);
  const discard = boxOf(element("discard"));
  [...give].forEach((letter, turn) => {
    const index = old.last(letter);
    const from = (index === null ? null : before[`index-${index}`]) ?? home(side, letter);
    const timing = { lasts: duration("move"), delay: turn * 40, waits: isMine };
    if (from && discard) fly(cardPicture(letter), from, discard, timing);
  });
  earn(shown, give[0]);
}

/**
 * Tokens fly from their piles to their owner, the bonus token last.
 * @param {Play} shown
 * @param {string} good
 */
function earn({ event, before, side }, good) {
  const owner = (element("tokens", side) ?? element("hand", side))?.getBoundingClientRect();
  const goods = (event.tokens ?? []).map((value) => ({
    pile: `pile-${good}`,
    picture: coinPicture(`coin-${good}`, value),
  }));
  const bonus = event.bonus_tier ? `bonus-${event.bonus_tier}` : null;
  const coins = bonus ? [...goods, { pile: bonus, picture: coinPicture(bonus, null) }] : goods;
  coins.forEach(({ pile, picture }, turn) => {
    const delay = duration("move") * 0.6 + turn * duration("stagger") * 0.8;
    const from = before[pile];
    if (from && owner)
      fly(picture, coinBox(from), coinBox(owner), {
        lasts: duration("move") * 1.3,
        delay,
        fades: true,
      });
  });
}

/**
 * New cards come from the deck and turn over, one after the other.
 * @param {number[]} places
 * @param {Model} model
 * @param {number} start
 */
function refill(places, model, start) {
  const deck = boxOf(element("deck"));
  places.forEach((place, turn) => {
    const card = element("place", place);
    if (!card || !model.round.market[place]) return;
    const box = card.getBoundingClientRect();
    const comes = start + turn * duration("stagger");
    const [lasts, flip] = [duration("move") * 0.7, duration("flip")];
    if (deck) fly(cardPicture(null), deck, box, { lasts, delay: comes });
    stay(cardPicture(null), box, turning("none", "rotateY(90deg)"), {
      lasts: flip / 2,
      delay: comes + lasts,
    });
    animate(card, turning("rotateY(-90deg)", "none"), {
      lasts: flip / 2,
      delay: comes + lasts + flip / 2,
    });
  });
}

/**
 * The frames of a card turning over; it is invisible before that.
 * @param {string} from
 * @param {string} to
 * @returns {Keyframe[]}
 */
function turning(from, to) {
  return [
    { transform: from, opacity: 0 },
    { transform: from, opacity: 1, offset: 0.01 },
    { transform: to, opacity: 1 },
  ];
}

/** A new round: my cards fly from the deck, and the market turns over. @param {Play} shown */
function deal({ model }) {
  const deck = boxOf(element("deck"));
  refill([0, 1, 2, 3, 4], model, duration("stagger"));
  model.choices.hand.forEach((_letter, index) => {
    const card = element("index", index);
    const timing = { lasts: duration("move"), delay: index * duration("stagger") * 0.6 };
    if (!card) return;
    if (deck) fly(cardPicture(null), deck, card.getBoundingClientRect(), timing);
    appear(card, timing.lasts + timing.delay);
  });
}

/** The same with reduced motion: a cross-fade of the old and new cards. @param {Play} shown */
function fade({ event, before, model }) {
  const places = event.round ? [0, 1, 2, 3, 4] : (event.places ?? []);
  const lasts = duration("fade");
  for (const place of places) {
    const card = element("place", place);
    const was = before[`place-${place}`];
    if (was?.card) stay(cardPicture(was.card), was, [{ opacity: 1 }, { opacity: 0 }], { lasts });
    if (card && model.round.market[place])
      animate(card, [{ opacity: 0 }, { opacity: 1 }], { lasts });
  }
}

/**
 * Show a card when its ghost has arrived.
 * @param {Element} card
 * @param {number} lasts
 */
function appear(card, lasts) {
  animate(card, [{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], { lasts });
}
