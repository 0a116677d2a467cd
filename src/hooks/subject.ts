import { getPath, isObject } from '../base/json.js'
import type { Call } from '../api/call.js'
import type { Outcome } from '../api/outcome.js'
import type { WatchEvent } from '../api/watch-event.js'
import type { KubeObject } from '../schema/object.js'
import type { FindObject, Subject } from './match.js'

/** A request as hooks match it: a create is named by its body. */
export const subjectOf = (call: Call, find?: FindObject): Subject =>
  // All members in one order: requests that no hook is for are told so by the thousand.
  ({
    call,
    namespace: call.target.namespace,
    name: call.target.name || nameInBody(call),
    event: undefined,
    object: undefined,
    outcome: undefined,
    find,
  })

/** A request whose object is known by now. */
export const subjectWithObject = (call: Call, object: KubeObject, outcome?: Outcome): Subject => ({
  call,
  namespace: call.target.namespace,
  name: object.metadata.name || call.target.name,
  event: undefined,
  object,
  outcome,
  find: undefined,
})

/** A request and what it came to. */
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

/** An event of a watch. */
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

/** The labels of the object a request is about; undefined where no object is known. */
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
