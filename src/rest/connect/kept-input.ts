/**
 * Bytes of what is sent to one command that are kept for it, and to all commands of a cluster that wait at one time.
 */
const [MOST, MOST_TOGETHER] = [32 * 1024 * 1024, 128 * 1024 * 1024]

const LEAST_ROOM = 1024

/** What is sent to a command until that is all: in one piece, as it may come byte by byte. */
export type KeptInput = {
  /** Keeps more; false where there is no room for it. */
  readonly add: (bytes: Uint8Array) => boolean
  /** All of it, after which none is kept. */
  readonly take: () => string
}

// By what commands are answered with, which a cluster has one of.
const kept = new WeakMap<object, { bytes: number }>()

function keptIn(cluster: object): { bytes: number } {
  let together = kept.get(cluster)
  if (!together) kept.set(cluster, (together = { bytes: 0 }))
  return together
}

/** Makes what keeps the input of a command; `cluster` is one value of the cluster that it runs in. */
export function createKeptInput(cluster: object): KeptInput {
  const together = keptIn(cluster)
  let room = new Uint8Array(0)
  let end = 0
  const give = (size: number) => {
    together.bytes += size - room.length
    const larger = new Uint8Array(size)
    larger.set(room.subarray(0, Math.min(end, size)))
    room = larger
  }
  return {
    add(bytes) {
      const needed = end + bytes.length
      if (needed > MOST) return false
      if (needed > room.length) {
        const size = Math.min(MOST, Math.max(LEAST_ROOM, needed, room.length * 2))
        if (together.bytes + size - room.length > MOST_TOGETHER) return false
        give(size)
      }
      room.set(bytes, end)
      end = needed
      return true
    },
    take() {
      const text = new TextDecoder().decode(room.subarray(0, end))
      end = 0
      give(0)
      return text
    },
  }
}
