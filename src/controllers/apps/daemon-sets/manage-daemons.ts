import { hasEnded } from '../../../base/pods.js'
import { recordCoreEvent } from '../../core/record-core-event.js'
import { refOf } from '../../pods/owner.js'
import { type Pod, isAvailable, isReady } from '../../pods/pod-state.js'
import type { Look, NodePods, Plan } from './daemon-plan.js'
import { COMPONENT, HASH_LABEL, boundsOf } from './daemon-set.js'
import type { Pausing } from './failed-pods.js'

/**
 * What brings one pod onto each node that the DaemonSet is for, and none elsewhere: failed and succeeded pods go, with
 * an Event, and those that are one too many. While a rolling update makes new pods before old ones go, a node may have
 * one of each.
 */
export function planPods(look: Look, pausing: Pausing): Plan {
  const plans = look.places.map((place) => planPlace(look, place, pausing))
  return {
    going: [
      ...plans.flatMap(({ going }) => going),
      // Nobody else will end those that the scheduler can put nowhere.
      ...look.elsewhere.flatMap(({ pods }) => pods.filter(({ spec }) => !spec?.nodeName)),
    ],
    coming: plans.flatMap(({ coming }) => coming),
  }
}

const NOTHING: Plan = { going: [], coming: [] }

function planPlace(look: Look, place: NodePods, pausing: Pausing): Plan {
  const { name, fit, pods } = place
  if (pods.length === 0) return fit.starts ? { going: [], coming: [name] } : NOTHING
  const kept = pods.filter(({ metadata }) => !metadata.deletionTimestamp)
  if (!fit.stays) return { going: kept, coming: [] }
  const ended = kept.filter(hasEnded)
  const running = kept.filter((pod) => !ended.includes(pod))
  const going = ended.filter((pod) => mayGo(look, name, pod, pausing))
  if (boundsOf(look.set, 1).surge === 0) return { going: [...going, ...running.slice(1)], coming: [] }
  if (running.length > 1) return { going: [...going, ...tooMany(look, running)], coming: [] }
  return { going, coming: running.length === 0 && fit.starts ? [name] : [] }
}

/**
 * Tells whether a pod that has ended may be deleted now, and says so in an Event; failed ones on a node have their
 * pauses.
 */
function mayGo({ world, set }: Look, node: string, pod: Pod, pausing: Pausing): boolean {
  const { namespace, name } = refOf(pod)
  const failed = pod.status?.phase === 'Failed'
  if (failed && pausing.left(node) > 0) return false
  if (failed) pausing.note(node)
  const what = `Found ${failed ? 'failed' : 'succeeded'} daemon pod ${namespace}/${name} on node ${node}`
  recordCoreEvent(world, set, {
    type: failed ? 'Warning' : 'Normal',
    reason: failed ? 'FailedDaemonPod' : 'SucceededDaemonPod',
    message: `${what}, will try to ${failed ? 'kill' : 'delete'} it`,
    component: COMPONENT,
  })
  return true
}

/**
 * Of several pods on a node all but the oldest new and the oldest old one; the old one too once it is not needed any
 * more.
 */
function tooMany({ world, set, hash }: Look, running: readonly Pod[]): readonly Pod[] {
  const isNew = ({ metadata }: Pod) => metadata.labels?.[HASH_LABEL] === hash
  const newest = running.find(isNew)
  const oldest = running.find((pod) => !isNew(pod))
  const others = running.filter((pod) => pod !== newest && pod !== oldest)
  if (!newest || !oldest) return others
  const isNeeded = isReady(oldest) && !isAvailable(newest, set.spec?.minReadySeconds, world.now())
  return isNeeded ? others : [...others, oldest]
}

/** Milliseconds until the first failed pod that has to wait may go; undefined where none has to. */
export function firstPauseEnd({ places }: Look, pausing: Pausing): number | undefined {
  const waits = places
    .filter(({ fit, pods }) => fit.stays && pods.some((pod) => pod.status?.phase === 'Failed'))
    .map(({ name }) => pausing.left(name))
    .filter((left) => left > 0)
  return waits.length > 0 ? Math.min(...waits) : undefined
}
