// Unpacks the page's program, which `cargo xtask dist` packs (xtask/src/pack.rs): LZMA makes it a sixth smaller than the
// gzip that browsers unpack by themselves. The bindings of the built page contain what is here.
//
// It reads .lzma files (`xz --format=lzma`) that tell their unpacked size and so have no mark at their end:
//
//   byte  0        (pb · 5 + lp) · 9 + lc: how many bits of the place and of the last byte tell odds apart
//   bytes 1 to 4   the size of the dictionary; here it is all that has been unpacked
//   bytes 5 to 12  the unpacked size, little-endian
//   bytes 13 on    what the range coder wrote, a zero first
//
// The unpacked bytes are literals and repetitions of what came before, told by decisions whose odds are learned on the way.
// There is no checksum. But the range coder must arrive at 0 with the last byte, and in a damaged file it does so by chance
// only, once in 2²⁴ times or less.

const HEADER_BYTES = 13;
/** More is asked for by a broken header only: our program takes a tenth of it. */
const MOST_BYTES = 1 << 24;

// A state tells of what kind the last literals and repetitions were: below `REPEATED` a literal came last.
const STATES = 12;
const REPEATED = 7;
const AFTER_LITERAL = [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 4, 5];

// Where the odds of every kind of decision begin. A number of n bits takes 2ⁿ odds, the first of which are not used.
const IS_REPETITION = 0;
const IS_LONG = IS_REPETITION + 16 * STATES;
const IS_OLD = IS_LONG + 16 * STATES;
const IS_NOT_LAST = IS_OLD + STATES;
const IS_NOT_SECOND = IS_NOT_LAST + STATES;
const IS_NOT_THIRD = IS_NOT_SECOND + STATES;
const SLOTS = IS_NOT_THIRD + STATES;
const MIDDLE_BITS = SLOTS + 4 * 64;
const LOW_BITS = MIDDLE_BITS + 128;
const NEW_LENGTHS = LOW_BITS + 16;
const OLD_LENGTHS = NEW_LENGTHS + 2 + 2 * 16 * 8 + 256;
const LITERALS = OLD_LENGTHS + 2 + 2 * 16 * 8 + 256;
const ODDS_PER_LITERAL = 3 * 256;

// Places in the range coder's state. (As fields of an object, numbers of 32 bits would be slow.)
const CODE = 0;
const RANGE = 1;
const NEXT = 2;

/**
 * The range coder: the packed bytes are the digits of one long number. Every decision divides the range that the number is
 * known to be in; the code is the number within it, as far as its digits have been read.
 */
class Decisions {
  constructor(packed, kinds) {
    this.packed = packed;
    // The odds of a 0, in parts of 2048.
    this.odds = new Uint16Array(kinds).fill(1024);
    this.state = new Int32Array([0, 0, HEADER_BYTES]);
    for (let byte = 0; byte < 5; byte += 1) this.refill();
    this.state[RANGE] = -1;
  }

  /** Reads a digit if the range has become small. */
  refill() {
    const { state } = this;
    if (state[RANGE] >>> 24 !== 0) return;
    state[RANGE] <<= 8;
    state[CODE] = (state[CODE] << 8) | this.packed[state[NEXT]++];
  }

  /** The next decision, 0 or 1, with the odds in place `which`. */
  bit(which) {
    this.refill();
    const { odds, state } = this;
    const own = odds[which];
    const part = Math.imul(state[RANGE] >>> 11, own);
    if (state[CODE] >>> 0 < part >>> 0) {
      state[RANGE] = part;
      odds[which] = own + ((2048 - own) >> 5);
      return 0;
    }
    state[RANGE] -= part;
    state[CODE] -= part;
    odds[which] = own - (own >> 5);
    return 1;
  }

  /** A number of so many bits, the highest first. Every bit has odds of its own after those before it. */
  number(first, bits) {
    let node = 1;
    for (let bit = 0; bit < bits; bit += 1) node = (node << 1) | this.bit(first + node);
    return node - (1 << bits);
  }

  /** A number of so many bits, the lowest first. */
  reversed(first, bits) {
    let number = 0;
    for (let [bit, node] = [0, 1]; bit < bits; bit += 1) {
      const one = this.bit(first + node);
      node = (node << 1) | one;
      number |= one << bit;
    }
    return number;
  }

  /** A number of so many bits with even odds, which are not learned, the highest first. */
  even(bits) {
    const { state } = this;
    let number = 0;
    for (let bit = 0; bit < bits; bit += 1) {
      this.refill();
      state[RANGE] >>>= 1;
      const one = state[CODE] >>> 0 >= state[RANGE] ? 1 : 0;
      if (one) state[CODE] -= state[RANGE];
      number = (number << 1) | one;
    }
    return number;
  }
}

/** A literal after a repetition. While it is like the byte that would have come next, that byte is told apart too. */
function unexpected(decisions, first, byte) {
  let node = 1;
  for (let shift = 7; shift >= 0; shift -= 1) {
    const wanted = (byte >> shift) & 1;
    const one = decisions.bit(first + 256 * (1 + wanted) + node);
    node = (node << 1) | one;
    if (one !== wanted) break;
  }
  while (node < 256) node = (node << 1) | decisions.bit(first + node);
  return node - 256;
}

function lengthOf(decisions, first, place) {
  if (!decisions.bit(first)) return 2 + decisions.number(first + 2 + 8 * place, 3);
  if (!decisions.bit(first + 1)) return 10 + decisions.number(first + 130 + 8 * place, 3);
  return 18 + decisions.number(first + 258, 8);
}

/** How many bytes are skipped on the way back to what is repeated. The slot tells the number's size and highest two bits. */
function distanceOf(decisions, length) {
  const slot = decisions.number(SLOTS + 64 * Math.min(length - 2, 3), 6);
  if (slot < 4) return slot;
  const bits = (slot >> 1) - 1;
  const high = (2 | (slot & 1)) << bits;
  if (slot < 14) return high + decisions.reversed(MIDDLE_BITS + high - slot, bits);
  return (high >>> 0) + 16 * decisions.even(bits - 4) + decisions.reversed(LOW_BITS, 4);
}

/** Which of the last four distances is taken again. */
function ageOf(decisions, state) {
  if (!decisions.bit(IS_NOT_LAST + state)) return 0;
  if (!decisions.bit(IS_NOT_SECOND + state)) return 1;
  return 2 + decisions.bit(IS_NOT_THIRD + state);
}

/** `{ size, lc, lp, pb }` of a file that may be one of ours. */
function headerOf(packed) {
  if (packed.length < HEADER_BYTES + 5) throw new Error(`only ${packed.length} bytes of it are there`);
  const view = new DataView(packed.buffer, packed.byteOffset);
  const [properties, size] = [packed[0], Number(view.getBigUint64(5, true))];
  const [lc, lp, pb] = [properties % 9, Math.floor(properties / 9) % 5, Math.floor(properties / 45)];
  if (lc + lp > 4 || pb > 4 || packed[HEADER_BYTES] !== 0) throw new Error("it begins like no .lzma file");
  if (size > MOST_BYTES) throw new Error(`unpacked it would have ${size} bytes, more than ${MOST_BYTES}`);
  return { size, lc, lp, pb };
}

function fill(unpacked, packed, { lc, lp, pb }) {
  const decisions = new Decisions(packed, LITERALS + (ODDS_PER_LITERAL << (lc + lp)));
  const distances = new Uint32Array(4);
  const size = unpacked.length;
  let state = 0;
  for (let to = 0; to < size; ) {
    if (decisions.state[NEXT] > packed.length) throw new Error(`it ends after ${to} of ${size} unpacked bytes`);
    const place = to & ((1 << pb) - 1);
    if (!decisions.bit(IS_REPETITION + 16 * state + place)) {
      const last = to > 0 ? unpacked[to - 1] : 0;
      const context = ((to & ((1 << lp) - 1)) << lc) + (last >> (8 - lc));
      const first = LITERALS + ODDS_PER_LITERAL * context;
      const known = state >= REPEATED;
      unpacked[to] = known ? unexpected(decisions, first, unpacked[to - distances[0] - 1]) : decisions.number(first, 8);
      to += 1;
      state = AFTER_LITERAL[state];
      continue;
    }
    const old = decisions.bit(IS_OLD + state);
    const age = old ? ageOf(decisions, state) : 3;
    const short = old && age === 0 && !decisions.bit(IS_LONG + 16 * state + place);
    const length = short ? 1 : lengthOf(decisions, old ? OLD_LENGTHS : NEW_LENGTHS, place);
    const distance = old ? distances[age] : distanceOf(decisions, length);
    for (let older = age; older > 0; older -= 1) distances[older] = distances[older - 1];
    distances[0] = distance;
    if (distance >= to || length > size - to) throw new Error(`it is damaged before byte ${decisions.state[NEXT]}`);
    for (const end = to + length; to < end; to += 1) unpacked[to] = unpacked[to - distance - 1];
    if (state < REPEATED) state = short ? 9 : old ? 8 : 7;
    else state = old ? 11 : 10;
  }
  decisions.refill();
  if (decisions.state[NEXT] !== packed.length || decisions.state[CODE] !== 0) throw new Error("it is damaged");
}

/**
 * What the bytes of a .lzma file hold.
 *
 * @param {Uint8Array} packed
 * @returns {Uint8Array}
 * @throws {Error} if the file is cut off, damaged, or says that it holds more than 16 MiB
 */
export function unpack(packed) {
  try {
    const header = headerOf(packed);
    const unpacked = new Uint8Array(header.size);
    fill(unpacked, packed, header);
    return unpacked;
  } catch (error) {
    throw new Error(`The packed program cannot be read: ${error.message}.`, { cause: error });
  }
}
