import { equalButTimes } from '../../model/apply/managers.js'
import { type TrackedWrite, formsOfBoth, trackUpdate } from '../../model/apply/track.js'
import type { WebhookConversion } from '../../model/registry/storage-conversion.js'
import { StatusError } from '../../base/errors/status.js'
import { type Steps, waitFor } from '../../base/turns/steps.js'
import { formatTime } from '../../base/time/time.js'
import type { KubeObject } from '../../schema/object.js'
import { causeOf } from '../../model/call/cause.js'
import type { RestContext } from '../context.js'
import { callerIn } from '../storage-conversion.js'
import type { Call } from '../../model/call/call.js'
import { inTurns } from './turns.js'
import type { WriteContext } from './warnings.js'

/** Returns a call as field ownership sees it. */
export function trackedWrite(context: RestContext, call: Call): TrackedWrite {
  const { def, subresource } = call.target
  const { manager, operation, subresource: recorded } = causeOf(call)
  const byWebhook = def.storage.conversion?.byWebhook
  return {
    def,
    subresource,
    identity: { manager, operation, apiVersion: def.apiVersion, subresource: recorded },
    now: formatTime(context.env.now()),
    inVersion: byWebhook && ((object, version) => askedFor(byWebhook, context, object, version)),
  }
}

function* askedFor(
  { inVersion }: WebhookConversion,
  context: RestContext,
  object: KubeObject,
  version: string,
): Steps<KubeObject | string> {
  const form = yield* waitFor(inVersion(object, version, callerIn(context)))
  return form instanceof StatusError ? form.message : form
}

/** Tracks field ownership for a create (`live` undefined), update or patch. */
export function* track(
  context: WriteContext,
  call: Call,
  live: KubeObject | undefined,
  next: KubeObject,
): Steps<KubeObject> {
  const write = trackedWrite(context, call)
  const forms = live && write.inVersion ? yield* formsOfBoth(write, live, next) : undefined
  if (!context.turns.isLong) return trackUpdate(write, live, next, forms)
  return yield* inTurns(context, () => trackUpdate(write, live, next, forms))
}

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
