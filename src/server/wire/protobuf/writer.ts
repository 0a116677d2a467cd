/** Bytes with a buffer of their own. */
export type Bytes = Uint8Array<ArrayBuffer>

const utf8 = new TextEncoder()
const SMALL = 4096
const LARGE = 1 << 20
// Beyond this many characters the platform's encoder is faster.
const SHORT = 48

/** Writes the wire format backwards: each value before its length prefix. */
export class BackwardWriter {
  #bytes = new Uint8Array(SMALL)
  #at = SMALL

  /** Number of bytes written. */
  get length(): number {
    return this.#bytes.length - this.#at
  }

  /** Returns a copy of the bytes written last, or of all. */
  copy(length: number = this.length): Bytes {
    return this.#bytes.slice(this.#at, this.#at + length)
  }

  /** Discards everything written. */
  clear(): void {
    if (this.#bytes.length > LARGE) this.#bytes = new Uint8Array(SMALL)
    this.#at = this.#bytes.length
  }

  /** Writes bytes as they are. */
  put(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length)
    this.#at -= bytes.length
    this.#bytes.set(bytes, this.#at)
  }

  /** Writes an unsigned number of at most 32 bits: a tag or a length. */
  varint(value: number): void {
    this.#makeRoom(5)
    if (value < 0x80) {
      this.#bytes[--this.#at] = value
      return
    }
    const size = value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5
    this.#at -= size
    let rest = value
    for (let i = 0; i < size - 1; i++, rest >>>= 7) this.#bytes[this.#at + i] = (rest & 0x7f) | 0x80
    this.#bytes[this.#at + size - 1] = rest
  }

  /** Writes a 64-bit integer; a negative one takes ten bytes. */
  integer(value: number | bigint): void {
    if (value >= 0 && value <= 0xffff_ffff) return this.varint(Number(value))
    const digits: number[] = []
    let rest = BigInt.asUintN(64, BigInt(value))
    for (; rest > 0x7fn; rest >>= 7n) digits.push(Number(rest & 0x7fn) | 0x80)
    this.put(Uint8Array.of(...digits, Number(rest)))
  }

  /** Writes a 64-bit float. */
  double(value: number): void {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setFloat64(0, value, true)
    this.put(bytes)
  }

  /** Writes bytes with a length prefix. */
  block(bytes: Uint8Array): void {
    this.put(bytes)
    this.varint(bytes.length)
  }

  /** Writes text with a length prefix. */
  text(text: string): void {
    const { length } = text
    if (length > SHORT) return this.block(utf8.encode(text))
    this.#makeRoom(length)
    const start = this.#at - length
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i)
      if (code >= 0x80) return this.block(utf8.encode(text))
      this.#bytes[start + i] = code
    }
    this.#at = start
    this.varint(length)
  }

  #makeRoom(size: number): void {
    if (this.#at >= size) return
    const { length } = this
    const bytes = new Uint8Array(Math.max(this.#bytes.length * 2, length + size))
    bytes.set(this.#bytes.subarray(this.#at), bytes.length - length)
    this.#at = bytes.length - length
    this.#bytes = bytes
  }
}
