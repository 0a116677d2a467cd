import type { Steps } from '../../../base/turns/steps.js'
import { jsonEqual } from '../../../base/json/json.js'
import { makeStatedPods } from '../../pods/stated-pods.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { readySinceOf } from '../replica-sets/as-stated.js'
import { revisionOf } from './annotations.js'
import { refOf } from '../../pods/owner.js'
import { draftOf } from './create-replica-set.js'
import type { Deployment, ReplicaSet } from './deployment.js'

/** What is compared with the state a fixture stated: the Deployment's generation, and the counts of its ReplicaSets. */
type Standing = { readonly generation: number; readonly counts: readonly (readonly number[])[] }

/**
 * Returns whether a Deployment is left as a fixture states it, which it is from when the fixture states its status
 * until its spec or the counts of its ReplicaSets change. If the status has replicas but there is no ReplicaSet,
 * creates one with its pods.
 */
export function* isLeftAsStated(
  world: WorldInSteps,
  deployment: Deployment,
  sets: readonly ReplicaSet[],
): Steps<boolean> {
  const { generation = 0, deletionTimestamp } = deployment.metadata
  if (world.stated) {
    const isStated = Boolean(deployment.status?.observedGeneration || deployment.status?.replicas)
    const made =
      isStated && sets.length === 0 && deployment.status?.replicas ? [yield* makeSet(world, deployment)] : sets
    world.remember(isStated ? { generation, counts: countsOf(made) } : undefined)
    return isStated
  }
  const standing = world.memory as Standing | undefined // as remembered above
  if (!standing) return false
  const isSame = standing.generation === generation && jsonEqual(standing.counts, countsOf(sets))
  if (isSame && !deletionTimestamp) return true
  world.remember(undefined)
  return false
}

const countsOf = (sets: readonly ReplicaSet[]) =>
  sets.map(({ spec, status }) => [
    spec?.replicas ?? 1,
    status?.replicas ?? 0,
    status?.readyReplicas ?? 0,
    status?.availableReplicas ?? 0,
  ])

/** Creates the ReplicaSet of a Deployment's template, with the pods that the Deployment's status counts. */
function* makeSet(world: WorldInSteps, deployment: Deployment): Steps<ReplicaSet> {
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = deployment.status ?? {}
  const made = yield* world.create('ReplicaSet', draftOf(deployment, replicas, revisionOf(deployment) || 1))
  const counts = {
    replicas,
    fullyLabeledReplicas: replicas,
    ...(readyReplicas ? { readyReplicas } : {}),
    ...(availableReplicas ? { availableReplicas } : {}),
    ...(made.metadata.generation ? { observedGeneration: made.metadata.generation } : {}),
  }
  const set = yield* world.assumed().patch('ReplicaSet', refOf(made), { status: counts }, { subresource: 'status' })
  const since = readySinceOf(world, set)
  yield* makeStatedPods(world, set, set.spec?.template ?? {}, { count: replicas, ready: readyReplicas, since })
  return set
}
