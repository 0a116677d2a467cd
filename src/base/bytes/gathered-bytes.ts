type Bytes = Uint8Array<ArrayBuffer>

/** The bytes of a body that arrives in pieces. */
export type GatheredBytes = {
  readonly add: (piece: Bytes) => void
  readonly length: () => number
  /** Returns all bytes. */
  readonly all: () => Bytes
}

/** Pieces that are kept as they are. A client may send each byte by itself; in memory each takes a hundred. */
const MOST_PIECES = 64

/** Gathers pieces. A few are kept as they are; many are copied together, so that they take no more than their bytes. */
export function gatherBytes(): GatheredBytes {
  let pieces: Bytes[] = []
  let held = new Uint8Array(0)
  let used = 0
  let length = 0
  const join = () => {
    if (length > held.length) {
      const larger = new Uint8Array(Math.max(length, 2 * held.length))
      larger.set(held.subarray(0, used))
      held = larger
    }
    for (const piece of pieces) {
      held.set(piece, used)
      used += piece.length
    }
    pieces = []
  }
  return {
    add(piece) {
      pieces.push(piece)
      length += piece.length
      if (pieces.length === MOST_PIECES) join()
    },
    length: () => length,
    all() {
      const [first] = pieces
      if (first && first.length === length) return first
      join()
      return held.subarray(0, length)
    },
  }
}
