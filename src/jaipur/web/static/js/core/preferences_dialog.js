/** The preferences dialog; each choice takes effect immediately. */

import { openDialog } from "./dialog.js";
import { h, setText } from "./dom.js";
import { askPermission, permission } from "./notify.js";
import { page } from "./page.js";
import { preferences } from "./preferences.js";
import { _ } from "./texts.js";

/** @typedef {import("./preferences.js").Preferences} Preferences */

/** Open the preferences. */
export function openPreferences() {
  const now = preferences.get();
  openDialog({
    title: _("Preferences"),
    cls: "preferences",
    content: [playing(now), looks(now), signs(now), you(now)],
    actions: [{ label: _("Done"), kind: "primary" }],
  });
}

/** @param {Preferences} now */
function playing(now) {
  return group(
    _("Playing"),
    choice("confirm", _("Ask before an action is played"), now, [
      ["never", _("Never")],
      ["reveals", _("If cards are turned over")],
      ["always", _("Always")],
    ]),
    tick(
      "letters",
      _("Single-letter keys"),
      _("1–5 for the market, a–j for the hand, / for notation."),
      now,
    ),
    choice("aid", _("Memory aid for new tables"), now, [
      ["off", _("Off")],
      ["counts", _("Counts")],
      ["full", _("Full")],
    ]),
  );
}

/** @param {Preferences} now */
function looks(now) {
  return group(
    _("Look"),
    choice("theme", _("Theme"), now, [
      ["system", _("As the device")],
      ["light", _("Day")],
      ["dark", _("Night")],
    ]),
    choice("speed", _("Animation"), now, [
      ["off", _("Off")],
      ["fast", _("Fast")],
      ["normal", _("Normal")],
      ["slow", _("Slow")],
    ]),
  );
}

/** @param {Preferences} now */
function signs(now) {
  const sound = tick("sound", _("Sound"), _("A soft one, also for cards and coins."), now);
  return group(_("When it is your turn"), sound, notifications(now));
}

/** @param {Preferences} now */
function you(now) {
  const name = h("input", {
    type: "text",
    id: "preference-name",
    maxlength: 30,
    value: now.name,
    autocomplete: "nickname",
    placeholder: _("Player"),
    oninput: () => preferences.set({ name: name.value.trim() }),
  });
  return group(
    _("You"),
    h(
      "div",
      { class: "field" },
      h("label", { for: "preference-name" }, _("Your name at new tables")),
      name,
    ),
    h("p", { class: "row languages" }, language("en", "English"), language("fr", "Français")),
  );
}

/**
 * @param {string} code
 * @param {string} name
 */
function language(code, name) {
  const there = new URL(location.href);
  there.searchParams.set("lang", code);
  const current = code === page.language ? "true" : null;
  return h(
    "a",
    {
      class: "button small",
      href: there.href,
      lang: code,
      hreflang: code,
      "aria-current": current,
    },
    name,
  );
}

/**
 * @param {string} title
 * @param {...HTMLElement} parts
 */
function group(title, ...parts) {
  return h("section", { class: "preference-group" }, h("h3", {}, title), parts);
}

/**
 * @param {keyof Preferences} name
 * @param {string} legend
 * @param {Preferences} now
 * @param {[string, string][]} options value and label
 */
function choice(name, legend, now, options) {
  const one = (/** @type {[string, string]} */ [value, label]) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: `preference-${name}`,
        value,
        checked: now[name] === value,
        onchange: () => preferences.set({ [name]: value }),
      }),
      h("span", {}, label),
    );
  return h(
    "fieldset",
    { class: "segments" },
    h("legend", {}, legend),
    h("div", {}, options.map(one)),
  );
}

/**
 * @param {"letters"|"sound"} name
 * @param {string} label
 * @param {string} hint
 * @param {Preferences} now
 */
function tick(name, label, hint, now) {
  const input = h("input", {
    type: "checkbox",
    checked: now[name],
    onchange: () => preferences.set({ [name]: input.checked }),
  });
  return h(
    "label",
    { class: "tick" },
    input,
    h("span", {}, h("b", {}, label), " ", h("small", {}, hint)),
  );
}

/** @param {Preferences} now */
function notifications(now) {
  const hint = h("small", { role: "status" }, permissionWords());
  const input = h("input", {
    type: "checkbox",
    checked: now.notify && permission() === "granted",
    disabled: permission() === "unavailable",
    onchange: async () => {
      const isAllowed = !input.checked || (await askPermission()) === "granted";
      input.checked = input.checked && isAllowed;
      preferences.set({ notify: input.checked });
      setText(hint, permissionWords());
    },
  });
  return h(
    "label",
    { class: "tick" },
    input,
    h("span", {}, h("b", {}, _("System notification")), " ", hint),
  );
}

/** The current permission for notifications, in words. */
function permissionWords() {
  const now = permission();
  if (now === "unavailable") return _("This browser allows no notifications at this address.");
  if (now === "denied")
    return _("The browser blocks notifications for this site; allow them in its settings.");
  return _("While this tab is in the background.");
}
