import { lowestOf } from '../../../base/numbers/extremes.js'
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
import { type Look, type Plan, placesOf } from './daemon-plan.js'
import { daemonPod, isUpdated } from './daemon-pod.js'
import { type DaemonSet, type Node, COMPONENT, KIND } from './daemon-set.js'
import { type Pausing, pausingOf } from './failed-pods.js'
import { firstPauseEnd, planPods } from './manage-daemons.js'
import { fitOf } from './node-fit.js'
import { planRoll } from './roll-daemons.js'

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
