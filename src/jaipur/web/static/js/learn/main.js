/** The tutorial: a prepared match on the very same table, with a coach beside it. */

import { openDialog, toast } from "../core/dialog.js";
import { byId, h } from "../core/dom.js";
import { sentenceOf } from "../core/failure.js";
import { FIRST_BOT, makeTable } from "../core/new_table.js";
import { page } from "../core/page.js";
import { openPreferences } from "../core/preferences_dialog.js";
import { _ } from "../core/texts.js";
import { installDrag } from "../table/drag.js";
import { openHelp } from "../table/help.js";
import { installKeys } from "../table/keys.js";
import { logList } from "../table/parts/log.js";
import { openScoring } from "../table/scoring.js";
import { createScreen } from "../table/screen.js";
import { Classroom } from "./classroom.js";
import { createCoach } from "./coach.js";
import { pickers } from "./pickers.js";
import { createRings, missing } from "./pointing.js";
import { lay } from "./spot.js";

/** @typedef {import("../page_types.js").Model} Model */

/** @type {Classroom|null} */
let classroom = null;
let relay = () => {};

const intents = {
  ...pickers(
    (change) => classroom?.pick(change),
    () => classroom?.model.plan ?? null,
  ),
  play: () => classroom?.play(),
  next: () => classroom?.next(),
  /** @param {string} sentence */
  explain: (sentence) => classroom?.explain(sentence),
  openMenu,
  openHelp,
  openLog,
  openScore: () => classroom?.isCounted && count(classroom.model, () => {}),
  repeat: () => classroom?.repeat(),
};

start();

function start() {
  const screen = createScreen(intents);
  const root = byId("coach");
  const rings = createRings();
  const coach = createCoach(root, {
    onBack: () => classroom?.back(),
    onContinue: () => classroom?.next(),
    onHelp: () => classroom?.help(),
    onPlay: firstMatch,
    onFold: () => relay(),
  });
  addEventListener("resize", () => relay());
  classroom = new Classroom(page.lesson, {
    show: (model) => screen.show(model),
    coach(shown, topic) {
      coach.show(shown);
      relay = () => lay(root, topic, shown.kind === "do");
      relay();
    },
    point: (wanted, picked) => rings.show(wanted ? missing(wanted, picked) : []),
    read: () => coach.focus(),
    count: (model) => count(model, coach.focus),
  });
  installKeys(intents, () => classroom?.model ?? null);
  installDrag(byId("table"), intents, () => classroom?.model ?? null);
}

/**
 * @param {Model} model
 * @param {() => void} onClose
 */
function count(model, onClose) {
  const result = model.state.results.at(-1);
  if (result) openScoring(model, result, { onClose });
}

function openLog() {
  if (classroom) openDialog({ title: _("This round"), content: logList(classroom.model) });
}

function openMenu() {
  openDialog({
    title: _("Tutorial"),
    content: h(
      "p",
      {},
      _("Your progress is remembered on this device: you can leave and come back."),
    ),
    actions: [
      { label: _("Start again"), onChoose: () => classroom?.restart() },
      { label: _("Preferences"), onChoose: openPreferences },
      { label: _("Skip the tutorial"), onChoose: () => location.assign("/") },
    ],
  });
}

/** A table against the mildest bot. */
async function firstMatch() {
  try {
    await makeTable({ kind: "bot", bot: FIRST_BOT });
  } catch (error) {
    toast(sentenceOf(error));
  }
}
