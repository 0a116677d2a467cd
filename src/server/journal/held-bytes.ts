import { roughSize } from '../../base/json/size.js'

/** Counts the bytes of objects that are kept alive, each once, however often it is held. */
export type Pins = {
  /** Holds an object; `bytes` is its approximate size, if known. */
  readonly hold: (object: object | undefined, bytes?: number) => void
  /** Releases an object that was held. */
  readonly release: (object: object | undefined) => void
  readonly bytes: () => number
  readonly clear: () => void
}

type Pin = { holders: number; readonly size: number }

/** Makes an empty count. */
export function createPins(): Pins {
  let pins = new Map<object, Pin>()
  let bytes = 0
  return {
    hold(object, known) {
      if (!object) return
      const pin = pins.get(object)
      if (pin) return void pin.holders++
      const size = known ?? roughSize(object)
      pins.set(object, { holders: 1, size })
      bytes += size
    },
    release(object) {
      const pin = object && pins.get(object)
      if (!pin || --pin.holders > 0) return
      pins.delete(object)
      bytes -= pin.size
    },
    bytes: () => bytes,
    clear() {
      pins = new Map()
      bytes = 0
    },
  }
}
