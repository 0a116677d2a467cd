import type { Steps } from '../../../base/turns/steps.js'
import { lowestOf } from '../../../base/numbers/extremes.js'
import { recordCoreEvent } from '../../core/record-core-event.js'
import type { Revision } from '../../history/revisions.js'
import { claim, claimable } from '../../pods/claim.js'
import { makeUnlessEnding, removePod } from '../../pods/make-pod.js'
import { type Pod, availableAt } from '../../pods/pod-state.js'
import { refusal, refusalsOf, slowStart } from '../../pods/slow-start.js'
import { isStated } from '../../pods/stated-pod.js'
import type { Again, Key, WorldInSteps } from '../../runtime/types.js'
import { makeAsStated } from './as-stated.js'
import { findHistory, forgetOldest } from './daemon-history.js'
import { type Look, type Plan, placesOf } from './daemon-plan.js'
import { daemonPod } from './daemon-pod.js'
import { COMPONENT, type DaemonSet, KIND } from './daemon-set.js'
import { countsOf, writeCounts } from './daemon-status.js'
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
