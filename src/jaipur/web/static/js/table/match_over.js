/** After the match: the winner, the score, and what to do next. */

import { createAdvice } from "../after/advice.js";
import { createRematch } from "../after/rematch.js";
import { scoreTable } from "../after/score_table.js";
import { openShare, recordPath, replayPath } from "../after/share.js";
import { createClickFilter } from "../core/accidental_clicks.js";
import { sealDrawings } from "../core/box.js";
import { h, icon, setAttr, setText } from "../core/dom.js";
import { keepFinished } from "../core/table_memory.js";
import { _, count } from "../core/texts.js";
import { openDealsCheck } from "../verify/open.js";
import { namesOf } from "./model.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {import("../page_types.js").State} State */
/** @typedef {import("../page_types.js").Seat} Seat */
/** @typedef {import("../page_types.js").Update} Update */

/** @typedef {{onRematch: () => (void|Promise<void>), onLook: () => void}} MatchOverHandlers onLook: the sheet was closed to look at the table */
/** @typedef {{state: State, me: Seat|null, first: Seat, names: [string, string], isPlayer: boolean}} Seen */

/**
 * A sheet over the table; a button in the dock reopens it.
 * @param {HTMLElement} root an empty element outside the sections of the table
 * @param {MatchOverHandlers} handlers
 * @returns {{show: (model: Model|null, update: Update) => void, open: () => void}}
 */
export function createMatchOver(root, handlers) {
  const heading = h("h2", { id: "over-heading", tabindex: -1 });
  const seals = h("p", { class: "over-seals" });
  const fold = h(
    "button",
    { type: "button", class: "button plain small over-fold", onclick: look },
    icon("icon-eye"),
    h("span", { class: "over-fold-label" }, _("Look at the table")),
  );
  const score = h("div", { class: "over-score" });
  const advice = createAdvice();
  const rematch = createRematch(handlers.onRematch);
  const buttons = createButtons();
  const body = h(
    "div",
    { class: "over-body" },
    advice.element,
    score,
    h("div", { class: "over-do" }, rematch.element, buttons.element),
  );
  const head = h(
    "header",
    { class: "over-head" },
    h("div", { class: "over-who" }, heading, seals),
    fold,
  );
  const ignoreEarlyClicks = createClickFilter(root);
  root.classList.add("over");
  setAttr(root, "role", "region");
  setAttr(root, "aria-labelledby", heading.id);
  root.hidden = true;

  function look() {
    root.hidden = true;
    coverTable(false);
    handlers.onLook();
  }

  function open() {
    root.hidden = false;
    ignoreEarlyClicks();
    coverTable(true);
    heading.focus({ preventScroll: true });
  }

  /** @param {Seen} seen */
  function draw(seen) {
    const { state, me, first, names, isPlayer } = seen;
    const isPlayed = state.round !== null;
    if (state.ending) setText(heading, state.ending.words);
    setText(seals, "");
    if (isPlayed) seals.append(...sealsOf(seen));
    fold.hidden = !isPlayed;
    score.replaceChildren(
      ...(state.results.length ? [scoreTable({ results: state.results, names, me, first })] : []),
      ...unfinished(state),
    );
    advice.show(isPlayer && state.ending?.cause === "seals" ? state.table : null);
    rematch.show(state, { me, names, isPlayer: isPlayer && isPlayed });
    buttons.show(state, isPlayer, isPlayed);
  }

  return {
    show(model, update) {
      draw(seenBy(model, update));
      if (root.firstChild) return; // do not interrupt somebody who looks at the table
      root.append(head, body);
      keepFinished(update.state.table);
      open();
    },
    open,
  };
}

/** Make what is under the sheet unreachable by keyboard, too. @param {boolean} isCovered */
function coverTable(isCovered) {
  for (const id of ["tokens", "market", "dock", "hand"]) {
    const part = document.getElementById(id);
    if (part) part.inert = isCovered;
  }
}

/**
 * @param {Model|null} model null if there never was a round
 * @param {Update} update
 * @returns {Seen}
 */
function seenBy(model, { state }) {
  const me = model ? model.seat : state.seat;
  const isPlayer = model ? !model.isReadOnly : me !== null;
  return { state, me, first: model?.bottom ?? me ?? 0, names: namesOf(state), isPlayer };
}

/**
 * The seals of both players, mine first.
 * @param {Seen} seen
 */
function sealsOf({ state, me, first, names }) {
  return [first, 1 - first].map((seat) => {
    const n = state.seals[seat];
    const name = seat === me ? _("You") : names[seat];
    return h(
      "span",
      { class: "over-side" },
      h("strong", {}, name),
      sealDrawings(n).map((drawing) => icon(drawing, "icon over-seal")),
      h("span", { class: "visually-hidden" }, count("{n} seal", "{n} seals", n)),
    );
  });
}

/**
 * A note that an unfinished round has no score.
 * @param {State} state
 */
function unfinished({ round, results }) {
  if (!round || round.number <= results.length) return [];
  return [
    h(
      "p",
      { class: "muted" },
      _("Round {n} was not finished, so it is not scored.", { n: round.number }),
    ),
  ];
}

/** The buttons: replay, share, check the deals, leave. */
function createButtons() {
  /** @type {State|null} */
  let shown = null;
  const replay = h("a", { class: "button" }, icon("icon-play"), _("Replay"));
  const share = h(
    "button",
    { type: "button", class: "button", onclick: () => shown && openShare(shown.table) },
    icon("icon-share"),
    _("Share"),
  );
  const record = h("a", { class: "button" }, icon("icon-download"), _("Download the record"));
  const onCheck = () => shown && openDealsCheck(shown.table, shown.results);
  const check = h(
    "button",
    { type: "button", class: "button", onclick: onCheck },
    icon("icon-shield"),
    _("Check the deals"),
  );
  const home = h("a", { class: "button", href: "/" }, icon("icon-home"), _("Home"));
  return {
    element: h("div", { class: "over-buttons" }, replay, share, record, check, home),
    /**
     * @param {State} state
     * @param {boolean} isPlayer
     * @param {boolean} isPlayed
     */
    show(state, isPlayer, isPlayed) {
      shown = state;
      setAttr(replay, "href", replayPath(state.table));
      setAttr(record, "href", recordPath(state.table));
      setAttr(record, "download", `${state.table}.jaipur`);
      for (const one of [replay, record, check]) one.hidden = !isPlayed;
      share.hidden = !isPlayed || !isPlayer || state.options.private;
    },
  };
}
