/** Sizes up to this many bytes are not cached, as they are cheap to compute again. */
const LITTLE = 2048

const known = new WeakMap<object, number>()

/** Wraps a size function so that large objects are measured only once. */
export const remembering =
  <T>(sizeOf: (object: T) => number) =>
  (object: T): number => {
    if (typeof object !== 'object' || object === null) return sizeOf(object)
    let size = known.get(object)
    if (size !== undefined) return size
    size = sizeOf(object)
    if (size > LITTLE) known.set(object, size)
    return size
  }

/** The size of a store and its quota. */
type Room = {
  readonly bytes: () => number
  /** Throws if the store cannot grow by so many bytes. Unlike in etcd, a write that frees space always passes. */
  readonly ask: (grown: number) => void
  readonly grow: (grown: number) => void
  readonly set: (bytes: number) => void
}

/** Makes the size counter of a store that already holds `from` bytes. */
export function createRoom(quota: number, from: number, full: () => Error): Room {
  let bytes = from
  return {
    bytes: () => bytes,
    ask(grown) {
      if (grown > 0 && bytes + grown > quota) throw full()
    },
    grow: (grown) => void (bytes = Math.max(0, bytes + grown)),
    set: (next) => void (bytes = next),
  }
}
