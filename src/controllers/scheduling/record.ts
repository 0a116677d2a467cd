import type { Steps } from '../../base/turns/steps.js'
import { StatusError } from '../../base/errors/status.js'
import { formatMicroTime } from '../../base/time/time.js'
import type { SchedulablePod } from './framework/types.js'
import { type EventNames, endOfName } from '../core/event-names.js'
import type { WorldInSteps } from '../runtime/types.js'
import { SCHEDULER } from './waiting.js'

/** The content of the scheduler's Event about a pod. */
type Remark = {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly action: string
  readonly note: string
  /** The related pod. */
  readonly related?: SchedulablePod
}

const INSTANCE = `${SCHEDULER}-control-plane`
/** The longest note of an Event. */
const NOTE_LIMIT = 1024

/**
 * Records an Event of events.k8s.io as the recorder of the real scheduler does. A repetition for the same pod makes it
 * a series, which is written only once. An Event the server refuses is dropped.
 */
export function* recordRemark(
  world: WorldInSteps,
  pod: SchedulablePod,
  { note, related, ...said }: Remark,
): Steps<void> {
  const about = {
    ...{ reportingController: SCHEDULER, reportingInstance: INSTANCE, regarding: referenceTo(pod) },
    ...said,
    ...(related ? { related: referenceTo(related) } : {}),
  }
  const { name, namespace, uid } = pod.metadata
  const place = `events ${SCHEDULER} ${namespace}/${name} ${uid}`
  const known = world.noted(place) as EventNames | undefined // as noted below
  const { end, names, isNew } = endOfName(world, known, [about])
  world.note(place, names)
  const ref = { name: `${name}.${end}`, namespace: namespace ?? 'default' }
  const now = formatMicroTime(world.now())
  try {
    const before = isNew ? undefined : world.get('Event', ref)
    if (!before) {
      yield* world.create('Event', { metadata: ref, eventTime: now, note: shortened(note), ...about })
    } else if (!before['series']) {
      yield* world.patch('Event', ref, { series: { count: 2, lastObservedTime: now } })
    }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
  }
}

const shortened = (note: string): string => (note.length <= NOTE_LIMIT ? note : `${note.slice(0, NOTE_LIMIT - 4)} ...`)

function referenceTo({ apiVersion, kind, metadata: { namespace, name, uid, resourceVersion } }: SchedulablePod) {
  return {
    ...{ apiVersion, kind },
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  }
}
