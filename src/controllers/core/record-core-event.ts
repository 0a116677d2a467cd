import { StatusError } from '../../base/errors/status.js'
import { formatTime } from '../../base/time/time.js'
import type { Steps } from '../../base/turns/steps.js'
import type { KubeObject } from '../../schema/object.js'
import type { WorldInSteps } from '../runtime/types.js'
import { type EventNames, endOfName } from './event-names.js'

/** The correlator state of one component and one object, as client-go's event recorders keep it. */
export type Told = {
  /** Tokens of the rate limiter, and the time they were computed at. */
  readonly tokens: number
  readonly at: number
  /** By type and reason: the different messages, and the time of the last one. */
  readonly groups: readonly { readonly of: string; readonly messages: readonly string[]; readonly last: number }[]
  /** How often Events were dropped by the rate limiter, by their content. */
  readonly missed: readonly { readonly said: string; readonly times: number }[]
}

/**
 * An Event to record: its message, the content that identifies repetitions (empty for a combined Event), and how often
 * it occurred since it was last recorded.
 */
type Correlated = { readonly message: string; readonly said: string; readonly times: number }

/** Number of different messages of one type and reason from which on they are combined into one Event. */
const MOST_ALIKE = 10
/** How long messages are aggregated, in milliseconds. */
const ALIKE_FOR = 600_000
/** The rate limit of one component and one object: the burst, and milliseconds per additional Event. */
const BURST = 25
const REFILL = 300_000

/**
 * Decides how an Event is recorded (EventCorrelator): from the tenth different message of the same type and reason on,
 * they are combined into one Event; a component may record 25 Events about an object at once, and then one every five
 * minutes.
 */
export function correlate(
  before: Told | undefined,
  { type, reason, message }: { readonly type: string; readonly reason: string; readonly message: string },
  now: number,
): { readonly told: Told; readonly recorded: Correlated | undefined } {
  const { tokens, at, groups, missed } = before ?? { tokens: BURST, at: now, groups: [], missed: [] }
  const group = `${type} ${reason}`
  const known = groups.find((each) => each.of === group)
  const alike = known && now - known.last <= ALIKE_FOR ? known.messages : []
  const differing = alike.includes(message) ? alike : [...alike, message]
  const isCombined = differing.length >= MOST_ALIKE
  const said = isCombined ? '' : message
  const left = Math.min(BURST, tokens + (now - at) / REFILL)
  const key = `${group} ${said}`
  const unrecorded = missed.find((each) => each.said === key)?.times ?? 0
  const others = missed.filter((each) => each.said !== key)
  const told = {
    tokens: left >= 1 ? left - 1 : left,
    at: now,
    groups: [
      ...groups.filter((each) => each !== known),
      { of: group, messages: isCombined ? differing.slice(1) : differing, last: now },
    ],
    missed: left >= 1 ? others : [...others, { said: key, times: unrecorded + 1 }],
  }
  const text = isCombined ? `(combined from similar events): ${message}` : message
  return { told, recorded: left >= 1 ? { message: text, said, times: unrecorded + 1 } : undefined }
}

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
  { reason, message, said, type, component, host, times, isNew }: Remark & Correlated & { readonly isNew: boolean },
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
    // A combined Event has a source only, as client-go makes it anew.
    ...(said === '' ? {} : { reportingComponent: component, ...(host ? { reportingInstance: host } : {}) }),
  })
}
