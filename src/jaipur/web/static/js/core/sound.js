/** Soft synthesised sounds; off by default. */

import { preferences } from "./preferences.js";

/** @typedef {"turn"|"card"|"coin"|"seal"} Sound */
/** @typedef {{at: number, hertz: number, lasts: number, loud: number, shape?: OscillatorType}} Tone */

/** @type {Record<Exclude<Sound, "card">, Tone[]>} */
const TONES = {
  turn: [
    { at: 0, hertz: 659, lasts: 0.5, loud: 0.1 },
    { at: 0.14, hertz: 880, lasts: 0.8, loud: 0.08 },
  ],
  coin: [
    { at: 0, hertz: 1976, lasts: 0.16, loud: 0.05, shape: "triangle" },
    { at: 0.07, hertz: 2637, lasts: 0.3, loud: 0.05, shape: "triangle" },
  ],
  seal: [
    { at: 0, hertz: 110, lasts: 0.25, loud: 0.25 },
    { at: 0.1, hertz: 523, lasts: 0.7, loud: 0.07 },
    { at: 0.22, hertz: 784, lasts: 0.9, loud: 0.06 },
  ],
};

/** @type {AudioContext|null} */
let context = null;

/**
 * Play a sound, if sounds are on and the browser allows it.
 * @param {Sound} sound
 */
export function play(sound) {
  if (!preferences.get().sound) return;
  const audio = ready();
  if (!audio) return;
  if (sound === "card") tap(audio);
  else for (const tone of TONES[sound]) ring(audio, tone);
}

/** Browsers play no sound before the first user interaction. */
function ready() {
  if (!context) {
    if (!("AudioContext" in window) || navigator.userActivation?.hasBeenActive === false)
      return null;
    context = new AudioContext();
  }
  if (context.state === "suspended") context.resume().catch(() => {});
  return context;
}

/**
 * A tone that is struck and fades.
 * @param {AudioContext} audio
 * @param {Tone} tone
 */
function ring(audio, { at, hertz, lasts, loud, shape = "sine" }) {
  const start = audio.currentTime + at;
  const source = new OscillatorNode(audio, { type: shape, frequency: hertz });
  source.connect(fading(audio, start, lasts, loud));
  source.start(start);
  source.stop(start + lasts);
}

/**
 * A card laid on a cloth: a breath of low noise.
 * @param {AudioContext} audio
 */
function tap(audio) {
  const lasts = 0.07;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const cloth = new BiquadFilterNode(audio, { type: "lowpass", frequency: 900 });
  source.connect(cloth).connect(fading(audio, audio.currentTime, lasts, 0.3));
  source.start();
}

/**
 * @param {AudioContext} audio
 * @param {number} start
 * @param {number} lasts
 * @param {number} loud
 */
function fading(audio, start, lasts, loud) {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  gain.connect(audio.destination);
  return gain;
}
