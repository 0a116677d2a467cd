import { equalButTimes } from '../../apply/managers.js'
import { type TrackedWrite, trackUpdate } from '../../apply/track.js'
import { withMembers } from '../../base/json.js'
import { formatTime } from '../../base/time.js'
import type { KubeObject } from '../../schema/object.js'
import { causeOf } from '../../api/cause.js'
import type { RestContext } from '../context.js'
import type { Call } from '../../api/call.js'

/** A call as ownership sees it. */
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

/** Records who owns what after a create (`live` undefined), replace or patch. */
export const track = (context: RestContext, call: Call, live: KubeObject | undefined, next: KubeObject): KubeObject =>
  trackUpdate(trackedWrite(context, call), live, next)

/** Takes the stored times of ownership where nothing but they differ, so that a write without effect stays one. */
export function withStoredTimes(next: KubeObject, old: KubeObject): KubeObject {
  const { managedFields } = next.metadata
  const stored = old.metadata.managedFields
  if (managedFields === stored || stored === undefined || !equalButTimes(managedFields, stored)) return next
  return withMembers(next, { metadata: withMembers(next.metadata, { managedFields: stored }) })
}
