import { jsonEqual } from '../../../base/json.js'
import { namesOf } from '../../../base/names.js'
import type { StatusError } from '../../../base/status.js'
import { formatTime } from '../../../base/time.js'
import { isAvailable, isReady, type Pod } from '../../pods/pod-state.js'
import { updateInTurns } from '../../runtime/in-turns.js'
import type { Reader, WorkSteps, World } from '../../runtime/types.js'
import { type Replicas, wantedBy } from './replicas.js'

type Status = NonNullable<Replicas['status']>
type Conditions = NonNullable<Status['conditions']>

/** The condition that tells that pods could not be made or deleted. */
const REPLICA_FAILURE = 'ReplicaFailure'

/** Writes what an object's pods come to into its status, where that says something else. */
export function* writeStatus(
  world: World,
  owner: Replicas,
  pods: readonly Pod[],
  failure: StatusError | undefined,
): WorkSteps<void> {
  const before = owner.status ?? { replicas: 0 }
  const { generation = 0 } = owner.metadata
  const counted = countPods(world, owner, pods)
  const kept = conditionsAfter(world, owner, pods.length, failure)
  const status: Status = {
    ...counted,
    ...(generation ? { observedGeneration: generation } : {}),
    ...(kept.length > 0 ? { conditions: [...kept] } : {}),
  }
  if (jsonEqual(status, before)) return
  yield* updateInTurns(world, owner.kind, { ...owner, status }, { subresource: 'status' })
}

function countPods(world: Reader, { spec }: Replicas, pods: readonly Pod[]): Status {
  const labels = spec?.template?.metadata?.labels ?? {}
  const now = world.now()
  const count = (counts: (pod: Pod) => boolean) => pods.filter(counts).length
  const fullyLabeledReplicas = count(({ metadata }) => hasAll(metadata.labels, labels))
  const readyReplicas = count(isReady)
  const availableReplicas = count((pod) => isAvailable(pod, spec?.minReadySeconds, now))
  return {
    replicas: pods.length,
    ...(fullyLabeledReplicas > 0 ? { fullyLabeledReplicas } : {}),
    ...(readyReplicas > 0 ? { readyReplicas } : {}),
    ...(availableReplicas > 0 ? { availableReplicas } : {}),
  }
}

type Labels = { readonly [label: string]: string }

/** Tells whether an object has all these labels; many have those of their template, which need no look at each. */
const hasAll = (own: Labels = {}, labels: Labels): boolean =>
  own === labels || namesOf(labels).every((key) => own[key] === labels[key])

/** A failure is told once, as it was first, and until nothing fails. */
function conditionsAfter(
  world: Reader,
  owner: Replicas,
  active: number,
  failure: StatusError | undefined,
): Readonly<Conditions> {
  const before = owner.status?.conditions ?? []
  const isTold = before.some(({ type }) => type === REPLICA_FAILURE)
  if (!failure) return isTold ? before.filter(({ type }) => type !== REPLICA_FAILURE) : before
  if (isTold) return before
  const missing = wantedBy(owner) - active
  const reason = missing > 0 ? 'FailedCreate' : 'FailedDelete'
  const lastTransitionTime = formatTime(world.now())
  // A time as text is one as the types have it.
  return [
    ...before,
    { type: REPLICA_FAILURE, status: 'True', lastTransitionTime, reason, message: failure.message },
  ] as unknown as Conditions
}
