/** Dialogs and toasts. */

import { h, icon } from "./dom.js";
import { _ } from "./texts.js";

const NOTE_MS = 5000;

/**
 * @typedef {Object} DialogAction
 * @property {string} label
 * @property {"primary"|"plain"|"danger"} [kind]
 * @property {() => (boolean|void|Promise<boolean|void>)} [onChoose] false keeps the dialog open
 */

/**
 * Open a modal dialog; Esc closes it, and the focus returns to where it was.
 * @param {{title: string, content: Node|Node[], actions?: DialogAction[], onClose?: () => void, cls?: string}} given
 * @returns {{element: HTMLDialogElement, close: () => void}}
 */
export function openDialog({ title, content, actions = [], onClose, cls = "" }) {
  const heading = h(
    "h2",
    { tabindex: -1, id: `dialog-${Math.random().toString(36).slice(2)}` },
    title,
  );
  const close = () => element.close();
  const cross = h(
    "button",
    {
      type: "button",
      class: "button plain small dialog-cross",
      "aria-label": _("Close"),
      onclick: close,
    },
    icon("icon-cross"),
  );
  const body = h("div", { class: "dialog-body" }, content);
  const element = h(
    "dialog",
    { class: `dialog ${cls}`, "aria-labelledby": heading.id },
    h("div", { class: "dialog-head" }, heading, cross),
    body,
    h("p", { class: "visually-hidden", role: "status", dataset: { announcer: "" } }),
  );
  if (actions.length)
    element.append(
      h(
        "div",
        { class: "dialog-foot" },
        actions.map((one) => button(one, close)),
      ),
    );
  const letKeysScroll = () => (body.tabIndex = body.scrollHeight > body.clientHeight ? 0 : -1);
  new ResizeObserver(letKeysScroll).observe(body);
  element.addEventListener("close", () => {
    element.remove();
    onClose?.();
  });
  element.addEventListener("click", (event) => {
    if (event.target === element) close(); // a click on the backdrop
  });
  document.body.append(element);
  element.showModal();
  letKeysScroll();
  heading.focus();
  return { element, close };
}

/**
 * @param {DialogAction} action
 * @param {() => void} close
 */
function button({ label, kind = "plain", onChoose }, close) {
  const choose = async () => {
    if ((await onChoose?.()) !== false) close();
  };
  return h("button", { type: "button", class: `button ${kind}`, onclick: choose }, label);
}

/**
 * Show a short message at the bottom, which is announced and disappears by itself.
 * @param {string} sentence
 */
export function toast(sentence) {
  // Behind an open dialog it would be neither visible nor announced.
  const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const shelf = place.querySelector(":scope > .notes") ?? newShelf(place);
  const note = h("p", { class: "note" }, sentence);
  shelf.append(note);
  setTimeout(() => note.remove(), NOTE_MS);
}

/** @param {Element} place */
function newShelf(place) {
  const shelf = h("div", { class: "notes", role: "status" });
  place.append(shelf);
  return shelf;
}
