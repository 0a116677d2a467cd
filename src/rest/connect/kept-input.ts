/** Maximum bytes of stdin buffered for one command, and for all waiting commands of a cluster together. */
const [MOST, MOST_TOGETHER] = [32 * 1024 * 1024, 128 * 1024 * 1024]

const LEAST_ROOM = 1024

/** The stdin of a command, buffered in one piece until it is complete, as it may arrive byte by byte. */
export type KeptInput = {
  /** Buffers more; returns false if there is no room. */
  readonly add: (bytes: Uint8Array) => boolean
  /** Returns and clears the buffered input. */
  readonly take: () => string
}

// Keyed by the container scripts of a cluster.
const kept = new WeakMap<object, { bytes: number }>()

function keptIn(cluster: object): { bytes: number } {
  let together = kept.get(cluster)
  if (!together) kept.set(cluster, (together = { bytes: 0 }))
  return together
}

/** Makes the input buffer of a command; `cluster` is an object that identifies the cluster. */
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
