/** Says that it is my turn where I am not looking: in the title, and by the system if I like. */

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
 * Sign the title while the table waits for me, and tell the system once when it begins to.
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
    // Some phones only allow notifications of a service worker; the title has to do there.
  }
}

function close() {
  shown?.close();
  shown = null;
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) close();
});

/** What the browser says about notifications now. @returns {Permission} */
export function permission() {
  if (!("Notification" in window) || !window.isSecureContext) return "unavailable";
  return Notification.permission;
}

/** Ask for notifications, if that is still open. @returns {Promise<Permission>} */
export async function askPermission() {
  const now = permission();
  if (now !== "default") return now;
  try {
    return await Notification.requestPermission();
  } catch {
    return "unavailable";
  }
}
