import { goQuote } from '../../base/go/printable.js'
import { uintFault } from '../../base/text/query-values.js'
import {
  type StatusError,
  badRequest,
  notFound,
  plainError,
  tooLargeResourceVersion,
} from '../../base/errors/status.js'
import { type RestContext, requestedKey, tableOf } from '../context.js'
import { readAlone } from '../storage-conversion.js'
import { computedObject } from './computed.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'

/** GET of an object, which is returned whole whatever the subresource. */
export function get(context: RestContext, { target, options }: Call): Outcome {
  const { store } = context
  const { def } = target
  checkReached(
    options.resourceVersion,
    store.revision(),
    def.storage.watchCache ? plainError : invalidRevision,
    def.storage.watchCache,
  )
  const key = requestedKey(target)
  const object =
    readAlone(target, key, () => store.get(tableOf(target), key)) ??
    (def.storage.computed && computedObject(def.storage.computed, context, target))
  if (!object) throw notFound({ ...def.resourceSubject, resource: def.names.notFound }, target.name)
  return { type: 'object', code: 200, def, object }
}

/** Makes the 400 for a malformed resourceVersion, where the storage itself parses it. */
export const invalidRevision = (message: string): StatusError => badRequest(`invalid resource version: ${message}`)

/**
 * Checks a resourceVersion to read at: a uint64 and not in the future. A real server waits 3 s for a future one; ours
 * answers at once.
 *
 * @throws StatusError from `malformed`, or 504, whose message depends on whether a cache is read
 */
export function checkReached(
  resourceVersion: string,
  current: number,
  malformed: (message: string) => Error,
  cached: boolean,
): void {
  if (resourceVersion === '') return
  checkRevision(resourceVersion, malformed)
  if (Number(resourceVersion) > current) throw tooLargeResourceVersion(resourceVersion, current, cached)
}

/**
 * Checks that a resourceVersion is a uint64.
 *
 * @throws StatusError from `malformed`
 */
export function checkRevision(resourceVersion: string, malformed: (message: string) => Error): void {
  const fault = uintFault(resourceVersion)
  if (fault !== undefined) throw malformed(`resourceVersion: Invalid value: ${goQuote(resourceVersion)}: ${fault}`)
}
