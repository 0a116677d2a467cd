import type { Steps } from '../../../base/turns/steps.js'
import { lowestOf } from '../../../base/numbers/extremes.js'
import { hasEnded } from '../../../kinds/shared/ended-pods.js'
import { recordCoreEvent } from '../../core/record-core-event.js'
import { refOf } from '../../pods/owner.js'
import { type Pod, isAvailable, isReady } from '../../pods/pod-state.js'
import type { Look, NodePods, Plan } from './daemon-plan.js'
import { COMPONENT, HASH_LABEL, boundsOf } from './daemon-set.js'
import type { Pausing } from './failed-pods.js'

/**
 * Plans one pod on each eligible node and none elsewhere: deletes failed and succeeded pods, with an Event, and surplus
 * pods. With maxSurge a node may have an old and a new pod.
 */
export function* planPods(look: Look, pausing: Pausing): Steps<Plan> {
  const plans: Plan[] = []
  for (const place of look.places) plans.push(yield* planPlace(look, place, pausing))
  return {
    going: [
      ...plans.flatMap(({ going }) => going),
      // Pods for missing nodes can never be scheduled, and nothing else deletes them.
      ...look.elsewhere.flatMap(({ pods }) => pods.filter(({ spec }) => !spec?.nodeName)),
    ],
    coming: plans.flatMap(({ coming }) => coming),
  }
}

const NOTHING: Plan = { going: [], coming: [] }

function* planPlace(look: Look, place: NodePods, pausing: Pausing): Steps<Plan> {
  const { name, fit, pods } = place
  if (pods.length === 0) return fit.starts ? { going: [], coming: [name] } : NOTHING
  const kept = pods.filter(({ metadata }) => !metadata.deletionTimestamp)
  if (!fit.stays) return { going: kept, coming: [] }
  const ended = kept.filter(hasEnded)
  const running = kept.filter((pod) => !ended.includes(pod))
  const going: Pod[] = []
  for (const pod of ended) if (yield* mayGo(look, name, pod, pausing)) going.push(pod)
  if (boundsOf(look.set, 1).surge === 0) return { going: [...going, ...running.slice(1)], coming: [] }
  if (running.length > 1) return { going: [...going, ...tooMany(look, running)], coming: [] }
  return { going, coming: running.length === 0 && fit.starts ? [name] : [] }
}

/**
 * Returns whether a finished pod may be deleted now, and records an Event if so; failed pods are subject to the node's
 * backoff.
 */
function* mayGo({ world, set }: Look, node: string, pod: Pod, pausing: Pausing): Steps<boolean> {
  const { namespace, name } = refOf(pod)
  const failed = pod.status?.phase === 'Failed'
  if (failed && pausing.left(node) > 0) return false
  if (failed) pausing.note(node)
  const what = `Found ${failed ? 'failed' : 'succeeded'} daemon pod ${namespace}/${name} on node ${node}`
  yield* recordCoreEvent(world, set, {
    type: failed ? 'Warning' : 'Normal',
    reason: failed ? 'FailedDaemonPod' : 'SucceededDaemonPod',
    message: `${what}, will try to ${failed ? 'kill' : 'delete'} it`,
    component: COMPONENT,
  })
  return true
}

/**
 * Returns the surplus pods of a node: all but the first new and the first old one, and the old one too once it is no
 * longer needed.
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

/** Returns the milliseconds until the first backoff of a failed pod ends; undefined if there is none. */
export function firstPauseEnd({ places }: Look, pausing: Pausing): number | undefined {
  const waits = places
    .filter(({ fit, pods }) => fit.stays && pods.some((pod) => pod.status?.phase === 'Failed'))
    .map(({ name }) => pausing.left(name))
    .filter((left) => left > 0)
  return waits.length > 0 ? lowestOf(waits) : undefined
}
