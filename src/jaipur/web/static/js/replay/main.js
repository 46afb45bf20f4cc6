/** The replay page: a finished match step by step, with both hands visible. */

import { announce } from "../core/announce.js";
import { Refused, Unreachable } from "../core/api.js";
import { openDialog } from "../core/dialog.js";
import { byId, h } from "../core/dom.js";
import { _ } from "../core/texts.js";
import * as motion from "../table/motion.js";
import { createHand } from "../table/parts/hand.js";
import { createMarket } from "../table/parts/market.js";
import { createOpponent } from "../table/parts/opponent.js";
import { createStatus } from "../table/parts/status.js";
import { createTokens } from "../table/parts/tokens.js";
import { createControls } from "./controls.js";
import { installReplayKeys } from "./keys.js";
import { openReplayHelp, openReplayMenu } from "./menu.js";
import { Player } from "./player.js";
import { createStepList } from "./step_list.js";
import { loadMatch, modelAt, stepWords } from "./steps.js";
import { showUnavailable } from "./unavailable.js";

/** @typedef {import("./steps.js").Match} Match */
/** @typedef {import("../page_types.js").Intents} Intents */

const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** The secret of the link, which is then removed from the URL. */
function takeKey() {
  const key = new URLSearchParams(location.hash.slice(1)).get("watch");
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  return key;
}

/**
 * The intents of a replay: nothing can be picked or played.
 * @param {Match} match
 * @param {Player} player
 * @returns {Intents}
 */
function intentsFor(match, player) {
  const nothing = () => {};
  return {
    pickMarket: nothing,
    pickHand: nothing,
    pickPile: nothing,
    change: nothing,
    fill: nothing,
    clear: nothing,
    play: nothing,
    stage: () => false,
    next: nothing,
    openScore: nothing,
    repeat: nothing,
    explain: nothing,
    openMenu: () => openReplayMenu(match, player),
    openHelp: openReplayHelp,
    openLog: () => openList(match, player),
  };
}

/**
 * @param {Match} match
 */
function showMatch(match) {
  const { steps } = match.replay;
  const player = new Player(steps.length, show);
  const list = createStepList(match, (index) => player.go(index));
  byId("log").append(h("h2", { class: "part-title" }, _("What happened")), list.element);
  const intents = intentsFor(match, player);
  const parts = [
    createStatus(byId("status"), intents),
    createOpponent(byId("opponent"), intents),
    createTokens(byId("tokens"), intents),
    createMarket(byId("market"), intents),
    createHand(byId("hand"), intents),
  ];
  const controls = createControls(byId("dock"), match, player);

  /** @param {number} [came] the step before this one */
  function show(came) {
    const { index } = player;
    const model = modelAt(match, index);
    motion.settle();
    const before = motion.snapshot();
    for (const part of parts) part.show(model);
    controls.show();
    list.show(index);
    if (came === index - 1 && !steps[index].result)
      motion.play([steps[index].event], before, model);
    const isOnSlider = document.activeElement?.matches(".replay-slider");
    if (came !== undefined && came !== index && !isOnSlider) announce(stepWords(match, index));
  }

  byId("table").hidden = false;
  show();
  byId("table").removeAttribute("data-unseen");
  installReplayKeys(player);
}

/**
 * The list in a dialog, where there is no room next to the table.
 * @param {Match} match
 * @param {Player} player
 */
function openList(match, player) {
  const list = createStepList(match, (index) => {
    dialog.close();
    player.go(index);
  });
  const dialog = openDialog({
    title: _("What happened"),
    content: list.element,
    cls: "log-dialog",
  });
  list.show(player.index);
}

loadMatch(table, takeKey()).then(showMatch, (error) => {
  if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
  byId("table").hidden = true;
  showUnavailable(byId("trouble"), table, error);
});
