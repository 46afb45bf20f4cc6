/** The current step of a replay, and automatic playback. */

import { memory } from "../core/preferences.js";

const STEP_MS = 1800;
export const SPEEDS = [0.5, 1, 2, 4];
const REMEMBERED = "replay.speed";

/**
 * The label of a speed.
 * @param {number} speed
 * @returns {string}
 */
export function speedWords(speed) {
  return speed === 0.5 ? "½×" : `${speed}×`;
}

/** A position in a match that is moved by hand or by a timer. */
export class Player {
  #timer = 0;
  index = 0;
  speed = SPEEDS.includes(memory.get(REMEMBERED)) ? memory.get(REMEMBERED) : 1;

  /**
   * @param {number} length how many steps there are
   * @param {(before: number) => void} onChange gets the index it was at
   */
  constructor(length, onChange) {
    this.length = length;
    this.onChange = onChange;
  }

  get isPlaying() {
    return this.#timer !== 0;
  }

  get isAtEnd() {
    return this.index === this.length - 1;
  }

  /**
   * Go to a step; this stops playback.
   * @param {number} index
   */
  go(index) {
    this.#stop();
    this.#move(index);
  }

  /** @param {number} steps */
  by(steps) {
    this.go(this.index + steps);
  }

  /** Start or stop playback; at the end, start over. */
  toggle() {
    if (this.isPlaying) {
      this.#stop();
      this.onChange(this.index);
      return;
    }
    this.#start();
    this.#move(this.isAtEnd ? 0 : this.index + 1);
  }

  /** Switch to the next speed, from the fastest to the slowest. */
  faster() {
    this.setSpeed(SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    memory.set(REMEMBERED, speed);
    if (this.isPlaying) this.#start();
    this.onChange(this.index);
  }

  #start() {
    this.#stop();
    this.#timer = setInterval(() => this.#tick(), STEP_MS / this.speed);
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  #tick() {
    if (this.index >= this.length - 2) this.#stop();
    this.#move(this.index + 1);
  }

  /** @param {number} index */
  #move(index) {
    const before = this.index;
    this.index = Math.max(0, Math.min(this.length - 1, index));
    this.onChange(before);
  }
}
