import type { Steps } from '../../../base/turns/steps.js'
import { isAvailable, isReady, type Pod } from '../../pods/pod-state.js'
import { makeStatedPods } from '../../pods/stated-pods.js'
import type { WorldInSteps } from '../../runtime/types.js'
import type { Replicas } from './replicas.js'

/** What is compared with the state a fixture stated: the object's generation. */
type Standing = { readonly generation: number }

/**
 * Returns whether an object is left as a fixture states it, which it is from when the fixture states its status until
 * its spec or the counts of its pods change. Pods that the status counts but that do not exist are created first.
 */
export function* isLeftAsStated(world: WorldInSteps, owner: Replicas, pods: readonly Pod[]): Steps<boolean> {
  const { generation = 0 } = owner.metadata
  if (world.stated) {
    const isStated = Boolean(owner.status?.observedGeneration || owner.status?.replicas)
    if (isStated) yield* fill(world, owner, pods)
    world.remember(isStated ? { generation } : undefined)
    return isStated
  }
  const standing = world.memory as Standing | undefined // as remembered above
  if (!standing) return false
  if (standing.generation === generation && comesTo(world, owner, pods)) return true
  world.remember(undefined)
  return false
}

function* fill(world: WorldInSteps, owner: Replicas, pods: readonly Pod[]): Steps<void> {
  const { replicas = 0, readyReplicas = 0 } = owner.status ?? {}
  const count = replicas - pods.length
  if (count <= 0) return
  const ready = readyReplicas - pods.filter(isReady).length
  yield* makeStatedPods(world, owner, owner.spec?.template ?? {}, { count, ready, since: readySinceOf(world, owner) })
}

/** Returns since when the pods of a stated status are ready: long enough for those that are available. */
export const readySinceOf = (world: WorldInSteps, { spec, status }: Replicas): number => {
  const wait = status?.availableReplicas ? (spec?.minReadySeconds ?? 0) : 0
  return world.now() - (wait > 0 ? wait * 1000 + 1000 : 0)
}

function comesTo(world: WorldInSteps, { spec, status }: Replicas, pods: readonly Pod[]): boolean {
  const available = pods.filter((pod) => isAvailable(pod, spec?.minReadySeconds, world.now())).length
  return (
    pods.length === (status?.replicas ?? 0) &&
    pods.filter(isReady).length === (status?.readyReplicas ?? 0) &&
    available === (status?.availableReplicas ?? 0)
  )
}
