/** My tables: those that wait for me first, refreshed while the page is visible. */

import { get, Refused } from "../core/api.js";
import { sealDrawings } from "../core/box.js";
import { byId, h, icon, setText } from "../core/dom.js";
import { sentenceOf } from "../core/failure.js";
import { hideTables, isHiddenTable, unhideTables } from "../core/hidden_tables.js";
import { page } from "../core/page.js";
import { memory } from "../core/preferences.js";
import { expectedTables, expectNoMore } from "../core/table_memory.js";
import { _, count } from "../core/texts.js";
import {
  hasPartner,
  isMyTurn,
  opponentOf,
  phaseWords,
  portraitOf,
  scoreWords,
  sealsOf,
} from "./table_words.js";
import { ago } from "./time.js";

/** @typedef {import("./table_words.js").Listed} Listed */
/** @typedef {(waiting: Listed[], isNew: boolean) => void} OnTables the tables that wait for me, and whether I never had a table */

const KEY = "tables";
const EVERY_MS = 20000;
const AT_FIRST = 6;
const MORE = 20;
const plainTitle = document.title;

/** @type {{tables: Listed[], next: string|null, shown: number, expected: number}} */
const kept = { tables: [], next: null, shown: AT_FIRST, expected: 0 };
let timer = 0;
/** @type {OnTables} */
let tell = () => {};

/**
 * Show my tables from now on.
 * @param {OnTables} onTables called whenever the list has changed
 * @returns {Promise<void>} once the server has answered or failed
 */
export async function startMyTables(onTables) {
  const known = memory.get(KEY);
  if (Array.isArray(known)) kept.tables = known;
  kept.expected = Math.min(expectedTables(), AT_FIRST);
  tell = onTables;
  draw();
  const refresh = () => ask();
  document.addEventListener("visibilitychange", () => !document.hidden && refresh());
  addEventListener("pageshow", (event) => event.persisted && refresh());
  await refresh();
}

async function ask() {
  clearTimeout(timer);
  try {
    const { tables, next } = await get("/api/tables");
    const hasMore = kept.tables.length > tables.length && next !== null;
    // Keep pages that were loaded before; the first one is always fresh.
    const fresh = new Set(tables.map((/** @type {Listed} */ one) => one.table));
    kept.tables = hasMore
      ? [...tables, ...kept.tables.filter((one) => !fresh.has(one.table))]
      : tables;
    kept.next = hasMore ? kept.next : next;
    memory.set(KEY, tables.slice(0, AT_FIRST));
    setText(byId("mine-note"), "");
    kept.expected = 0;
    expectNoMore();
    draw();
  } catch (error) {
    setText(byId("mine-note"), sentenceOf(error));
    if (error instanceof Refused && error.status < 500 && error.status !== 429) return;
  }
  if (!document.hidden) timer = setTimeout(() => ask(), EVERY_MS);
}

async function more() {
  kept.shown += MORE;
  if (kept.shown > kept.tables.length && kept.next) {
    try {
      const { tables, next } = await get(`/api/tables?before=${encodeURIComponent(kept.next)}`);
      kept.tables = [...kept.tables, ...tables];
      kept.next = next;
    } catch (error) {
      setText(byId("mine-note"), sentenceOf(error));
    }
  }
  draw();
}

function draw() {
  const { next, shown, expected } = kept;
  const away = kept.tables.filter((one) => one.phase !== "over" && isHiddenTable(one.table));
  const tables = kept.tables.filter((one) => !away.includes(one));
  byId("mine").hidden = kept.tables.length + expected === 0;
  const waiting = tables.filter(isMyTurn);
  tell(waiting, kept.tables.length + expected === 0);
  document.title = waiting.length ? `(${waiting.length}) ${plainTitle}` : plainTitle;
  const listed = tables.slice(0, Math.max(shown, waiting.length));
  const inPlay = listed.filter((one) => one.phase !== "over");
  inPlay.sort((one, two) => Number(isMyTurn(two)) - Number(isMyTurn(one)));
  const over = listed.filter((one) => one.phase === "over");
  const parts = [
    inPlay.length + expected > 0 &&
      h("ul", { class: "tables" }, inPlay.map(row), placeholders(expected)),
    ...awayButtons(
      inPlay.filter((one) => !hasPartner(one)),
      away,
    ),
    over.length > 0 && h("h3", { id: "over-title" }, _("Finished")),
    over.length > 0 &&
      h("ul", { class: "tables over", "aria-labelledby": "over-title" }, over.map(row)),
    (tables.length > listed.length || next !== null) && moreButton(),
  ];
  replaceKeepingFocus(
    byId("mine-lists"),
    parts.filter((part) => part instanceof Node),
  );
}

/**
 * Buttons that hide all tables without another person, and that show hidden tables again.
 * @param {Listed[]} alone
 * @param {Listed[]} away
 */
function awayButtons(alone, away) {
  const all =
    alone.length > 1 &&
    smallButton("all", _("Put all {n} away", { n: alone.length }), () => setAway(alone, true));
  const back =
    away.length > 0 &&
    smallButton("back", count("Bring back {n} table", "Bring back {n} tables", away.length), () =>
      setAway(away, false),
    );
  return all || back ? [h("p", { class: "row" }, all, back)] : [];
}

/**
 * @param {string} name
 * @param {string} label
 * @param {() => void} onclick
 */
function smallButton(name, label, onclick) {
  return h(
    "button",
    { type: "button", class: "button small", dataset: { away: name }, onclick },
    label,
  );
}

/**
 * @param {Listed[]} tables
 * @param {boolean} isAway
 */
function setAway(tables, isAway) {
  const ids = tables.map(({ table }) => table);
  if (isAway) hideTables(ids);
  else unhideTables(ids);
  draw();
}

function moreButton() {
  const props = { type: "button", class: "button small", dataset: { more: "" }, onclick: more };
  return h("p", {}, h("button", props, _("More tables")));
}

/** Placeholders for tables that the server has not listed yet. @param {number} n */
function placeholders(n) {
  return Array.from({ length: n }, () => h("li", { class: "table-row", "aria-hidden": "true" }));
}

/** @param {Listed} table */
function row(table) {
  const touched = new Date(table.touched * 1000).toISOString();
  const badge = isMyTurn(table) && h("span", { class: "badge" }, _("Your turn"));
  const label = _("Put away: {name}", { name: opponentOf(table) });
  const isAlone = table.phase !== "over" && !hasPartner(table);
  const props = {
    type: "button",
    class: "put-away",
    dataset: { away: table.table },
    "aria-label": label,
    title: label,
    onclick: () => setAway([table], true),
  };
  return h(
    "li",
    { class: "table-item" },
    h(
      "a",
      { class: "table-row", href: `/t/${table.table}`, dataset: { table: table.table } },
      icon(portraitOf(table), "portrait small"),
      h("b", { class: "who" }, opponentOf(table)),
      h("span", { class: "what" }, badge, phaseWords(table)),
      h("time", { class: "when", datetime: touched }, ago(table.touched, page.language)),
      table.seals.some((n) => n > 0) && seals(table),
    ),
    isAlone && h("button", props, icon("icon-cross")),
  );
}

/** @param {Listed} table */
function seals(table) {
  const drawn = sealsOf(table).map((side) =>
    h(
      "span",
      {},
      sealDrawings(side).map((drawing) => icon(drawing, "seal-mark")),
    ),
  );
  return h(
    "span",
    { class: "seals" },
    h("span", { class: "visually-hidden" }, scoreWords(table)),
    drawn,
  );
}

/**
 * Replace a list without losing the focus.
 * @param {HTMLElement} root
 * @param {Node[]} parts
 */
function replaceKeepingFocus(root, parts) {
  const focused = document.activeElement;
  const isInside = focused instanceof HTMLElement && root.contains(focused);
  const fresh = h("div", {}, parts);
  if (fresh.innerHTML === root.innerHTML) return;
  root.replaceChildren(...parts);
  if (!isInside) return;
  const same = focused.dataset.table && `[data-table="${CSS.escape(focused.dataset.table)}"]`;
  const likely = focused.dataset.away === undefined ? "[data-more]" : "[data-away]";
  const next = root.querySelector(same || likely) ?? root.querySelector("a");
  if (next instanceof HTMLElement) next.focus();
}

/** How many tables wait, in words, for the heading of the page. @param {number} n */
export function waitingWords(n) {
  return count("{n} table waits for you.", "{n} tables wait for you.", n);
}
