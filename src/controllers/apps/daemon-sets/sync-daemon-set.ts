import { lowestOf } from '../../../base/lists/lists.js'
import type { Steps } from '../../../base/turns/steps.js'
import { recordCoreEvent } from '../../core/record-core-event.js'
import type { Revision } from '../../history/revisions.js'
import { claim, claimable } from '../../pods/claim.js'
import { makeUnlessEnding, removePod } from '../../pods/make-pod.js'
import { refOf } from '../../pods/owner.js'
import { type Pod, availableAt, isAvailable, isReady } from '../../pods/pod-state.js'
import { refusal, refusalsOf, slowStart } from '../../pods/slow-start.js'
import { availableSince, isStated, makeStatedPod, withoutOwnTaints } from '../../pods/stated-pod.js'
import type { Again, Key, WorldInSteps } from '../../runtime/types.js'
import { findHistory, forgetOldest } from './daemon-history.js'
import { type Look, type Plan, type NodePods, placesOf } from './daemon-plan.js'
import { daemonPod, isUpdated } from './daemon-pod.js'
import { type DaemonSet, type Node, COMPONENT, KIND, HASH_LABEL, boundsOf } from './daemon-set.js'
import { type Pausing, pausingOf } from './failed-pods.js'
import { fitOf } from './node-fit.js'
import { planRoll } from './roll-daemons.js'
import { hasEnded } from '../../../kinds/shared/pods.js'

/** The most pods that are created, and the most that are deleted, at a time. */
const BURST = 250

/** Syncs a DaemonSet: takes the next step towards one pod on each eligible node, and updates its status. */
export function* reconcileInSteps({ namespace, name }: Key, world: WorldInSteps): Steps<Again | undefined> {
  const set = world.get(KIND, { namespace, name })
  if (!set) return world.remember(undefined) ?? undefined
  if (selectsAll(set)) return yield* remarkOnAll(world, set)
  if (set.metadata.deletionTimestamp) return undefined
  const pods = yield* claim(world, { owner: set, selector: set.spec?.selector }, claimable<Pod>(world, 'Pod', set))
  const { hash, old } = yield* findHistory(world, set, pods)
  const nodes = world.list('Node')
  // The pods it creates wake the DaemonSet again.
  if (isStated(world) && (yield* makeAsStated({ world, set, hash, nodes, pods })))
    return world.remember(undefined) ?? undefined
  const look: Look = { world, set, hash, ...placesOf(nodes, pods, fitOf(set)) }
  const pausing = pausingOf(world, set)
  const failed = yield* refusal(bringAbout(look, pausing, old, pods))
  pausing.keep()
  const unwritten = yield* refusal(writeCounts(world, set, countsOf(look)))
  if (failed ?? unwritten) throw failed ?? unwritten
  return nextLook(look, firstPauseEnd(look, pausing))
}

/** Takes the next step towards the desired pods, and forgets old revisions. */
function* bringAbout(look: Look, pausing: Pausing, old: readonly Revision[], pods: readonly Pod[]): Steps<void> {
  const { world, set } = look
  const moved = yield* carryOut(look, yield* planPods(look, pausing))
  if (!moved && set.spec?.updateStrategy?.type === 'RollingUpdate') yield* carryOut(look, planRoll(look))
  yield* forgetOldest(world, set, old, pods)
}

const selectsAll = ({ spec }: DaemonSet): boolean =>
  Object.keys(spec?.selector.matchLabels ?? {}).length + (spec?.selector.matchExpressions ?? []).length === 0

function* remarkOnAll(world: WorldInSteps, set: DaemonSet): Steps<undefined> {
  const message = 'This daemon set is selecting all pods. A non-empty selector is required.'
  yield* recordCoreEvent(world, set, { type: 'Warning', reason: 'SelectingAll', message, component: COMPONENT })
}

/**
 * Creates and deletes pods; returns whether there was anything to do.
 *
 * @throws StatusError of the first failure, after the others were tried
 */
function* carryOut({ world, set, hash }: Look, { going, coming }: Plan): Steps<boolean> {
  const maker = { owner: set, component: COMPONENT }
  const made = coming.slice(0, BURST)
  const { failure } = yield* slowStart(made.length, (i) =>
    makeUnlessEnding(world, maker, daemonPod(set, made[i] ?? '', hash)),
  )
  const refusals = yield* refusalsOf(going.slice(0, BURST), (pod) => removePod(world, maker, pod))
  const refused = failure ?? refusals.find((each) => each !== undefined)
  if (refused) throw refused
  return going.length + coming.length > 0
}

/** Requeues the DaemonSet for when the next ready pod becomes available, or a backoff ends. */
function nextLook({ world, set, places }: Look, pause: number | undefined): Again | undefined {
  const { minReadySeconds } = set.spec ?? {}
  const now = world.now()
  const waits = minReadySeconds
    ? places
        .flatMap(({ pods }) => pods.flatMap((pod) => availableAt(pod, minReadySeconds) ?? []))
        .map((time) => time - now)
        .filter((wait) => wait > 0)
    : []
  const first = lowestOf([...waits, pause ?? Infinity])
  return Number.isFinite(first) ? { after: first } : undefined
}

/** A DaemonSet as a fixture states it, and the nodes and pods that exist. */
type Stated = {
  readonly world: WorldInSteps
  readonly set: DaemonSet
  readonly hash: string
  readonly nodes: readonly Node[]
  readonly pods: readonly Pod[]
}

/**
 * Creates the pods that the status of a DaemonSet counts, as a fixture states it: first the ready ones, on the first
 * eligible nodes, then those that are not ready. Returns whether any pods were missing.
 */
function* makeAsStated({ world, set, hash, nodes, pods }: Stated): Steps<boolean> {
  const { places } = placesOf(nodes.map(withoutOwnTaints), pods, fitOf(set))
  const { currentNumberScheduled = 0, numberReady = 0 } = set.status ?? {}
  const wanted = places.filter(({ fit }) => fit.starts).slice(0, Math.max(currentNumberScheduled, numberReady))
  const readyOnes = new Set(wanted.slice(0, numberReady))
  const vacant = wanted.filter(({ pods }) => pods.length === 0)
  for (const place of vacant) {
    const ready = readyOnes.has(place)
    const { metadata, spec = { containers: [] } } = daemonPod(set, place.name, hash)
    const draft = { metadata: metadata ?? {}, spec: { ...spec, ...(ready ? { nodeName: place.name } : {}) } }
    yield* makeStatedPod(world, draft, { ready, since: availableSince(world, set.spec?.minReadySeconds) })
  }
  return vacant.length > 0
}

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
function countsOf({ world, set, hash, places }: Look): Counts {
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
function* writeCounts(world: WorldInSteps, set: DaemonSet, counts: Counts): Steps<void> {
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
