import { equalButTimes } from '../../model/apply/managers.js'
import { type TrackedWrite, trackUpdate } from '../../model/apply/track.js'
import { formatTime } from '../../base/time/time.js'
import type { KubeObject } from '../../schema/object.js'
import { causeOf } from '../../model/call/cause.js'
import type { RestContext } from '../context.js'
import type { Call } from '../../model/call/call.js'

/** Returns a call as field ownership sees it. */
export function trackedWrite({ env }: RestContext, call: Call): TrackedWrite {
  const { def, subresource } = call.target
  const { manager, operation, subresource: recorded } = causeOf(call)
  return {
    def,
    subresource,
    identity: { manager, operation, apiVersion: def.apiVersion, subresource: recorded },
    now: formatTime(env.now()),
  }
}

/** Tracks field ownership for a create (`live` undefined), update or patch. */
export const track = (context: RestContext, call: Call, live: KubeObject | undefined, next: KubeObject): KubeObject =>
  trackUpdate(trackedWrite(context, call), live, next)

/**
 * Tells whether an object differs from the stored one only in the times of its managedFields: such a write has no
 * effect (apiserver: IgnoreManagedFieldsTimestampsTransformer). Equal parts of the two must be identical.
 */
export function differsInTimesOnly(next: KubeObject, old: KubeObject): boolean {
  const { managedFields } = next.metadata
  const stored = old.metadata.managedFields
  return (
    managedFields !== stored &&
    stored !== undefined &&
    isSameBut(next, old, 'metadata') &&
    isSameBut(next.metadata, old.metadata, 'managedFields') &&
    equalButTimes(managedFields, stored)
  )
}

/** Tells whether two objects have identical members, apart from the value of one. */
function isSameBut<T extends object>(a: T, b: T, name: keyof T): boolean {
  for (const member in a) if (member !== name && a[member] !== b[member]) return false
  return Object.keys(a).length === Object.keys(b).length
}
