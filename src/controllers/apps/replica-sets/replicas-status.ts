import type { Steps } from '../../../base/turns/steps.js'
import { jsonEqual } from '../../../base/json/json.js'
import { namesOf } from '../../../base/json/member-names.js'
import type { StatusError } from '../../../base/errors/status.js'
import { formatTime } from '../../../base/time/time.js'
import { isAvailable, isReady, type Pod } from '../../pods/pod-state.js'
import type { Reader, WorldInSteps } from '../../runtime/types.js'
import { type Replicas, wantedBy } from './replicas.js'

type Status = NonNullable<Replicas['status']>
type Conditions = NonNullable<Status['conditions']>

/** The condition of a failure to create or delete pods. */
const REPLICA_FAILURE = 'ReplicaFailure'

/** Writes the counts of pods and the condition ReplicaFailure to the status, if they changed. */
export function* writeStatus(
  world: WorldInSteps,
  owner: Replicas,
  pods: readonly Pod[],
  failure: StatusError | undefined,
): Steps<void> {
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
  yield* world.update(owner.kind, { ...owner, status }, { subresource: 'status' })
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

/** Returns whether an object has all these labels; fast path for labels that are the template's own object. */
const hasAll = (own: Labels = {}, labels: Labels): boolean =>
  own === labels || namesOf(labels).every((key) => own[key] === labels[key])

/** Updates the condition ReplicaFailure: the first failure is reported until there is none. */
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
  // A formatted time has the type of a time.
  return [
    ...before,
    { type: REPLICA_FAILURE, status: 'True', lastTransitionTime, reason, message: failure.message },
  ] as unknown as Conditions
}
