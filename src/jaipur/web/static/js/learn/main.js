/** The tutorial: a prepared match on the real table, with a coach. */

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
import { createCoach } from "./coach.js";
import { positionCoach } from "./coach_position.js";
import { createHighlights, missingPicks } from "./highlights.js";
import { LessonController } from "./lesson_controller.js";
import { pickIntents } from "./pick_intents.js";

/** @typedef {import("../page_types.js").Model} Model */

/** @type {LessonController|null} */
let lesson = null;
let repositionCoach = () => {};

const intents = {
  ...pickIntents(
    (change) => lesson?.pick(change),
    () => lesson?.model.choices ?? null,
  ),
  play: () => lesson?.play(),
  next: () => lesson?.next(),
  /** @param {string} sentence */
  explain: (sentence) => lesson?.explain(sentence),
  openMenu,
  openHelp,
  openLog,
  openScore: () => lesson?.isScored && count(lesson.model, () => {}),
  repeat: () => lesson?.repeat(),
};

start();

function start() {
  const screen = createScreen(intents);
  const root = byId("coach");
  const highlights = createHighlights();
  const coach = createCoach(root, {
    onBack: () => lesson?.back(),
    onContinue: () => lesson?.next(),
    onHelp: () => lesson?.help(),
    onPlay: firstMatch,
    onFold: () => repositionCoach(),
  });
  addEventListener("resize", () => repositionCoach());
  lesson = new LessonController(page.lesson, {
    show: (model) => screen.show(model),
    coach(shown, topic) {
      coach.show(shown);
      repositionCoach = () => positionCoach(root, topic, shown.kind === "do");
      repositionCoach();
    },
    point: (wanted, picked) => highlights.show(wanted ? missingPicks(wanted, picked) : []),
    read: () => coach.focus(),
    count: (model) => count(model, coach.focus),
  });
  installKeys(intents, () => lesson?.model ?? null);
  installDrag(byId("table"), intents, () => lesson?.model ?? null);
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
  if (lesson) openDialog({ title: _("This round"), content: logList(lesson.model) });
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
      { label: _("Start again"), onChoose: () => lesson?.restart() },
      { label: _("Preferences"), onChoose: openPreferences },
      { label: _("Skip the tutorial"), onChoose: () => location.assign("/") },
    ],
  });
}

/** Create a table against the default bot. */
async function firstMatch() {
  try {
    await makeTable({ kind: "bot", bot: FIRST_BOT });
  } catch (error) {
    toast(sentenceOf(error));
  }
}
