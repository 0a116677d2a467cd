import { getPath, isObject } from '../../base/json/json.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { WatchEvent } from '../../model/call/watch-event.js'
import type { KubeObject } from '../../schema/object.js'
import type { FindObject, Subject } from './match.js'

/** Returns the subject of a request for matching; a create takes its name from the body. */
export const subjectOf = (call: Call, find?: FindObject): Subject =>
  // Always all members in the same order, because most requests match no hook and this must be fast.
  ({
    call,
    namespace: call.target.namespace,
    name: call.target.name || nameInBody(call),
    event: undefined,
    object: undefined,
    outcome: undefined,
    find,
  })

/** Returns the subject of a request whose object is known already. */
export const subjectWithObject = (call: Call, object: KubeObject, outcome?: Outcome): Subject => ({
  call,
  namespace: call.target.namespace,
  name: object.metadata.name || call.target.name,
  event: undefined,
  object,
  outcome,
  find: undefined,
})

/** Returns the subject of a request with its outcome. */
export function subjectWithOutcome(call: Call, outcome: Outcome, find?: FindObject): Subject {
  if (outcome.type === 'object') return subjectWithObject(call, outcome.object, outcome)
  return {
    call,
    namespace: call.target.namespace,
    name: call.target.name || nameInBody(call),
    event: undefined,
    object: undefined,
    outcome,
    find,
  }
}

/** Returns the subject of a watch event. */
export function subjectOfEvent(call: Call, event: WatchEvent): Subject {
  const object = event.type === 'ERROR' ? undefined : event.object
  const { namespace = '', name = '' } = object?.metadata ?? {}
  return {
    call,
    namespace: namespace || call.target.namespace,
    name,
    event: event.type,
    object,
    outcome: undefined,
    find: undefined,
  }
}

/** Returns the labels of the object that a request is about; undefined if no object is known. */
export function labelsOf({ call, object, find }: Subject): { readonly [label: string]: unknown } | undefined {
  const { verb, name } = call.target
  if (object) return object.metadata.labels ?? {}
  if (!call.connect && (verb === 'create' || verb === 'update')) {
    const labels = getPath(call.body?.value, ['metadata', 'labels'])
    return isObject(labels) ? labels : {}
  }
  const stored = name === '' ? undefined : find?.(call.target)
  return stored && (stored.metadata.labels ?? {})
}

function nameInBody({ body }: Call): string {
  const name = getPath(body?.value, ['metadata', 'name'])
  return typeof name === 'string' ? name : ''
}
