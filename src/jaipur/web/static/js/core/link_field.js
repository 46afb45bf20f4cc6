/** A link to share: to read, to copy, and to share where the device supports it. */

import { h, icon, setText } from "./dom.js";
import { _ } from "./texts.js";

const THANKS_MS = 3000;
let made = 0;

/**
 * A read-only field with the link, and buttons to copy and share it.
 * @param {{label: string, link: string, sentence?: string}} given `sentence` goes with a shared link
 * @returns {HTMLElement}
 */
export function linkField({ label, link, sentence }) {
  made += 1;
  const id = `link-${made}`;
  const input = h("input", {
    type: "text",
    id,
    readonly: true,
    value: link,
    onfocus: () => input.select(),
  });
  const said = h("small", { role: "status" });
  const onCopy = async () => {
    const isCopied = await copy(link, input);
    setText(said, isCopied ? _("Copied.") : _("Copy it from the field: it is selected."));
    if (isCopied) setTimeout(() => setText(said, ""), THANKS_MS);
  };
  return h(
    "div",
    { class: "field link-field" },
    h("label", { for: id }, label),
    input,
    h(
      "div",
      { class: "link-row" },
      h(
        "button",
        { type: "button", class: "button primary", onclick: onCopy },
        icon("icon-copy"),
        _("Copy"),
      ),
      "share" in navigator && shareButton(link, sentence),
      said,
    ),
  );
}

/**
 * @param {string} link
 * @param {string} [sentence]
 */
function shareButton(link, sentence) {
  const onclick = () =>
    navigator.share({ title: "Jaipur", text: sentence, url: link }).catch(() => {}); // closed again
  return h("button", { type: "button", class: "button", onclick }, icon("icon-share"), _("Share"));
}

/**
 * Copy a text to the clipboard; on plain HTTP pages only execCommand works.
 * @param {string} text
 * @param {HTMLInputElement} field holds the text
 * @returns {Promise<boolean>}
 */
export async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

/** A warning that a link works on this machine only, and what to do. @returns {HTMLElement} */
export function onlyHere() {
  return h(
    "p",
    { class: "only-here" },
    icon("icon-warn"),
    h(
      "span",
      {},
      _(
        "This link works on this machine only. For people in the same home or office, start the server with:",
      ),
      " ",
      h("code", {}, "jaipur serve --host 0.0.0.0"),
    ),
  );
}
