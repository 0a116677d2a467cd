/** Bytes of what is sent to one command that are kept for it, and to all commands that wait at one time. */
const [MOST, MOST_TOGETHER] = [32 * 1024 * 1024, 128 * 1024 * 1024]

const LEAST_ROOM = 1024

/** What is sent to a command until that is all: in one piece, as it may come byte by byte. */
export type KeptInput = {
  /** Keeps more; false where there is no room for it. */
  readonly add: (bytes: Uint8Array) => boolean
  /** All of it, after which none is kept. */
  readonly take: () => string
}

let together = 0

export function createKeptInput(): KeptInput {
  let room = new Uint8Array(0)
  let end = 0
  const give = (size: number) => {
    together += size - room.length
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
        if (together + size - room.length > MOST_TOGETHER) return false
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
