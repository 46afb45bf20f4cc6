/** Requests to the server; errors carry a sentence for people. */

import { page } from "./page.js";
import { _ } from "./texts.js";

const TIMEOUT_MS = 6000;
const RETRIES = 4;
const PAUSE_MS = 500;

/** The server refused a request. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{code: string, sentence: string, version: number|null, [more: string]: any}} error
   */
  constructor(status, error) {
    super(error.sentence);
    this.status = status;
    this.code = error.code;
    this.sentence = error.sentence;
    this.version = error.version;
    this.data = error;
  }
}

/** The server did not answer. */
export class Unreachable extends Error {
  constructor() {
    super("unreachable");
    this.sentence = _(
      "The server is not responding. Everything it confirmed is saved; try again in a moment.",
    );
  }
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function get(path) {
  return request("GET", path);
}

/**
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export function post(path, body) {
  return request("POST", path, body);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function request(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": page.language };
  if (body) headers["Content-Type"] = "application/json";
  let answer, data;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    answer = await fetch(path, { method, headers, signal, body: body && JSON.stringify(body) });
    data = await answer.json();
  } catch {
    throw new Unreachable();
  }
  if (answer.ok) return data;
  if (!data?.error) throw new Unreachable(); // the answer is not from our server
  throw new Refused(answer.status, data.error);
}

/**
 * Random hexadecimal digits.
 * @param {number} bytes
 * @returns {string}
 */
function digits(bytes) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}

/** An id for a command. @returns {string} */
export const newId = () => digits(16);

/** A nonce for the deals, so that nobody else can have chosen them. @returns {string} */
export const newNonce = () => digits(16);

/**
 * Send an idempotent request: retried with the same id if no answer arrives.
 * @param {string} path
 * @param {object} body with an id, or it gets one
 * @param {() => void} [onSilence] called when no answer arrives
 * @returns {Promise<any>}
 */
export async function postOnce(path, body, onSilence) {
  const whole = { id: newId(), ...body };
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await post(path, whole);
    } catch (error) {
      const mayHelp =
        error instanceof Unreachable || (error instanceof Refused && error.status === 503);
      if (error instanceof Unreachable) onSilence?.();
      if (!mayHelp || left === 0) throw error;
      await new Promise((done) => setTimeout(done, PAUSE_MS * (RETRIES - left + 1)));
    }
  }
}

/**
 * Submit a command to a table. Commands other than actions are retried with the current version.
 * @param {string} table
 * @param {Omit<import("../types.js").Submission, "id"> & {id?: string}} body
 * @param {() => void} [onSilence] called when no answer arrives
 * @returns {Promise<import("../types.js").Accepted>}
 */
export async function command(table, body, onSilence) {
  try {
    return await postOnce(`/api/tables/${encodeURIComponent(table)}/commands`, body, onSilence);
  } catch (error) {
    const newer =
      error instanceof Refused && error.code === "stale_version" ? (error.version ?? 0) : 0;
    if (body.command.kind === "act" || newer <= body.version) throw error;
    return command(table, { ...body, version: newer }, onSilence);
  }
}

/** Register this device, so that even its first command can be retried. */
export function device() {
  return post("/api/device");
}
