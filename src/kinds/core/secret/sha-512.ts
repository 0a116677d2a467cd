// SHA-512 (FIPS 180-4). The package @noble/hashes has it in the file of SHA-256, which every page loads, and only keys
// of Ed25519 need it.

const WORD = 64n
const MASK = (1n << WORD) - 1n
const PRIMES = firstPrimes(80)
/** The first 64 bits of the fractional parts of the cube roots of the first eighty primes. */
const ROUNDS = PRIMES.map((prime) => root(BigInt(prime) << 192n, 3n) & MASK)
/** The same of the square roots of the first eight. */
const START = PRIMES.slice(0, 8).map((prime) => root(BigInt(prime) << 128n, 2n) & MASK)

const turned = (word: bigint, by: bigint): bigint => ((word >> by) | (word << (WORD - by))) & MASK

/** Returns the SHA-512 of bytes. */
export function sha512(bytes: Uint8Array): Uint8Array {
  const blocks = Math.ceil((bytes.length + 17) / 128)
  const padded = new DataView(new ArrayBuffer(blocks * 128))
  new Uint8Array(padded.buffer).set(bytes)
  padded.setUint8(bytes.length, 0x80)
  padded.setBigUint64(blocks * 128 - 8, BigInt(bytes.length) * 8n)
  let state: readonly bigint[] = START
  for (let at = 0; at < padded.byteLength; at += 128) {
    const mixed = afterBlock(state, wordsOf(padded, at))
    state = state.map((word, i) => (word + (mixed[i] ?? 0n)) & MASK)
  }
  const result = new DataView(new ArrayBuffer(64))
  for (const [i, word] of state.entries()) result.setBigUint64(i * 8, word)
  return new Uint8Array(result.buffer)
}

function wordsOf(padded: DataView, at: number): readonly bigint[] {
  const words = Array.from({ length: 16 }, (_, i) => padded.getBigUint64(at + i * 8))
  for (let i = 16; i < 80; i++) {
    const [before, second, first, oldest] = [words[i - 15], words[i - 2], words[i - 7], words[i - 16]]
    if (before === undefined || second === undefined || first === undefined || oldest === undefined) break
    const low = turned(before, 1n) ^ turned(before, 8n) ^ (before >> 7n)
    const high = turned(second, 19n) ^ turned(second, 61n) ^ (second >> 6n)
    words.push((oldest + low + first + high) & MASK)
  }
  return words
}

function afterBlock(state: readonly bigint[], words: readonly bigint[]): readonly bigint[] {
  let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state
  for (const [i, word] of words.entries()) {
    const high = turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n)
    const one = h + high + ((e & f) ^ (~e & MASK & g)) + (ROUNDS[i] ?? 0n) + word
    const low = turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n)
    const two = low + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & MASK, c, b, a, (one + two) & MASK]
  }
  return [a, b, c, d, e, f, g, h]
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}

/** The whole part of a root of a number, by halving. */
function root(of: bigint, degree: bigint): bigint {
  let [low, high] = [0n, 1n << 80n]
  while (low < high) {
    const middle = (low + high + 1n) >> 1n
    if (middle ** degree <= of) low = middle
    else high = middle - 1n
  }
  return low
}
