/** The dock of a replay: the event, a slider over the whole match, and step buttons. */

import { h, icon, setAttr, setIcon, setText } from "../core/dom.js";
import { _ } from "../core/texts.js";
import { speedWords } from "./player.js";
import { placedWords, roundStarts, stepWords } from "./steps.js";

/** @typedef {import("./steps.js").Match} Match */
/** @typedef {import("./player.js").Player} Player */

// Sentences longer than this are set smaller in a small dock.
const LONG = 80;

/**
 * @param {HTMLElement} root
 * @param {Match} match
 * @param {Player} player
 * @returns {{show: () => void}}
 */
export function createControls(root, match, player) {
  const { steps } = match.replay;
  const sentence = h("p", { class: "replay-sentence", dataset: { sentence: "" }, tabindex: -1 });
  const place = h("span", { class: "replay-place" });
  const slider = createSlider(match, player);
  const rounds = createRounds(match, player);
  const playing = createPlayButton(player);
  const first = step("icon-first", _("First step"), () => player.go(0), "replay-jump");
  const back = step("icon-left", _("Previous step"), () => player.by(-1));
  const next = step("icon-right", _("Next step"), () => player.by(1));
  const last = step("icon-last", _("Last step"), () => player.go(steps.length - 1), "replay-jump");
  const speed = h("button", {
    type: "button",
    class: "button replay-speed",
    onclick: () => player.faster(),
  });
  const transport = h(
    "div",
    { class: "replay-transport", role: "group", "aria-label": _("Steps") },
    first,
    back,
    playing.element,
    next,
    last,
  );
  const buttons = h("div", { class: "replay-buttons" }, rounds.element, transport, speed);
  const line = h("div", { class: "replay-line" }, slider.element, place);
  root.append(
    h("div", { class: "replay-box" }, h("div", { class: "replay-said" }, sentence), line, buttons),
  );
  root.classList.add("replay-dock");
  return {
    show() {
      const words = stepWords(match, player.index);
      setText(sentence, words);
      setAttr(sentence, "data-long", words.length > LONG);
      setText(place, _("{n} of {all}", { n: player.index + 1, all: steps.length }));
      setText(speed, speedWords(player.speed));
      setAttr(
        speed,
        "aria-label",
        _("Speed {speed}: change it", { speed: speedWords(player.speed) }),
      );
      for (const one of [first, back])
        setAttr(one, "aria-disabled", player.index === 0 ? "true" : null);
      for (const one of [next, last]) setAttr(one, "aria-disabled", player.isAtEnd ? "true" : null);
      slider.show();
      rounds.show();
      playing.show();
    },
  };
}

/**
 * @param {string} name of the drawing
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} [cls]
 */
function step(name, label, onclick, cls = "") {
  return h(
    "button",
    {
      type: "button",
      class: `button replay-step ${cls}`,
      "aria-label": label,
      title: label,
      onclick,
    },
    icon(name),
  );
}

/**
 * @param {Match} match
 * @param {Player} player
 */
function createSlider(match, player) {
  const oninput = () => player.go(Number(element.value));
  const element = h("input", {
    type: "range",
    min: 0,
    max: match.replay.steps.length - 1,
    step: 1,
    class: "replay-slider",
    "aria-label": _("Place in the match"),
    oninput,
  });
  return {
    element,
    show() {
      element.value = String(player.index);
      setAttr(element, "aria-valuetext", placedWords(match, player.index));
    },
  };
}

/**
 * A list of the rounds; choosing one goes to its deal.
 * @param {Match} match
 * @param {Player} player
 */
function createRounds(match, player) {
  const { steps } = match.replay;
  const starts = roundStarts(steps);
  const onchange = () => player.go(starts[Number(element.value)]);
  const options = starts.map((_start, i) =>
    h("option", { value: i }, _("Round {n}", { n: i + 1 })),
  );
  const element = h(
    "select",
    { class: "replay-rounds", "aria-label": _("Go to a round"), onchange },
    options,
  );
  return {
    element,
    show() {
      element.value = String(steps[player.index].round.number - 1);
    },
  };
}

/** @param {Player} player */
function createPlayButton(player) {
  const drawing = icon("icon-play");
  const element = h(
    "button",
    { type: "button", class: "button primary replay-step", onclick: () => player.toggle() },
    drawing,
  );
  return {
    element,
    show() {
      const label = player.isPlaying ? _("Pause") : _("Let it play");
      setIcon(drawing, player.isPlaying ? "icon-pause" : "icon-play");
      setAttr(element, "aria-label", label);
      setAttr(element, "title", label);
    },
  };
}
