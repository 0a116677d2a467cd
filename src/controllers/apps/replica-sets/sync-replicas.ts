import type { StatusError } from '../../../base/errors/status.js'
import { jsonEqual } from '../../../base/json/json.js'
import { namesOf } from '../../../base/json/member-names.js'
import { formatTime } from '../../../base/time/time.js'
import type { Steps } from '../../../base/turns/steps.js'
import { selects } from '../../../model/registry/label-selector.js'
import { claim, claimable } from '../../pods/claim.js'
import { inDeletionOrder } from '../../pods/deletion-order.js'
import { podFromTemplate } from '../../pods/from-template.js'
import { makeUnlessEnding, removePod } from '../../pods/make-pod.js'
import { controllerOf, isControlledBy, refOf } from '../../pods/owner.js'
import { type Pod, availableAt, isActive, isAvailable, isReady, isTerminating } from '../../pods/pod-state.js'
import { refusalsOf, slowStart } from '../../pods/slow-start.js'
import type { Again, Reader, ReconcileInSteps, WorldInSteps } from '../../runtime/types.js'
import { isLeftAsStated } from './as-stated.js'
import { type Replicas, type Sort, podSelector, wantedBy } from './replicas.js'

type Status = NonNullable<Replicas['status']>
type Conditions = NonNullable<Status['conditions']>

/** The condition of a failure to create or delete pods. */
const REPLICA_FAILURE = 'ReplicaFailure'

/** The pods of an owner: the active ones, and the number of those that are terminating, if it tells that. */
type Owned = { readonly pods: readonly Pod[]; readonly terminating: number | undefined }

/** Writes the counts of pods and the condition ReplicaFailure to the status, if they changed. */
function* writeStatus(
  world: WorldInSteps,
  owner: Replicas,
  { pods, terminating }: Owned,
  failure: StatusError | undefined,
): Steps<void> {
  const before = owner.status ?? { replicas: 0 }
  const { generation = 0 } = owner.metadata
  const counted = countPods(world, owner, pods)
  const kept = conditionsAfter(world, owner, pods.length, failure)
  const status: Status = {
    ...counted,
    ...(terminating === undefined ? {} : { terminatingReplicas: terminating }),
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

/** The most pods that are created or deleted at a time. */
const BURST = 500

/** Creates missing pods or deletes surplus ones, given the active ones; returns the first failure. */
function* managePods(
  world: WorldInSteps,
  { component }: Sort,
  owner: Replicas,
  pods: readonly Pod[],
): Steps<StatusError | undefined> {
  const missing = wantedBy(owner) - pods.length
  const maker = { owner, component }
  if (missing > 0) {
    const draft = podFromTemplate(owner.spec?.template ?? {}, owner)
    const { failure } = yield* slowStart(Math.min(missing, BURST), () => makeUnlessEnding(world, maker, draft))
    return failure
  }
  if (missing === 0) return undefined
  const going = givenUp(world, owner, pods, Math.min(-missing, BURST))
  const refusals = yield* refusalsOf(going, (pod) => removePod(world, maker, pod))
  return refusals.find((each) => each !== undefined)
}

/** Selects the pods to delete. */
const givenUp = (world: WorldInSteps, owner: Replicas, pods: readonly Pod[], count: number): readonly Pod[] =>
  count < pods.length ? inDeletionOrder(pods, kinOf(world, owner), world.now()).slice(0, count) : pods

/**
 * Returns the related pods, which are ranked together by node: those selected by any of the ReplicaSets with the same
 * controller.
 */
function kinOf(world: WorldInSteps, owner: Replicas): readonly Pod[] {
  const ref = controllerOf(owner)
  if (!ref) return []
  const related = world
    .dependents(ref.uid)
    .filter((object) => object.kind === owner.kind && controllerOf(object)?.uid === ref.uid)
  if (related.length === 0) return []
  const selectors = related.map(podSelector)
  return world
    .list('Pod', { namespace: refOf(owner).namespace })
    .filter(({ metadata }) => selectors.some((selector) => selects(selector, metadata.labels)))
}

/**
 * Syncs a ReplicaSet or ReplicationController: claims its pods, creates or deletes pods, and counts those there were
 * before. A failure is retried.
 */
export const syncReplicas = (sort: Sort): ReconcileInSteps =>
  function* ({ namespace, name }, world): Steps<Again | undefined> {
    const owner = world.get<Replicas>(sort.kind, { namespace, name })
    if (!owner) return undefined
    const candidates = claimable<Pod>(world, 'Pod', owner)
    const selector = podSelector(owner)
    const pods = yield* claim(world, { owner, selector }, candidates.filter(isActive))
    const isGoing = (pod: Pod) =>
      isTerminating(pod) && isControlledBy(pod, owner) && selects(selector, pod.metadata.labels)
    const terminating =
      sort.tellsTerminating && world.featureGates.DeploymentReplicaSetTerminatingReplicas
        ? candidates.filter(isGoing).length
        : undefined
    if (yield* isLeftAsStated(world, owner, pods)) return undefined
    const failure: StatusError | undefined = owner.metadata.deletionTimestamp
      ? undefined
      : yield* managePods(world, sort, owner, pods)
    yield* writeStatus(world, owner, { pods, terminating }, failure)
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
