import type { Key } from './types.js'

/** What a controller, or a reaction of a script, did wrong where there was no request to answer with it. */
export class ControllerFault extends Error {
  override readonly name = 'ControllerFault'
  readonly controller: string
  /** The object it was at work for; undefined where it was told of a change. */
  readonly key: Key | undefined
  constructor(controller: string, key: Key | undefined, cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause)
    super(`the controller ${controller} failed${key ? ` for ${keyText(key)}` : ''}: ${message}`, { cause })
    this.controller = controller
    this.key = key
  }
}

const keyText = ({ kind, namespace, name }: Key) => `${kind} ${namespace ? `${namespace}/` : ''}${name}`

/** Faults that nobody has been told of yet. */
export type Faults = {
  /** Adds one; of very many the first are kept. */
  readonly add: (fault: ControllerFault) => void
  /** Throws them, and holds them no longer. Does nothing where there are none. */
  readonly tell: () => void
  readonly clear: () => void
}

const MOST = 100

/** Makes a holder of faults. */
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

/** Who wants to know of faults as they happen. */
export type FaultListeners = {
  readonly add: (listener: (fault: Error) => void) => () => void
  readonly tell: (fault: Error) => void
}

/** Makes a list of listeners. */
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
