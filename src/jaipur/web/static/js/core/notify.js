/** Turn notifications for a hidden tab: in the title and, if enabled, by the system. */

import { page } from "./page.js";
import { preferences } from "./preferences.js";
import { _ } from "./texts.js";

/** @typedef {import("../page_types.js").Model} Model */
/** @typedef {"granted"|"denied"|"default"|"unavailable"} Permission */

const plainTitle = document.title;
let wasMine = false;
/** @type {Notification|null} */
let shown = null;

/**
 * Mark the title while the table waits for me, and notify once when it starts to.
 * @param {Model} model
 */
export function notifyTurn(model) {
  const isMine = waitsForMe(model);
  document.title = isMine ? _("● Your turn – Jaipur") : plainTitle;
  if (isMine && !wasMine && document.hidden) tellSystem(model);
  if (!isMine) close();
  wasMine = isMine;
}

/** @param {Model} model */
function waitsForMe({ seat, state }) {
  return seat !== null && state.phase !== "over" && state.waits_for.includes(seat);
}

/** @param {Model} model */
function tellSystem({ state, names, top }) {
  if (!preferences.get().notify || permission() !== "granted") return;
  try {
    shown = new Notification("Jaipur", {
      body: _("It is your turn against {name}.", { name: names[top] }),
      tag: `jaipur-${state.table}`,
      icon: `${page.static}/icon.svg`,
      lang: page.language,
    });
    shown.onclick = () => {
      window.focus();
      close();
    };
  } catch {
    // Some phones only allow notifications from a service worker; the title must do there.
  }
}

function close() {
  shown?.close();
  shown = null;
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) close();
});

/** The current permission for notifications. @returns {Permission} */
export function permission() {
  if (!("Notification" in window) || !window.isSecureContext) return "unavailable";
  return Notification.permission;
}

/** Request permission for notifications, if undecided. @returns {Promise<Permission>} */
export async function askPermission() {
  const now = permission();
  if (now !== "default") return now;
  try {
    return await Notification.requestPermission();
  } catch {
    return "unavailable";
  }
}
