import { type Status, StatusError } from '../../base/errors/status.js'
import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import type { WatchStream } from './watch-event.js'

/** Metadata of a list. */
export type ListMeta = {
  readonly resourceVersion?: string
  readonly continue?: string
  readonly remainingItemCount?: number
}

/** The result of a request. Only the last step of the pipeline turns it into a Response. */
export type Outcome<T = KubeObject> =
  | {
      readonly type: 'object'
      readonly code: number
      readonly def: KindDef
      readonly object: T
      readonly warnings?: readonly string[]
    }
  | {
      readonly type: 'list'
      readonly code: number
      readonly def: KindDef
      readonly items: readonly T[]
      readonly metadata: ListMeta
      readonly warnings?: readonly string[]
    }
  | {
      readonly type: 'status'
      readonly code: number
      readonly status: Status
      readonly warnings?: readonly string[]
      /** The error that in-process callers get instead of one made from the status. */
      readonly error?: StatusError
    }
  | {
      readonly type: 'watch'
      readonly stream: WatchStream
      /** Whether it is sent compressed, to a client that takes that. */
      readonly isCompressed?: boolean
      readonly warnings?: readonly string[]
    }
  /** A document that is not an object: discovery, version, plain text. */
  | {
      readonly type: 'document'
      readonly code: number
      readonly body: unknown
      /** Whether the same body answers later requests too, so that its text is kept. */
      readonly isKept?: true
      readonly contentType?: string
      readonly headers?: Readonly<Record<string, string>>
      readonly warnings?: readonly string[]
    }
  /** The connection breaks without a reply. */
  | { readonly type: 'cut'; readonly warnings?: readonly string[] }
  /**
   * A reply whose body is not valid JSON (half of it, or another text), or that is truncated in the middle or after a
   * number of bytes.
   */
  | {
      readonly type: 'spoilt'
      readonly outcome: Outcome<T>
      readonly malformed?: true | string
      readonly truncate?: true | number
      readonly warnings?: readonly string[]
    }

/** Returns the outcome for an error. */
export const outcomeOf = (error: StatusError): Outcome => ({
  type: 'status',
  code: error.code,
  status: error.status,
  ...(error.name === 'StatusError' ? {} : { error }),
})

/**
 * Returns the outcome of a call that has to succeed.
 *
 * @throws StatusError if the call failed
 */
export function done<O extends Outcome>(outcome: O): O {
  if (outcome.type === 'status' && outcome.status.status === 'Failure')
    throw outcome.error ?? new StatusError(outcome.status)
  return outcome
}
