/** SHA-256 and HMAC in plain JavaScript: browsers offer theirs on HTTPS pages only. */

const BLOCK = 64;
const ROOT_BITS = 2 ** 32;

/** The first 32 bits of the fractional part of a root. @param {number} root */
const fraction = (root) => Math.floor((root - Math.floor(root)) * ROOT_BITS) | 0;

/** @param {number} amount @returns {number[]} the first prime numbers */
function primes(amount) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < amount; n += 1) {
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  }
  return found;
}

// The constants of the standard are roots of primes; doubles are exact enough, as a test proves.
const ROUND_WORDS = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

/**
 * @param {number} word
 * @param {number} by
 */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * The message, a one bit, zeros, and its length in bits, in whole blocks.
 * @param {Uint8Array} bytes
 * @returns {DataView}
 */
function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / (ROOT_BITS / 8)));
  view.setUint32(whole.length - 4, bytes.length * 8);
  return view;
}

/**
 * The 64 words of a block: sixteen of the message, the others mixed from them.
 * @param {DataView} view
 * @param {number} from
 * @param {Int32Array} words
 */
function spread(view, from, words) {
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(from + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const a = words[i - 15];
    const b = words[i - 2];
    const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words[i] = words[i - 16] + low + words[i - 7] + high;
  }
}

/**
 * Mix one block into the state.
 * @param {Int32Array} state
 * @param {Int32Array} words
 */
function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + ROUND_WORDS[i] + words[i]) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] += word;
  });
}

/**
 * The SHA-256 digest.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(bytes) {
  const view = padded(bytes);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let from = 0; from < view.byteLength; from += BLOCK) {
    spread(view, from, words);
    mix(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, word] of state.entries()) digest.setInt32(4 * i, word);
  return new Uint8Array(digest.buffer);
}

/**
 * HMAC with SHA-256.
 * @param {Uint8Array} key
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} 32 bytes
 */
export function hmacSha256(key, bytes) {
  const short = key.length > BLOCK ? sha256(key) : key;
  const inner = new Uint8Array(BLOCK + bytes.length).fill(0x36, 0, BLOCK);
  const outer = new Uint8Array(BLOCK + 32).fill(0x5c, 0, BLOCK);
  short.forEach((byte, i) => {
    inner[i] ^= byte;
    outer[i] ^= byte;
  });
  inner.set(bytes, BLOCK);
  outer.set(sha256(inner), BLOCK);
  return sha256(outer);
}
