/** Local storage: preferences, and other values by key. */

/**
 * @typedef {Object} Preferences
 * @property {"never"|"reveals"|"always"} confirm
 * @property {"off"|"fast"|"normal"|"slow"} speed of animations
 * @property {boolean} letters single-letter keys
 * @property {boolean} sound
 * @property {boolean} notify system notifications
 * @property {"system"|"light"|"dark"} theme
 * @property {"off"|"counts"|"full"} aid memory aid for new tables
 * @property {string} name
 * @property {boolean} adviceSeen
 */

/** @type {Preferences} */
const DEFAULTS = {
  confirm: "never",
  speed: "normal",
  letters: true,
  sound: false,
  notify: false,
  theme: "system",
  aid: "counts",
  name: "",
  adviceSeen: false,
};

const PREFIX = "jaipur.";

/** Values by key, as JSON; without storage they last as long as the page. */
export const memory = {
  /** @type {Record<string, string>} */
  fallback: {},

  /**
   * @param {string} key
   * @returns {any} null if there is none
   */
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + key) ?? this.fallback[key] ?? "null");
    } catch {
      return null;
    }
  },

  /**
   * @param {string} key
   * @param {any} value
   */
  set(key, value) {
    this.fallback[key] = JSON.stringify(value);
    try {
      localStorage.setItem(PREFIX + key, this.fallback[key]);
    } catch {
      // Storage is full or blocked: the page works without it.
    }
  },

  /** Whether a value was really stored. @param {string} key @returns {boolean} */
  isKept(key) {
    try {
      return localStorage.getItem(PREFIX + key) === this.fallback[key];
    } catch {
      return false;
    }
  },

  /** @param {string} key */
  drop(key) {
    delete this.fallback[key];
    try {
      localStorage.removeItem(PREFIX + key);
    } catch {
      // As above.
    }
  },
};

/** @type {((preferences: Preferences) => void)[]} */
const listeners = [];

/** The preferences of this browser. */
export const preferences = {
  /** @returns {Preferences} */
  get() {
    return { ...DEFAULTS, ...memory.get("preferences") };
  },

  /** @param {Partial<Preferences>} changed */
  set(changed) {
    memory.set("preferences", { ...this.get(), ...changed });
    notifyListeners();
  },

  /** @param {(preferences: Preferences) => void} listener */
  onChange(listener) {
    listeners.push(listener);
  },
};

function notifyListeners() {
  const now = preferences.get();
  applyTheme(now);
  for (const listener of listeners) listener(now);
}

/** @param {Preferences} now */
function applyTheme(now) {
  const root = document.documentElement;
  root.dataset.theme = now.theme;
  const asksForLess = matchMedia("(prefers-reduced-motion: reduce)").matches;
  root.dataset.motion = now.speed === "off" ? "off" : asksForLess ? "reduced" : "full";
}

applyTheme(preferences.get());
window.addEventListener("storage", notifyListeners);
matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", notifyListeners);
