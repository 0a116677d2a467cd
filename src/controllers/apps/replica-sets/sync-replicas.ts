import type { Steps } from '../../../base/turns/steps.js'
import type { StatusError } from '../../../base/errors/status.js'
import { claim, claimable } from '../../pods/claim.js'
import { availableAt, isActive, type Pod } from '../../pods/pod-state.js'
import type { Again, ReconcileInSteps, WorldInSteps } from '../../runtime/types.js'
import { managePods } from './manage-pods.js'
import { type Replicas, type Sort } from './replicas.js'
import { podSelector } from './replicas-watches.js'
import { isLeftAsStated } from './as-stated.js'
import { writeStatus } from './replicas-status.js'

/**
 * Syncs a ReplicaSet or ReplicationController: claims its pods, creates or deletes pods, and counts those there were
 * before. A failure is retried.
 */
export const syncReplicas = (sort: Sort): ReconcileInSteps =>
  function* ({ namespace, name }, world): Steps<Again | undefined> {
    const owner = world.get<Replicas>(sort.kind, { namespace, name })
    if (!owner) return undefined
    const candidates = claimable<Pod>(world, 'Pod', owner).filter(isActive)
    const pods = yield* claim(world, { owner, selector: podSelector(owner) }, candidates)
    if (yield* isLeftAsStated(world, owner, pods)) return undefined
    const failure: StatusError | undefined = owner.metadata.deletionTimestamp
      ? undefined
      : yield* managePods(world, sort, owner, pods)
    yield* writeStatus(world, owner, pods, failure)
    if (failure) throw failure
    return nextAvailable(world, owner, pods)
  }

/** Requeues the object for when the next ready pod becomes available. */
function nextAvailable(world: WorldInSteps, { spec }: Replicas, pods: readonly Pod[]): Again | undefined {
  if (!spec?.minReadySeconds) return undefined
  const now = world.now()
  let first = Infinity
  for (const pod of pods) {
    const at = availableAt(pod, spec.minReadySeconds)
    if (at !== undefined && at > now && at < first) first = at
  }
  return first === Infinity ? undefined : { at: first }
}
