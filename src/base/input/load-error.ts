import { forCaller } from '../errors/call-site.js'

/** A position in a fixture; an object given as a value has no lines. */
export type Position = { readonly source: string; readonly line?: number; readonly column?: number }

/** An error in a fixture, and its position. */
export type LoadFault = Position & {
  /** `Lease "default/leader"`; absent if the text could not be parsed that far. */
  readonly object?: string
  /** The path of the member, if known. */
  readonly field?: string
  readonly message: string
}

const MOST = 20

/** Thrown when a load failed: it has every fault, in the order of the fixtures. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  /** The first twenty faults. */
  readonly faults: readonly LoadFault[]
  /** The total number of faults. */
  readonly total: number
  constructor(faults: readonly LoadFault[]) {
    const shown = faults.slice(0, MOST)
    const more = faults.length - shown.length
    super([...shown.map(faultText), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'))
    this.faults = shown
    this.total = faults.length
    all.set(this, faults)
    forCaller(this)
  }
}

const all = new WeakMap<LoadError, readonly LoadFault[]>()

/** Returns all faults of an error, also those after the first twenty. */
export const everyFault = (error: LoadError): readonly LoadFault[] => all.get(error) ?? error.faults

/** Formats a fault as `file:line:column: Kind "namespace/name": field: message`, without the parts that are unknown. */
const faultText = ({ object, field, message, ...position }: LoadFault): string =>
  [positionText(position), object, field, message].filter((part) => part !== undefined && part !== '').join(': ')

/** Formats a position as `file:line:column`. */
export const positionText = ({ source, line, column }: Position): string =>
  line === undefined ? source : `${source}:${line}:${column ?? 1}`
