import { roughSize } from '../base/size.js'

/** Counts the bytes that are kept alive, each object once however many hold it. */
export type Pins = {
  /** Holds an object, whose rough bytes may be known already. */
  readonly hold: (object: object | undefined, bytes?: number) => void
  /** Lets go of an object that was held. */
  readonly release: (object: object | undefined) => void
  readonly bytes: () => number
  readonly clear: () => void
}

/** Makes a count of nothing. */
export function createPins(): Pins {
  // Objects do not change, and most are held over and over.
  const sizes = new WeakMap<object, number>()
  let holders = new Map<object, number>()
  let bytes = 0
  const sizeOf = (object: object, known?: number): number => {
    const size = sizes.get(object) ?? known ?? roughSize(object)
    sizes.set(object, size)
    return size
  }
  return {
    hold(object, known) {
      if (!object) return
      const before = holders.get(object) ?? 0
      holders.set(object, before + 1)
      if (before === 0) bytes += sizeOf(object, known)
    },
    release(object) {
      if (!object) return
      const left = (holders.get(object) ?? 0) - 1
      if (left > 0) return void holders.set(object, left)
      holders.delete(object)
      bytes -= sizeOf(object)
    },
    bytes: () => bytes,
    clear() {
      holders = new Map()
      bytes = 0
    },
  }
}
