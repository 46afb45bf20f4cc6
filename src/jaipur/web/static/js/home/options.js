/** The options of a new table: a form that remembers its choices. */

import { byId, setText } from "../core/dom.js";
import { memory, preferences } from "../core/preferences.js";
import { _ } from "../core/texts.js";

/** @typedef {import("../page_types.js").Options} Options */

const KEY = "options";
const form = /** @type {HTMLFormElement} */ (byId("options-form"));

/** The current choices. @returns {Options} */
export function chosenOptions() {
  const data = new FormData(form);
  return {
    memory_aid: /** @type {Options["memory_aid"]} */ (data.get("memory_aid") ?? "counts"),
    house_rule: data.has("house_rule"),
    clock: chosenClock(data),
    private: data.has("private"),
  };
}

/** @param {FormData} data */
function chosenClock(data) {
  const value = String(data.get("clock") ?? "");
  if (!value) return null;
  if (value !== "own") {
    const [bank, increment] = value.split("+").map(Number);
    return { bank, increment };
  }
  return {
    bank: within(data.get("minutes"), 1, 10080) * 60,
    increment: within(data.get("seconds"), 0, 86400),
  };
}

/**
 * @param {FormDataEntryValue|null} typed
 * @param {number} least
 * @param {number} most
 */
function within(typed, least, most) {
  return Math.min(most, Math.max(least, Math.round(Number(typed)) || least));
}

/** Fill the form with the last choices, and remember new ones. */
export function startOptions() {
  fillIn();
  form.addEventListener("input", () => {
    keep();
    show();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  preferences.onChange(({ aid }) => {
    choose("memory_aid", aid);
    show();
  });
  show();
}

function fillIn() {
  const kept = memory.get(KEY) ?? {};
  choose("memory_aid", preferences.get().aid);
  choose("clock", kept.clock ?? "");
  choose("minutes", kept.minutes ?? 20);
  choose("seconds", kept.seconds ?? 10);
  field("house_rule").checked = kept.house_rule ?? true;
  field("private").checked = kept.private ?? false;
}

function keep() {
  memory.set(KEY, {
    clock: field("clock").value,
    minutes: field("minutes").value,
    seconds: field("seconds").value,
    house_rule: field("house_rule").checked,
    private: field("private").checked,
  });
}

/**
 * @param {string} name
 * @returns {HTMLInputElement}
 */
function field(name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/**
 * @param {string} name
 * @param {string} value
 */
function choose(name, value) {
  field(name).value = value;
}

/** Summarise the choices next to the closed form. */
function show() {
  byId("own-clock").hidden = field("clock").value !== "own";
  const { memory_aid, house_rule, clock, private: isPrivate } = chosenOptions();
  const aid = {
    off: _("no memory aid"),
    counts: _("memory aid: counts"),
    full: _("full memory aid"),
  }[memory_aid];
  const parts = [
    aid,
    clock ? _("clock") : _("no clock"),
    !house_rule && _("no house rule"),
    isPrivate && _("private"),
  ];
  setText(byId("options-short"), parts.filter(Boolean).join(" · "));
}
