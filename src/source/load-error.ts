import { forCaller } from '../base/call-site.js'

/** A place in a fixture; an object given as a value has no lines. */
export type Position = { readonly source: string; readonly line?: number; readonly column?: number }

/** What is wrong with a fixture, and where. */
export type LoadFault = Position & {
  /** `Lease "default/leader"`; absent where the text could not be read that far. */
  readonly object?: string
  /** The path of the member, as far as it is known. */
  readonly field?: string
  readonly message: string
}

const MOST = 20

/** A load that came to nothing: every fault it has, in the order of the fixtures. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  /** The first twenty. */
  readonly faults: readonly LoadFault[]
  /** How many there are in all. */
  readonly total: number
  constructor(faults: readonly LoadFault[]) {
    const shown = faults.slice(0, MOST)
    const more = faults.length - shown.length
    super([...shown.map(faultText), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'))
    this.faults = shown
    this.total = faults.length
    forCaller(this)
  }
}

/** Prints a fault as `file:line:column: Kind "namespace/name": field: message`, short of what is not known. */
const faultText = ({ object, field, message, ...position }: LoadFault): string =>
  [positionText(position), object, field, message].filter((part) => part !== undefined && part !== '').join(': ')

/** Prints a place as `file:line:column`. */
export const positionText = ({ source, line, column }: Position): string =>
  line === undefined ? source : `${source}:${line}:${column ?? 1}`
