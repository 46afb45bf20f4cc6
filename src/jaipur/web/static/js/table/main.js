/** The table page: determines the viewer's role, and connects controller and screen. */

import { repeatLast } from "../core/announce.js";
import { device, get, Refused, Unreachable } from "../core/api.js";
import { nonceFor } from "../core/commitments.js";
import { openDialog } from "../core/dialog.js";
import { byId } from "../core/dom.js";
import { unhideTables } from "../core/hidden_tables.js";
import { notifyTurn } from "../core/notify.js";
import { _ } from "../core/texts.js";
import { Controller } from "./controller.js";
import { createCurtain } from "./curtain.js";
import { installDrag } from "./drag.js";
import { openHelp } from "./help.js";
import { matchesNotes } from "./journal.js";
import { installKeys } from "./keys.js";
import { createMatchOver } from "./match_over.js";
import { openMenu } from "./menu.js";
import { logList } from "./parts/log.js";
import { openScoring } from "./scoring.js";
import { createScreen } from "./screen.js";
import { createWaiting, showUnavailable } from "./waiting.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../page_types.js").Update} Update */
/** @typedef {import("../page_types.js").Links} Links */
/** @typedef {import("../page_types.js").Intents} Intents */

const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const path = `/api/tables/${encodeURIComponent(table)}`;

/**
 * Load the table, redeeming the link if necessary.
 * @returns {Promise<Update|null>} null if the seat cannot be taken; the page then says why
 */
async function enter() {
  const given = new URLSearchParams(location.hash.slice(1));
  const update = (await look(given)) ?? (await useLink(given));
  // Remove the secret only now: until here a reload would need it.
  if (update && location.hash) history.replaceState(null, "", location.pathname + location.search);
  return update;
}

/**
 * The seats of this device at this table; null if its list of tables is too long to tell.
 * @returns {Promise<number[]|null>}
 */
async function seatsHere() {
  const { tables, next } = await get("/api/tables");
  const found = tables.find((/** @type {{table: string}} */ one) => one.table === table);
  return found?.my_seats ?? (next === null ? [] : null);
}

/**
 * Load the table, if it is visible without the link.
 * @param {URLSearchParams} given
 * @returns {Promise<Update|null>}
 */
async function look(given) {
  if ([...given].length && (await seatsHere())?.length === 0) return null;
  try {
    return await get(path);
  } catch (error) {
    const mayHelp = error instanceof Refused && error.status < 429;
    if (!mayHelp || ![...given].length) throw error;
    return null;
  }
}

/** @param {URLSearchParams} given */
async function useLink(given) {
  const { openJoin, watchWith } = await import("./join.js"); // not needed by players
  const invitation = given.get("invitation");
  const key = given.get("watch") ?? "";
  if (invitation && !(await openJoin(table, invitation))) return null;
  if (!invitation) {
    await device();
    await watchWith(table, key);
  }
  return get(path);
}

/**
 * Whether this device holds one seat, both, or none.
 * @param {Update} update
 * @returns {Promise<{isShared: boolean, isWatching: boolean, links: Links|null}>}
 */
async function identifyViewer(update) {
  const { seat, phase } = update.state;
  if (seat !== null && phase !== "waiting")
    return { isShared: false, isWatching: false, links: null };
  if (seat === null && (await seatsHere())?.length === 0)
    return { isShared: false, isWatching: true, links: null };
  try {
    const links = await get(`${path}/links`);
    return { isShared: update.state.seat === null, isWatching: false, links };
  } catch (error) {
    if (!(error instanceof Refused) || error.status >= 429) throw error; // this says nothing about seats
    return { isShared: false, isWatching: true, links: null };
  }
}

/** @param {import("../page_types.js").State} state */
function isWaitingForMe({ seat, seats, waits_for }) {
  const isOpen = seats.some(({ kind }) => kind === "open");
  return !isOpen && (seat === null ? waits_for.length === 2 : waits_for.includes(seat));
}

async function start() {
  unhideTables([table]);
  const update = await enter();
  if (update) new TablePage(await identifyViewer(update)).controller.begin(update);
}

/** The page while a table is open. */
class TablePage {
  /** @type {ReturnType<typeof openScoring>|null} */
  #scoring = null;
  #isOverShown = false;

  /** @param {{isShared: boolean, isWatching: boolean, links: Links|null}} viewer */
  constructor(viewer) {
    this.links = viewer.links;
    this.over = createMatchOver(byId("over"), {
      onRematch: async () => void (await this.controller.rematch()),
      onLook: () =>
        /** @type {HTMLElement|null} */ (document.querySelector("[data-result]"))?.focus(),
    });
    this.waiting = createWaiting(byId("waiting"), {
      onClose: async () => void (await this.controller.closeTable()),
    });
    this.screen = createScreen(this.#intents());
    this.curtain = createCurtain(byId("curtain"), () => this.controller.lift());
    this.controller = new Controller(table, viewer, {
      show: (model, update) => this.#show(model, update),
      wait: (update) => this.#wait(update),
      count: (model) => this.#openScore(model),
      matchOver: (model, update) => this.#scoring || this.#showOver(model, update),
      unavailable: (refused) => showProblem(refused),
      toDock: () => sentence()?.focus(),
    });
    const getModel = () => this.controller.model;
    const intents = this.#intents();
    installKeys(intents, getModel);
    installDrag(byId("table"), intents, getModel);
  }

  /** @returns {Intents} */
  #intents() {
    const to = () => this.controller;
    return {
      pickMarket: (place) => to().picks.pickMarket(place),
      pickHand: (index) => to().picks.pickHand(index),
      pickPile: (good) => to().picks.pickPile(good),
      change: (delta) => to().picks.change(delta),
      fill: () => to().picks.fill(),
      clear: () => to().picks.clear(),
      play: () => to().play(),
      stage: (notation) => to().picks.stage(notation),
      next: () => to().next(),
      repeat: repeatLast,
      explain: (words) => to().explain(words),
      openHelp,
      openMenu: () => this.#openMenu(),
      openLog: () => this.#openLog(),
      openScore: () => to().count(),
      openResult: () => this.over.open(),
    };
  }

  /**
   * @param {Model} model
   * @param {Update} update
   */
  #show(model, update) {
    this.waiting.hide();
    byId("table").hidden = false;
    this.screen.show(model);
    this.curtain.show(model.isCurtain ? model : null);
    if (model.state.phase === "playing") this.#scoring?.close();
    else this.#scoring?.refresh(model);
    if (this.#isOverShown) this.over.show(model, update);
    notifyTurn(model);
  }

  /**
   * @param {Model|null} model
   * @param {Update} update
   */
  #showOver(model, update) {
    this.#isOverShown = true;
    this.over.show(model, update);
  }

  /** @param {Update} update */
  async #wait(update) {
    if (update.state.phase === "over") {
      this.waiting.hide();
      byId("table").hidden = true;
      this.#showOver(null, update);
      return;
    }
    // If the table waits only for us, the cards are dealt in a moment.
    const isDealt =
      isWaitingForMe(update.state) &&
      matchesNotes(table, update.state) &&
      nonceFor(update.state) !== null;
    byId("table").hidden = !isDealt;
    if (!isDealt) this.waiting.show(update, this.links);
  }

  /** @param {Model} model */
  #openScore(model) {
    const result = model.state.results.at(-1);
    if (!result || this.#scoring) return this.controller.counted();
    this.#scoring = openScoring(model, result, {
      onNext: () => this.controller.next(),
      onCounted: () => this.controller.counted(),
      onClose: () => {
        this.#scoring = null;
        const { model: now, update } = this.controller;
        if (now && update && now.state.phase === "over") this.#showOver(now, update);
      },
    });
  }

  #openMenu() {
    const { model } = this.controller;
    if (!model) return;
    openMenu({
      model,
      table,
      onResign: async () => void (await this.controller.resign()),
      onClose: async () => void (await this.controller.closeTable()),
      onLog: () => this.#openLog(),
      onHelp: openHelp,
    });
  }

  #openLog() {
    const { model } = this.controller;
    if (model) openDialog({ title: _("This round"), content: logList(model), cls: "log-dialog" });
  }
}

function sentence() {
  return /** @type {HTMLElement|null} */ (document.querySelector("[data-sentence]"));
}

/** @param {Refused|Unreachable} error */
function showProblem(error) {
  byId("table").hidden = true;
  showUnavailable(byId("waiting"), error);
}

start().catch((error) => {
  if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
  showProblem(error);
});
