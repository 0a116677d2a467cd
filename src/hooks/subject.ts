import { getPath } from '../base/json.js'
import type { Call, Outcome, WatchEvent } from '../rest/types.js'
import type { KubeObject } from '../schema/object.js'
import type { Subject } from './match.js'

/** A request as hooks match it: a create is named by its body. */
export const subjectOf = (call: Call): Subject => ({ call, namespace: call.target.namespace, name: call.target.name || nameInBody(call) })

/** A request whose object is known by now. */
export const subjectWithObject = (call: Call, object: KubeObject): Subject => ({
  call,
  namespace: call.target.namespace,
  name: object.metadata.name || call.target.name,
})

/** A request and what it came to. */
export const subjectWithOutcome = (call: Call, outcome: Outcome): Subject =>
  outcome.type === 'object' ? subjectWithObject(call, outcome.object) : subjectOf(call)

/** An event of a watch. */
export function subjectOfEvent(call: Call, event: WatchEvent): Subject {
  const { namespace = '', name = '' } = event.type === 'ERROR' ? {} : event.object.metadata
  return { call, namespace: namespace || call.target.namespace, name, event: event.type }
}

function nameInBody({ body }: Call): string {
  const name = getPath(body?.value, ['metadata', 'name'])
  return typeof name === 'string' ? name : ''
}
