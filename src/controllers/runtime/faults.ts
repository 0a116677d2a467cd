import { messageOf } from '../../base/errors/status.js'
import type { Key } from './types.js'

/** An error of a controller, or of a script's reaction, that no request could be answered with. */
export class ControllerFault extends Error {
  override readonly name = 'ControllerFault'
  readonly controller: string
  /** The object being reconciled; undefined if the controller failed while mapping a change to keys. */
  readonly key: Key | undefined
  constructor(controller: string, key: Key | undefined, cause: unknown) {
    const message = messageOf(cause)
    super(`the controller ${controller} failed${key ? ` for ${keyText(key)}` : ''}: ${message}`, { cause })
    this.controller = controller
    this.key = key
  }
}

const keyText = ({ kind, namespace, name }: Key) => `${kind} ${namespace ? `${namespace}/` : ''}${name}`

/** Faults that have not been reported yet. */
export type Faults = {
  /** Adds a fault; only the first hundred are kept. */
  readonly add: (fault: ControllerFault) => void
  /** Throws the faults and clears them. Does nothing if there are none. */
  readonly tell: () => void
  readonly clear: () => void
}

const MOST = 100

/** Creates an empty list of faults. */
export function createFaults(): Faults {
  let held: ControllerFault[] = []
  let count = 0
  const clear = () => {
    held = []
    count = 0
  }
  return {
    add: (fault) => {
      count++
      if (held.length < MOST) held.push(fault)
    },
    tell() {
      const [first, ...more] = held
      const message = `controllers failed ${count} times:\n${held.map((fault) => `  ${fault.message}`).join('\n')}`
      const all = held
      clear()
      if (first && more.length === 0) throw first
      if (first) throw new AggregateError(all, message)
    },
    clear,
  }
}

/** Listeners that are called with faults as they happen. */
export type FaultListeners = {
  readonly add: (listener: (fault: Error) => void) => () => void
  readonly tell: (fault: Error) => void
}

/** Creates an empty list of listeners. */
export function createFaultListeners(): FaultListeners {
  const listeners = new Set<(fault: Error) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell: (fault) => listeners.forEach((listener) => listener(fault)),
  }
}
