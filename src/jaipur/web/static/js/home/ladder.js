/** The ladder of bots, weakest first. */

import { get } from "../core/api.js";
import { botName } from "../core/box.js";
import { byId, h, icon, setText } from "../core/dom.js";
import { sentenceOf } from "../core/failure.js";
import { page } from "../core/page.js";
import { memory } from "../core/preferences.js";
import { _ } from "../core/texts.js";

/** @typedef {import("../types.js").BotInfo} Bot */

const KEY = "bots";
const AGAIN_MS = 3000;
/** Bars start at a beginner's rating: starting from zero, the strongest would all look alike. */
const BAR_FROM = 1000;
const note = byId("bots-note");
const plainNote = note.textContent ?? "";

/**
 * Show the ladder: the remembered one immediately, the server's as soon as it arrives.
 * @param {HTMLElement} root
 * @param {(bot: string) => void} onPlay
 * @returns {Promise<void>} once something is shown, or the request failed
 */
export async function startLadder(root, onPlay) {
  const known = page.bots ?? memory.get(`${KEY}.${page.language}`);
  if (known) draw(root, known, onPlay);
  const asked = ask(root, onPlay);
  if (!known) await asked;
}

/**
 * @param {HTMLElement} root
 * @param {(bot: string) => void} onPlay
 */
async function ask(root, onPlay) {
  try {
    const { ready, bots } = await get("/api/bots");
    memory.set(`${KEY}.${page.language}`, bots);
    draw(root, bots, onPlay);
    setText(
      note,
      ready ? plainNote : _("The bots are still getting ready; you can already start a match."),
    );
    if (ready) return;
  } catch (error) {
    setText(note, sentenceOf(error));
  }
  setTimeout(() => ask(root, onPlay), AGAIN_MS);
}

/**
 * @param {HTMLElement} root
 * @param {Bot[]} bots
 * @param {(bot: string) => void} onPlay
 */
function draw(root, bots, onPlay) {
  const drawn = JSON.stringify(bots);
  if (root.dataset.drawn === drawn) return; // drawing it again would lose the focus
  root.dataset.drawn = drawn;
  const top = Math.max(...bots.map(({ rating }) => rating));
  root.replaceChildren(...bots.map((bot) => card(bot, top, onPlay)));
}

/**
 * @param {Bot} bot
 * @param {number} top the rating of the strongest
 * @param {(bot: string) => void} onPlay
 */
function card({ name, character, rating }, top, onPlay) {
  const shown = botName(name);
  const elo = _("Elo {rating}", { rating: String(rating).replace("-", "−") });
  const bar = h("span", { class: "bar" });
  bar.style.setProperty(
    "--part",
    String(Math.min(1, Math.max(0.02, (rating - BAR_FROM) / (top - BAR_FROM)))),
  );
  const label = _("Play {name}", { name: shown });
  const onclick = () => onPlay(name);
  return h(
    "li",
    { class: "bot panel" },
    icon(`bot-${name}`, "portrait"),
    h(
      "div",
      { class: "bot-head" },
      h("h3", {}, shown),
      h("p", { class: "strength" }, h("span", { class: "rail", "aria-hidden": "true" }, bar), elo),
    ),
    h("p", { class: "character" }, character),
    h("button", { type: "button", class: "button small", "aria-label": label, onclick }, _("Play")),
  );
}
