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
