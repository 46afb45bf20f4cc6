/** The status line: turn, round, seals, clocks, connection, menu and help. */

import { sealDrawings } from "../../core/box.js";
import { h, icon, setAttr, setIcon, setText } from "../../core/dom.js";
import { createFit } from "../../core/fit.js";
import { _, count } from "../../core/texts.js";
import { turnWords } from "../../core/words.js";
import { createClock } from "./clock.js";

/** @typedef {import("../../page_types.js").Model} Model */
/** @typedef {import("../../page_types.js").Intents} Intents */
/** @typedef {import("../../page_types.js").Seat} Seat */

/**
 * @param {HTMLElement} root
 * @param {Intents} intents
 * @returns {{show: (model: Model) => void}}
 */
export function createStatus(root, intents) {
  const turn = h("h2", { class: "turn" });
  const round = h("span", { class: "round-number" });
  const watching = h("b", { class: "watchers-number", "aria-hidden": "true" });
  const watchingWord = h("span", { class: "watchers-word" });
  const watchers = h(
    "span",
    { class: "watchers" },
    icon("icon-eye", "watchers-icon"),
    watching,
    watchingWord,
  );
  const connection = h("span", { class: "connection", role: "status" });
  const mine = createStanding();
  const theirs = createStanding();
  const menu = iconButton("icon-menu", _("Menu"), { menu: "" }, () => intents.openMenu());
  const help = iconButton("icon-help", _("Help"), { help: "" }, () => intents.openHelp());
  const line = h("p", { class: "round-line" }, round, watchers, connection);
  const fits = [createFit(turn), createFit(line)];
  root.replaceChildren(
    h("div", { class: "whose" }, turn, line),
    h("div", { class: "standings" }, mine.element, theirs.element),
    h("div", { class: "status-buttons" }, menu, help),
  );
  return {
    show(model) {
      const { now } = model;
      setText(turn, turnWords(model));
      root.classList.toggle("is-offline", model.connection !== "live");
      root.classList.toggle("is-mine", model.isMine);
      setText(round, _("Round {n}", { n: model.round.number }));
      watchers.hidden = now.watchers === 0;
      setText(watching, String(now.watchers));
      setText(watchingWord, count("{n} watching", "{n} watching ", now.watchers).trim());
      connection.hidden = model.connection === "live";
      setText(connection, connectionWords(model));
      mine.show(model, model.bottom);
      theirs.show(model, model.top);
      for (const fit of fits) fit();
    },
  };
}

/** @param {Model} model */
function connectionWords({ connection }) {
  if (connection === "lost") return _("Reconnecting …");
  return connection === "connecting" ? _("Connecting …") : "";
}

/** Name, seals and clock of one seat. */
function createStanding() {
  const name = h("span", { class: "standing-name" });
  const seals = sealDrawings(0).map((drawing) => icon(drawing, "seal"));
  const sealed = h("span", { class: "seals", role: "img" }, seals);
  const clock = createClock();
  const element = h("div", { class: "standing" }, name, sealed, clock.element);
  return {
    element,
    /**
     * @param {Model} model
     * @param {Seat} seat
     */
    show(model, seat) {
      const won = model.state.seals[seat];
      element.classList.toggle(
        "is-turn",
        model.round.turn === seat && model.state.phase === "playing",
      );
      setText(name, seat === model.seat ? _("You") : model.names[seat]);
      seals.forEach((seal, at) => {
        setIcon(seal, at < won ? "seal" : "seal-empty");
        seal.classList.toggle("is-won", at < won);
      });
      setAttr(
        sealed,
        "aria-label",
        count("{n} Seal of Excellence", "{n} Seals of Excellence", won),
      );
      clock.show(model.now, seat, model.state.seats[seat].kind !== "bot");
    },
  };
}

/**
 * @param {string} drawing
 * @param {string} label
 * @param {Record<string, string>} dataset
 * @param {() => void} onclick
 */
function iconButton(drawing, label, dataset, onclick) {
  return h(
    "button",
    { type: "button", class: "icon-button", dataset, onclick, "aria-label": label },
    icon(drawing),
  );
}
