import { badRequest, plainError, verbNotSupported } from '../../base/errors/status.js'
import type { KubeObject } from '../../schema/object.js'
import { onlyName, selectionOf } from '../../model/select/selection.js'
import type { RestContext } from '../context.js'
import { checkReached } from '../read/get.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { openSource } from './watch-source.js'
import { createStream } from './watch-stream.js'

/**
 * GET of a collection as a stream of its changes.
 *
 * @throws StatusError 405 for a kind that cannot be watched, 400 for a bad selector, 500 for a malformed
 * resourceVersion
 */
export function watch(context: RestContext, call: Call): Outcome {
  const { def } = call.target
  const { options } = call
  if (!def.discovery.verbs.includes('watch')) throw verbNotSupported(def.resourceSubject, 'watch')
  const asked = selectionOf(def, options)
  const byName = nameSelectorOf(call)
  const named = byName === undefined ? undefined : selectionOf(def, { labelSelector: '', fieldSelector: byName })
  const selection = asked && named ? (object: KubeObject) => asked(object) && named(object) : (asked ?? named)
  checkReached(options.resourceVersion, Infinity, plainError, def.storage.watchCache)
  return { type: 'watch', stream: createStream(context, call, openSource(context, call, selection)) }
}

/** Returns the field selector that a name in the path (`/watch/nodes/worker-1`) stands for, if no other is given. */
function nameSelectorOf({ target: { name }, options }: Call): string | undefined {
  if (name === '') return undefined
  if (options.fieldSelector === '') return `metadata.name=${name.replace(/[\\,=]/g, '\\$&')}`
  if (onlyName(options) !== name) throw badRequest("fieldSelector metadata.name doesn't match requested name")
  return undefined
}
