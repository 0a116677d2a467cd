import type { Steps } from '../../../base/turns/steps.js'
import { refOf } from '../../pods/owner.js'
import { isAvailable, isReady } from '../../pods/pod-state.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { isUpdated } from './daemon-pod.js'
import type { Look } from './daemon-plan.js'
import { type DaemonSet, KIND } from './daemon-set.js'

/** The counts in the status of a DaemonSet. */
type Counts = {
  readonly [
    member in
      | 'currentNumberScheduled'
      | 'numberMisscheduled'
      | 'desiredNumberScheduled'
      | 'numberReady'
      | 'updatedNumberScheduled'
      | 'numberAvailable'
      | 'numberUnavailable'
  ]: number
}

/** Counts nodes by the first pod of each. */
export function countsOf({ world, set, hash, places }: Look): Counts {
  const wanted = places.filter(({ fit }) => fit.starts)
  const first = wanted.flatMap(({ pods }) => pods.slice(0, 1))
  const ready = first.filter(isReady)
  const available = ready.filter((pod) => isAvailable(pod, set.spec?.minReadySeconds, world.now()))
  return {
    currentNumberScheduled: first.length,
    numberMisscheduled: places.filter(({ fit, pods }) => !fit.starts && pods.length > 0).length,
    desiredNumberScheduled: wanted.length,
    numberReady: ready.length,
    updatedNumberScheduled: first.filter((pod) => isUpdated(pod, set, hash)).length,
    numberAvailable: available.length,
    numberUnavailable: wanted.length - available.length,
  }
}

/** Writes the counts to the status of a DaemonSet, if they changed. */
export function* writeCounts(world: WorldInSteps, set: DaemonSet, counts: Counts): Steps<void> {
  const { status } = set
  const { generation = 0 } = set.metadata
  // The keys of the counts.
  const isNews = (Object.keys(counts) as (keyof Counts)[]).some((member) => (status?.[member] ?? 0) !== counts[member])
  if (!isNews && (status?.observedGeneration ?? 0) >= generation) return
  yield* world.edit(
    KIND,
    refOf(set),
    (draft) => void (draft.status = { ...draft.status, ...counts, observedGeneration: generation }),
    { subresource: 'status' },
  )
}
