import { jsonEqual } from '../../../base/json.js'
import { makeStatedPods } from '../../pods/stated-pods.js'
import type { World } from '../../runtime/types.js'
import { readySinceOf } from '../replica-sets/stands.js'
import { revisionOf } from './annotations.js'
import { draftOf } from './create-replica-set.js'
import type { Deployment, ReplicaSet } from './deployment.js'

/** What stands of a Deployment as a fixture states it: its generation, and what its ReplicaSets come to. */
type Standing = { readonly generation: number; readonly counts: readonly (readonly number[])[] }

/**
 * Tells whether a Deployment is left as a fixture states it: from when that says what its pods come to, until its spec
 * is another or its ReplicaSets come to something else. Where it says that there are pods and no ReplicaSet is there,
 * one is made, and its pods.
 */
export function stands(world: World, deployment: Deployment, sets: readonly ReplicaSet[]): boolean {
  const { generation = 0, deletionTimestamp } = deployment.metadata
  if (world.stated) {
    const isStated = Boolean(deployment.status?.observedGeneration || deployment.status?.replicas)
    const made = isStated && sets.length === 0 && deployment.status?.replicas ? [makeSet(world, deployment)] : sets
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

/** Makes the ReplicaSet of a Deployment's template with the pods that its status says there are. */
function makeSet(world: World, deployment: Deployment): ReplicaSet {
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = deployment.status ?? {}
  const made = world.create('ReplicaSet', draftOf(deployment, replicas, revisionOf(deployment) || 1))
  const counts = {
    replicas,
    fullyLabeledReplicas: replicas,
    ...(readyReplicas ? { readyReplicas } : {}),
    ...(availableReplicas ? { availableReplicas } : {}),
    ...(made.metadata.generation ? { observedGeneration: made.metadata.generation } : {}),
  }
  const set = world.update('ReplicaSet', { ...made, status: counts }, { subresource: 'status' })
  const since = readySinceOf(world, set)
  makeStatedPods(world, set, set.spec?.template ?? {}, { count: replicas, ready: readyReplicas, since })
  return set
}
