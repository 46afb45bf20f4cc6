/** The home page: start a match, and my tables. */

import { botName } from "../core/box.js";
import { byId, setText } from "../core/dom.js";
import { FIRST_BOT } from "../core/new_table.js";
import { memory, preferences } from "../core/preferences.js";
import { openPreferences } from "../core/preferences_dialog.js";
import { _ } from "../core/texts.js";
import { openMove } from "../move/dialog.js";
import { createTable } from "./create.js";
import { startLadder } from "./ladder.js";
import { startMyTables, waitingWords } from "./my_tables.js";
import { startOptions } from "./options.js";
import { opponentOf } from "./table_words.js";

/** @typedef {import("./table_words.js").Listed} Listed */

const LAST_BOT = "lastBot";
const OTHER_NAME = "otherName";
const PATIENCE_MS = 600;

const plainTagline = byId("tagline").textContent ?? "";

/** @type {Listed|null} */
let waiting = null;

/** @param {string} bot */
function playBot(bot) {
  memory.set(LAST_BOT, bot);
  createTable({ kind: "bot", bot });
}

/** The main button: go to a table that waits for me, otherwise start a match. */
function playNow() {
  if (waiting) location.assign(`/t/${waiting.table}`);
  else playBot(memory.get(LAST_BOT) ?? FIRST_BOT);
}

/**
 * @param {Listed[]} mine tables that wait for me
 * @param {boolean} isNew whether I never had a table
 */
function onTables(mine, isNew) {
  waiting = mine[0] ?? null;
  if (document.body.dataset.ready === undefined) greet(isNew);
  const bot = memory.get(LAST_BOT);
  const label = byId("play-now").querySelector("span");
  if (!label) return;
  if (waiting) setText(label, _("Your turn: {name}", { name: opponentOf(waiting) }));
  else setText(label, bot ? _("Play {name}", { name: botName(bot) }) : _("Play now"));
  setText(byId("tagline"), waiting ? waitingWords(mine.length) : plainTagline);
}

/** Show new players more of the box lid, and the tutorial link. Decided once, so that nothing jumps. @param {boolean} isNew */
function greet(isNew) {
  document.body.classList.toggle("newcomer", isNew);
  byId("learn").hidden = !isNew; // it stays in the navigation
}

function startNames() {
  const name = /** @type {HTMLInputElement} */ (byId("name"));
  name.value = preferences.get().name;
  name.addEventListener("input", () => preferences.set({ name: name.value.trim() }));
  preferences.onChange((now) => {
    if (document.activeElement !== name) name.value = now.name;
  });
  const other = /** @type {HTMLInputElement} */ (byId("other-name"));
  other.value = memory.get(OTHER_NAME) ?? "";
  other.addEventListener("input", () => memory.set(OTHER_NAME, other.value.trim()));
  byId("pair").addEventListener("submit", (event) => {
    event.preventDefault();
    createTable({ kind: "same_device", name: other.value.trim() || _("Player 2") });
  });
}

startNames();
startOptions();
byId("play-now").addEventListener("click", playNow);
byId("invite").addEventListener("click", () => createTable({ kind: "invitation" }));
byId("preferences").addEventListener("click", openPreferences);
byId("move-out").addEventListener("click", openMove);

/** Show the page when everything is in place, so that nothing jumps; do not wait for a slow server. */
const known = Promise.all([startLadder(byId("ladder"), playBot), startMyTables(onTables)]);
const patience = new Promise((done) => setTimeout(done, PATIENCE_MS));
Promise.race([known, patience]).then(() => (document.body.dataset.ready = ""));
