/** What of an object is too little to be remembered: as little as it takes to find it out again. */
const LITTLE = 2048

const known = new WeakMap<object, number>()

/** Measures objects as another does, those that are stored already once. */
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

/** How much a store holds, and may hold. */
type Room = {
  readonly bytes: () => number
  /** Throws where there is no room for so many bytes more. What makes room is always taken, unlike by etcd. */
  readonly ask: (grown: number) => void
  readonly grow: (grown: number) => void
  readonly set: (bytes: number) => void
}

/** Makes the room of a store that holds something already. */
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
