const WORD = 2 ** 32
const { constants, start } = primes()

/** The SHA-256 of a text in UTF-8 (FIPS 180-4). */
export function sha256(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  const state = Uint32Array.from(start)
  for (let at = 0; at < padded.length; at += 64) mix(state, view, at)
  const out = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => out.setUint32(i * 4, word))
  return new Uint8Array(out.buffer)
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

function mix(state: Uint32Array, view: DataView, at: number): void {
  const words = new Uint32Array(64)
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4)
  for (let i = 16; i < 64; i++) {
    const [x, y] = [words[i - 15]!, words[i - 2]!]
    words[i] =
      words[i - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + words[i - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))
  }
  let [a, b, c, d, e, f, g, h] = [...state] as [number, number, number, number, number, number, number, number] // there are eight
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i]! + words[i]!) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word))
}

/** The first bits of the roots of the first primes. */
function primes(): { readonly constants: readonly number[]; readonly start: readonly number[] } {
  const found: number[] = []
  for (let n = 2; found.length < 64; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  const bits = (root: number) => Math.floor((root - Math.floor(root)) * WORD)
  return {
    constants: found.map((prime) => bits(Math.cbrt(prime))),
    start: found.slice(0, 8).map((prime) => bits(Math.sqrt(prime))),
  }
}
