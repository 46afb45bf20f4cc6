/** Subscribes to the updates of a table: by event stream, by polling in a hidden tab, with reconnection. */

import { get, Refused } from "./api.js";
import { page } from "./page.js";

/** @typedef {import("../page_types.js").Update} Update */
/** @typedef {import("../types.js").Now} Now */
/** @typedef {import("../page_types.js").Connection} Connection */

const PAUSES_MS = [300, 1000, 2000, 4000, 8000];
const HIDDEN_MS = 5000;
const POLL_MS = 10000;
const QUIET_MS = 20000;

/**
 * @typedef {Object} Subscriber
 * @property {number|null} [seat] the seat to view as, if this device holds both
 * @property {(update: Update) => void} onUpdate
 * @property {(now: Now) => void} onNow
 * @property {(connection: Connection) => void} onConnection
 * @property {(refused: Refused) => void} onUnavailable the table is not visible (any more)
 */

/**
 * Subscribe to a table until closed. The first update has the whole log; later ones what is new.
 * @param {string} table
 * @param {Subscriber} subscriber
 * @returns {{close: () => void}}
 */
export function subscribe(table, subscriber) {
  return new Subscription(table, subscriber);
}

class Subscription {
  /** @type {EventSource|null} */
  #source = null;
  /** @type {number|null} */
  #version = null;
  #timer = 0;
  #hiddenTimer = 0;
  #failures = 0;
  #closed = false;

  /**
   * @param {string} table
   * @param {Subscriber} subscriber
   */
  constructor(table, subscriber) {
    this.table = table;
    this.subscriber = subscriber;
    subscriber.onConnection("connecting");
    if (document.hidden) this.#poll();
    else this.#open();
    addEventListener("online", this.#retryNow);
    addEventListener("offline", this.#lost);
    document.addEventListener("visibilitychange", this.#visibility);
  }

  close() {
    this.#closed = true;
    this.#stop();
    clearTimeout(this.#hiddenTimer);
    removeEventListener("online", this.#retryNow);
    removeEventListener("offline", this.#lost);
    document.removeEventListener("visibilitychange", this.#visibility);
  }

  /** @param {string} what */
  #path(what) {
    const query = new URLSearchParams();
    if (this.#version !== null) query.set("after", String(this.#version));
    if (this.subscriber.seat !== null && this.subscriber.seat !== undefined) {
      query.set("seat", String(this.subscriber.seat));
    }
    query.set("language", page.language); // EventSource sends no custom headers
    return `/api/tables/${encodeURIComponent(this.table)}/${what}?${query}`;
  }

  #open() {
    this.#stop();
    const source = new EventSource(this.#path("events"));
    this.#source = source;
    source.addEventListener("open", () => this.#live());
    source.addEventListener("update", (event) => this.#take(JSON.parse(event.data)));
    source.addEventListener("now", (event) =>
      this.#onData(() => this.subscriber.onNow(JSON.parse(event.data))),
    );
    source.addEventListener("error", this.#lost);
    this.#onData();
  }

  /** Something arrived. After a silence the stream may have died unnoticed: then check by a request. */
  #onData(then = () => {}) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), QUIET_MS);
    then();
  }

  async #check() {
    const source = this.#source;
    try {
      this.#take(await get(this.#path("updates")));
      if (source === this.#source) this.#onData();
    } catch {
      if (source === this.#source) this.#lost();
    }
  }

  #stop() {
    this.#source?.close();
    this.#source = null;
    clearTimeout(this.#timer);
  }

  #live() {
    this.#failures = 0;
    this.subscriber.onConnection("live");
  }

  /** @param {Update} update */
  #take(update) {
    if (this.#closed) return;
    if (this.#source) this.#onData();
    const isNew = this.#version === null || update.version > this.#version;
    this.#version = Math.max(update.version, this.#version ?? 0);
    if (isNew) this.subscriber.onUpdate(update);
    else this.subscriber.onNow(update.now);
  }

  #lost = () => {
    if (this.#closed) return;
    this.#stop();
    const pause = PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length - 1)];
    this.#failures += 1;
    if (this.#failures > 1) this.subscriber.onConnection("lost");
    this.#timer = setTimeout(() => this.#reconnect(), pause);
  };

  #retryNow = () => {
    if (this.#closed || this.#source) return;
    this.#failures = 1;
    this.#stop();
    this.#reconnect();
  };

  /** A plain request tells what a stream cannot: whether the table is still visible. */
  async #reconnect() {
    try {
      const update = await get(this.#path("updates"));
      if (this.#closed) return;
      this.#live();
      this.#take(update);
      this.#open();
    } catch (error) {
      if (this.#closed) return;
      if (error instanceof Refused && error.status < 500 && error.status !== 429) {
        this.close();
        this.subscriber.onUnavailable(error);
      } else {
        this.#lost();
      }
    }
  }

  /** A hidden tab closes its stream: a browser has only six connections per server. */
  #visibility = () => {
    clearTimeout(this.#hiddenTimer);
    if (!document.hidden) {
      if (!this.#source) this.#retryNow();
      return;
    }
    this.#hiddenTimer = setTimeout(() => this.#poll(), HIDDEN_MS);
  };

  async #poll() {
    this.#stop();
    if (this.#closed || !document.hidden) return;
    try {
      this.#take(await get(this.#path("updates")));
    } catch {
      // Retried soon, and immediately when the tab becomes visible.
    }
    if (!this.#closed && document.hidden) this.#timer = setTimeout(() => this.#poll(), POLL_MS);
  }
}
