import type { Steps } from '../../base/turns/steps.js'
import { StatusError } from '../../base/errors/status.js'
import { formatTime } from '../../base/time/time.js'
import type { KubeObject } from '../../schema/object.js'
import type { WorldInSteps } from '../runtime/types.js'
import { type Correlated, type Told, correlate } from './event-correlation.js'
import { type EventNames, endOfName } from './event-names.js'

/** The content of an Event about an object. */
export type Remark = {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  /** The reporting component: `persistentvolume-controller`. */
  readonly component: string
  /** The reporting node, for a kubelet. */
  readonly host?: string
  /** The part of the object the Event is about: `spec.containers{web}`. */
  readonly fieldPath?: string
}

/** The object an Event is about; its resourceVersion is recorded if it is known. */
type Subject = Pick<KubeObject, 'apiVersion' | 'kind'> & {
  readonly metadata: Pick<KubeObject['metadata'], 'name' | 'namespace' | 'uid' | 'resourceVersion'>
}

/**
 * Records a core Event in the object's namespace (`default` for cluster-scoped objects), as the event recorder of the
 * real controllers does: repetitions increment the count, similar Events are combined and rate limited, and an Event
 * the server refuses is dropped.
 */
export function* recordCoreEvent(
  world: WorldInSteps,
  { apiVersion, kind, metadata }: Subject,
  remark: Remark,
): Steps<void> {
  const { name = '', namespace, uid, resourceVersion } = metadata
  const { reason, type, component, host, fieldPath } = remark
  const place = `events ${component} ${host ?? ''} ${apiVersion} ${kind} ${namespace ?? ''}/${name} ${uid ?? ''}`
  const before = world.noted(place) as (Told & { readonly names?: EventNames }) | undefined // as noted below
  const { told, recorded } = correlate(before, remark, world.now())
  if (!recorded) return world.note(place, { names: before?.names, ...told })
  const { end, names, isNew } = endOfName(world, before?.names, [type, reason, recorded.said, fieldPath])
  world.note(place, { names, ...told })
  const ref = { name: `${name}.${end}`, namespace: namespace ?? 'default' }
  const about = {
    apiVersion,
    kind,
    name,
    ...(namespace ? { namespace } : {}),
    ...(uid ? { uid } : {}),
    ...(resourceVersion ? { resourceVersion } : {}),
    ...(fieldPath ? { fieldPath } : {}),
  }
  try {
    yield* record(world, ref, about, { isNew, ...remark, ...recorded })
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
  }
}

type Ref = { readonly name: string; readonly namespace: string }

function* record(
  world: WorldInSteps,
  ref: Ref,
  involvedObject: object,
  { reason, message, type, component, host, times, isNew }: Remark & Correlated & { readonly isNew: boolean },
): Steps<void> {
  const now = formatTime(world.now())
  const before = isNew ? undefined : world.get('v1/Event', ref)
  if (before) {
    const count = Number(before['count'] ?? 1) + times
    const said = before['message'] === message ? {} : { message }
    yield* world.patch('v1/Event', ref, { count, lastTimestamp: now, ...said })
    return
  }
  yield* world.create('v1/Event', {
    metadata: ref,
    involvedObject,
    reason,
    message,
    source: { component, ...(host ? { host } : {}) },
    firstTimestamp: now,
    lastTimestamp: now,
    count: times,
    type,
    reportingComponent: component,
    ...(host ? { reportingInstance: host } : {}),
  })
}
