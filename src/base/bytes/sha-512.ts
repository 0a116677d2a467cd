import { onDemand } from '../on-demand.js'

// SHA-512 (FIPS 180-4). The package @noble/hashes has it in the file of SHA-256, which every page loads, and few pages
// need it. Each word of 64 bits is two halves of 32, as BigInts are fifty times slower. Words move one by one: until V8
// has compiled it, a swap by destructuring makes an array, thousands of times for a document.

const BLOCK = 128
const ROUNDS = 80
/** The first 64 bits of the fractional parts of the cube roots of the first eighty primes. */
const constants = onDemand(() => halvesOf(firstPrimes(ROUNDS).map((prime) => root(BigInt(prime) << 192n, 3n))))
/** The same of the square roots of the first eight. */
const start = onDemand(() => halvesOf(firstPrimes(8).map((prime) => root(BigInt(prime) << 128n, 2n))))

/** Words of 64 bits, by their upper and lower halves. */
type Words = { readonly high: Int32Array; readonly low: Int32Array }

/** The SHA-512 of bytes that arrive in pieces. */
export type Sha512 = { readonly update: (piece: Uint8Array) => Sha512; readonly digest: () => Uint8Array }

/** Returns the SHA-512 of bytes. */
export const sha512 = (bytes: Uint8Array): Uint8Array => createSha512().update(bytes).digest()

/** Starts the SHA-512 of no bytes. */
export function createSha512(): Sha512 {
  const state: Words = { high: start().high.slice(), low: start().low.slice() }
  const words: Words = { high: new Int32Array(ROUNDS), low: new Int32Array(ROUNDS) }
  const rest = new Uint8Array(BLOCK)
  let filled = 0
  let length = 0
  const mix = (block: Uint8Array, at: number) => {
    readWords(words, block, at)
    mixBlock(state, words)
  }
  const hash: Sha512 = {
    update(piece) {
      length += piece.length
      let at = 0
      while (at < piece.length) {
        if (filled === 0 && piece.length - at >= BLOCK) {
          mix(piece, at)
          at += BLOCK
          continue
        }
        const taken = piece.subarray(at, at + BLOCK - filled)
        rest.set(taken, filled)
        at += taken.length
        filled = (filled + taken.length) % BLOCK
        if (filled === 0) mix(rest, 0)
      }
      return hash
    },
    digest() {
      const bits = BigInt(length) * 8n
      const end = new DataView(new ArrayBuffer(filled < BLOCK - 16 ? BLOCK - filled : 2 * BLOCK - filled))
      end.setUint8(0, 0x80)
      end.setBigUint64(end.byteLength - 8, bits)
      hash.update(new Uint8Array(end.buffer))
      const result = new DataView(new ArrayBuffer(64))
      for (let i = 0; i < 8; i++) {
        result.setInt32(i * 8, state.high[i]!)
        result.setInt32(i * 8 + 4, state.low[i]!)
      }
      return new Uint8Array(result.buffer)
    },
  }
  return hash
}

/** Reads the sixteen words of a block, and makes the others from them. */
function readWords({ high, low }: Words, block: Uint8Array, at: number): void {
  const view = new DataView(block.buffer, block.byteOffset + at, BLOCK)
  for (let i = 0; i < 16; i++) {
    high[i] = view.getInt32(i * 8)
    low[i] = view.getInt32(i * 8 + 4)
  }
  for (let i = 16; i < ROUNDS; i++) {
    const ah = high[i - 15]!
    const al = low[i - 15]!
    const bh = high[i - 2]!
    const bl = low[i - 2]!
    // Turned by 1 and 8 and shifted by 7; turned by 19 and 61 and shifted by 6.
    const firstHigh = ((ah >>> 1) | (al << 31)) ^ ((ah >>> 8) | (al << 24)) ^ (ah >>> 7)
    const firstLow = ((al >>> 1) | (ah << 31)) ^ ((al >>> 8) | (ah << 24)) ^ ((al >>> 7) | (ah << 25))
    const secondHigh = ((bh >>> 19) | (bl << 13)) ^ ((bl >>> 29) | (bh << 3)) ^ (bh >>> 6)
    const secondLow = ((bl >>> 19) | (bh << 13)) ^ ((bh >>> 29) | (bl << 3)) ^ ((bl >>> 6) | (bh << 26))
    const sum = (firstLow >>> 0) + (secondLow >>> 0) + (low[i - 7]! >>> 0) + (low[i - 16]! >>> 0)
    low[i] = sum
    high[i] = firstHigh + secondHigh + high[i - 7]! + high[i - 16]! + carryOf(sum)
  }
}

/** What a sum of lower halves adds to the upper one. */
const carryOf = (sum: number): number => (sum / 0x1_0000_0000) | 0

/** Mixes the words of a block into the state. */
function mixBlock({ high, low }: Words, words: Words): void {
  const { high: highs, low: lows } = constants()
  let [ah = 0, bh = 0, ch = 0, dh = 0, eh = 0, fh = 0, gh = 0, hh = 0] = high
  let [al = 0, bl = 0, cl = 0, dl = 0, el = 0, fl = 0, gl = 0, hl = 0] = low
  for (let i = 0; i < ROUNDS; i++) {
    // The last of them, e turned by 14, 18 and 41, the choice of e between f and g, the constant and the word.
    let sum =
      (hl >>> 0) +
      ((((el >>> 14) | (eh << 18)) ^ ((el >>> 18) | (eh << 14)) ^ ((eh >>> 9) | (el << 23))) >>> 0) +
      (((el & fl) ^ (~el & gl)) >>> 0) +
      (lows[i]! >>> 0) +
      (words.low[i]! >>> 0)
    const oneHigh =
      (hh +
        (((eh >>> 14) | (el << 18)) ^ ((eh >>> 18) | (el << 14)) ^ ((el >>> 9) | (eh << 23))) +
        ((eh & fh) ^ (~eh & gh)) +
        highs[i]! +
        words.high[i]! +
        carryOf(sum)) |
      0
    const oneLow = sum | 0
    hh = gh
    hl = gl
    gh = fh
    gl = fl
    fh = eh
    fl = el
    sum = (dl >>> 0) + (oneLow >>> 0)
    eh = (dh + oneHigh + carryOf(sum)) | 0
    el = sum | 0
    // To which come a turned by 28, 34 and 39, and what two of a, b and c agree on.
    sum =
      (oneLow >>> 0) +
      ((((al >>> 28) | (ah << 4)) ^ ((ah >>> 2) | (al << 30)) ^ ((ah >>> 7) | (al << 25))) >>> 0) +
      (((al & bl) ^ (al & cl) ^ (bl & cl)) >>> 0)
    const twoHigh =
      (((ah >>> 28) | (al << 4)) ^ ((al >>> 2) | (ah << 30)) ^ ((al >>> 7) | (ah << 25))) +
      ((ah & bh) ^ (ah & ch) ^ (bh & ch))
    dh = ch
    dl = cl
    ch = bh
    cl = bl
    bh = ah
    bl = al
    ah = (oneHigh + twoHigh + carryOf(sum)) | 0
    al = sum | 0
  }
  const mixedHigh = [ah, bh, ch, dh, eh, fh, gh, hh]
  for (const [i, mixed] of [al, bl, cl, dl, el, fl, gl, hl].entries()) {
    const sum = (low[i]! >>> 0) + (mixed >>> 0)
    low[i] = sum
    high[i] = high[i]! + mixedHigh[i]! + carryOf(sum)
  }
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}

/** The whole part of a root of a number, by Newton's method from above. */
function root(of: bigint, degree: bigint): bigint {
  for (let guess = 1n << 70n; ;) {
    const next = ((degree - 1n) * guess + of / guess ** (degree - 1n)) / degree
    if (next >= guess) return guess
    guess = next
  }
}

/** The halves of the last 64 bits of each number. */
function halvesOf(numbers: readonly bigint[]): Words {
  return {
    high: Int32Array.from(numbers, (number) => Number(BigInt.asIntN(32, number >> 32n))),
    low: Int32Array.from(numbers, (number) => Number(BigInt.asIntN(32, number))),
  }
}
