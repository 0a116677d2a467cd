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
import { daemonPod, isUpdated, nodeOf } from './daemon-pod.js'
import { type DaemonSet, type Node, type Bounds, COMPONENT, KIND, HASH_LABEL, boundsOf } from './daemon-set.js'
import { type Fit, NEITHER, fitOf } from './node-fit.js'
import { hasEnded } from '../../../kinds/shared/pods.js'
import { storedUid, storedName } from '../../../schema/object.js'
import { compareBytes } from '../../../base/json/json.js'

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
function* planPods(look: Look, pausing: Pausing): Steps<Plan> {
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
function firstPauseEnd({ places }: Look, pausing: Pausing): number | undefined {
  const waits = places
    .filter(({ fit, pods }) => fit.stays && pods.some((pod) => pod.status?.phase === 'Failed'))
    .map(({ name }) => pausing.left(name))
    .filter((left) => left > 0)
  return waits.length > 0 ? lowestOf(waits) : undefined
}

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 15 * 60_000

/** The backoff of a node: its start and its length, in milliseconds. */
type Pause = { readonly since: number; readonly length: number }
type Pauses = { readonly [place: string]: Pause }

/** The backoff of failed pods of a DaemonSet, by node. */
type Pausing = {
  /** Returns the milliseconds until a failed pod on a node may be deleted; 0 if it may be deleted now. */
  readonly left: (node: string) => number
  /** Records the deletion of a failed pod: the next backoff is twice as long, up to 15 minutes. */
  readonly note: (node: string) => void
  /** Stores the backoffs in the controller's memory. */
  readonly keep: () => void
}

/** Loads the backoffs of a DaemonSet, without those that started more than 30 minutes ago. */
function pausingOf(world: WorldInSteps, set: DaemonSet): Pausing {
  const now = world.now()
  const before = typeof world.memory === 'object' ? (world.memory as Pauses) : {} // as stored below, or stated
  const pauses = new Map(Object.entries(before).filter(([, { since }]) => now - since <= 2 * LONGEST_PAUSE))
  const place = (node: string) => `${storedUid(set)}/${set.status?.observedGeneration ?? 0}/${node}`
  return {
    left(node) {
      const pause = pauses.get(place(node))
      return pause ? Math.max(0, pause.since + pause.length - now) : 0
    },
    note(node) {
      const length = pauses.get(place(node))?.length
      pauses.set(place(node), { since: now, length: length ? Math.min(2 * length, LONGEST_PAUSE) : FIRST_PAUSE })
    },
    keep() {
      if (pauses.size > 0 || world.memory !== undefined)
        world.remember(pauses.size > 0 ? Object.fromEntries(pauses) : undefined)
    },
  }
}

/** Plans the next step of a rolling update: deletes old pods, or creates new ones before, within the bounds. */
function planRoll(look: Look): Plan {
  const wanted = look.places.filter(({ fit }) => fit.starts).length
  const bounds = boundsOf(look.set, wanted)
  const views = [...look.places, ...look.elsewhere]
    .filter(({ fit, pods }) => fit.starts || pods.length > 0)
    .map((place) => viewOf(look, place))
  return bounds.surge === 0 ? replace(views, bounds) : surge(views, bounds, wanted)
}

/** The pods of a node as a rolling update sees them. */
type Turnover = {
  readonly place: NodePods
  readonly fresh: Pod | undefined
  readonly old: Pod | undefined
  /** Whether there are several new or several old pods, which planPods has to delete first. */
  readonly isCrowded: boolean
  readonly freshIsThere: boolean
  readonly oldIsThere: boolean
}

function viewOf({ world, set, hash }: Look, place: NodePods): Turnover {
  const pods = place.pods.filter(({ metadata }) => !metadata.deletionTimestamp)
  const fresh = pods.filter((pod) => isUpdated(pod, set, hash))
  const old = pods.filter((pod) => !fresh.includes(pod))
  const isThere = (pod: Pod | undefined) => Boolean(pod && isAvailable(pod, set.spec?.minReadySeconds, world.now()))
  return {
    place,
    fresh: fresh[0],
    old: old[0],
    isCrowded: fresh.length > 1 || old.length > 1,
    freshIsThere: isThere(fresh[0]),
    oldIsThere: isThere(old[0]),
  }
}

/** Selects the old pods to delete: all unavailable ones, and as many others as maxUnavailable allows. */
function replace(views: readonly Turnover[], { unavailable }: Bounds): Plan {
  const broken: Pod[] = []
  const candidates: Pod[] = []
  let missing = 0
  for (const { fresh, old, isCrowded, freshIsThere, oldIsThere } of views) {
    if (isCrowded || Boolean(fresh) === Boolean(old)) missing++
    else if (!old) missing += freshIsThere ? 0 : 1
    else if (!oldIsThere) {
      broken.push(old)
      missing++
    } else if (missing < unavailable) candidates.push(old)
  }
  return { going: [...broken, ...candidates.slice(0, Math.max(0, unavailable - missing))], coming: [] }
}

/** Plans new pods next to old ones as maxSurge allows, and deletes old ones that have been replaced. */
function surge(views: readonly Turnover[], { surge: most }: Bounds, wanted: number): Plan {
  const going: Pod[] = []
  const misplaced: Pod[] = []
  const [allowed, candidates]: [string[], string[]] = [[], []]
  let [surging, available] = [0, 0]
  for (const view of views) {
    const { place, fresh, old, isCrowded } = view
    if (isCrowded) {
      surging++
      continue
    }
    if (old ? view.oldIsThere : view.freshIsThere) available++
    if (!old) continue
    if (fresh && !view.freshIsThere) surging++
    else if (fresh) going.push(old)
    else if (!view.oldIsThere) {
      if (place.fit.starts) allowed.push(place.name)
      else going.push(old)
    } else if (!place.fit.starts) misplaced.push(old)
    else if (surging < most) candidates.push(place.name)
  }
  return {
    going: [...going, ...misplaced.slice(0, Math.max(0, available - wanted))],
    coming: [...allowed, ...candidates.slice(0, Math.max(0, most - surging))],
  }
}

/** A node, whether it is eligible for a DaemonSet, and the DaemonSet's pods for it. */
type NodePods = {
  readonly name: string
  readonly fit: Fit
  /** In the order in which they are kept: scheduled ones first, then by age. */
  readonly pods: readonly Pod[]
}

/** The state that one sync works on. */
type Look = {
  readonly world: WorldInSteps
  readonly set: DaemonSet
  /** The hash of the current template. */
  readonly hash: string
  /** One for each node. */
  readonly places: readonly NodePods[]
  /** One for each missing node that pods are meant for. */
  readonly elsewhere: readonly NodePods[]
}

/** The pods to delete, and the nodes to create pods for. */
type Plan = { readonly going: readonly Pod[]; readonly coming: readonly string[] }

/** Groups pods by node, ignoring finished ones that are being deleted. */
function placesOf(
  nodes: readonly Node[],
  pods: readonly Pod[],
  fit: (node: Node) => Fit,
): Pick<Look, 'places' | 'elsewhere'> {
  const byNode = new Map<string, Pod[]>()
  for (const pod of pods) {
    const name = hasEnded(pod) && pod.metadata.deletionTimestamp ? undefined : nodeOf(pod)
    if (name === undefined) continue
    const there = byNode.get(name)
    if (there) there.push(pod)
    else byNode.set(name, [pod])
  }
  const places = nodes.map((node) => {
    const name = storedName(node)
    const there = byNode.get(name) ?? []
    byNode.delete(name)
    return { name, fit: fit(node), pods: there.length > 1 ? there.sort(compareAges) : there }
  })
  const elsewhere = [...byNode].map(([name, there]) => ({ name, fit: NEITHER, pods: there.sort(compareAges) }))
  return { places, elsewhere }
}

const compareAges = (a: Pod, b: Pod): number =>
  Number(!a.spec?.nodeName) - Number(!b.spec?.nodeName) ||
  compareBytes(a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '') ||
  compareBytes(storedName(a), storedName(b))
