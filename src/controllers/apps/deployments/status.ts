import type { Steps } from '../../../base/turns/steps.js'
import { jsonEqual } from '../../../base/json/json.js'
import type { Again, Reader, WorldInSteps } from '../../runtime/types.js'
import { conditionOf, newCondition, progressDeadline, withCondition, withoutCondition } from './conditions.js'
import {
  type Deployment,
  type Found,
  type ReplicaSet,
  type Status,
  allOf,
  sizeOfAll,
  wantedBy,
  writeDeployment,
} from './deployment.js'
import { afterDeadline, progressed } from './progress.js'
import { resolveFenceposts } from './fenceposts.js'

type Count = 'replicas' | 'readyReplicas' | 'availableReplicas'

/** Computes the status of a Deployment: the counts of its ReplicaSets, and the condition Available. */
function statusOf(world: Reader, found: Found): Status {
  const { deployment, current } = found
  const sets = allOf(found)
  const count = (member: Count, of: readonly ReplicaSet[] = sets) =>
    of.reduce((sum, set) => sum + (set.status?.[member] ?? 0), 0)
  const available = count('availableReplicas')
  const { conditions, collisionCount } = deployment.status ?? {}
  const counts = {
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas: count('replicas'),
    updatedReplicas: current ? count('replicas', [current]) : 0,
    readyReplicas: count('readyReplicas'),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, sizeOfAll(sets) - available),
  }
  const status: Status = {
    ...Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== 0)),
    ...(world.featureGates.DeploymentReplicaSetTerminatingReplicas ? terminatingOf(sets) : {}),
    ...(conditions ? { conditions } : {}),
    ...(collisionCount === undefined ? {} : { collisionCount }),
  }
  const isEnough = available >= wantedBy(deployment) - resolveFenceposts(deployment).unavailable
  return withCondition(status, newCondition(world, 'Available', isEnough ? ENOUGH : TOO_FEW))
}

/** Sums up the terminating pods of ReplicaSets; there is no sum if one that was synced does not tell its number. */
function terminatingOf(sets: readonly ReplicaSet[]): Pick<Status, 'terminatingReplicas'> {
  const told = sets.flatMap(({ status = { replicas: 0 } }) =>
    status.terminatingReplicas === undefined && !status.observedGeneration ? [] : [status.terminatingReplicas],
  )
  if (told.includes(undefined)) return {}
  return { terminatingReplicas: told.reduce<number>((sum, number = 0) => sum + number, 0) }
}

const ENOUGH = {
  status: 'True',
  reason: 'MinimumReplicasAvailable',
  message: 'Deployment has minimum availability.',
}
const TOO_FEW = {
  status: 'False',
  reason: 'MinimumReplicasUnavailable',
  message: 'Deployment does not have minimum availability.',
}

/** Writes the counts of a Deployment, if they changed. */
export function* syncStatus(world: WorldInSteps, found: Found): Steps<void> {
  yield* writeChanged(world, found.deployment, statusOf(world, found))
}

/** Writes the status of a Deployment with the progress of its rollout; requeues it to check its deadline. */
export function* syncRollout(world: WorldInSteps, found: Found): Steps<Again | undefined> {
  const { deployment } = found
  const counted = statusOf(world, found)
  const status = withFailure(
    found,
    progressDeadline(deployment) === undefined
      ? withoutCondition(counted, 'Progressing')
      : progressed(world, found, counted),
  )
  return (yield* writeChanged(world, deployment, status)) ? undefined : afterDeadline(world, deployment)
}

/** Copies the condition ReplicaFailure of the current ReplicaSet, or else of another one. */
function withFailure(found: Found, status: Status): Status {
  const { current } = found
  const failure = [...(current ? [current] : []), ...allOf(found)]
    .flatMap((set) => set.status?.conditions ?? [])
    .find(({ type }) => type === 'ReplicaFailure')
  if (!failure) return conditionOf(status, 'ReplicaFailure') ? withoutCondition(status, 'ReplicaFailure') : status
  const { lastTransitionTime } = failure
  const times = lastTransitionTime ? { lastUpdateTime: lastTransitionTime, lastTransitionTime } : {}
  const { reason, message } = failure
  return withCondition(status, {
    type: 'ReplicaFailure',
    status: failure.status,
    ...times,
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
  })
}

function* writeChanged(world: WorldInSteps, deployment: Deployment, status: Status): Steps<boolean> {
  if (jsonEqual(status, deployment.status ?? {})) return false
  yield* writeDeployment(world, { ...deployment, status })
  return true
}
