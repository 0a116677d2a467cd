import type { Steps } from '../../../base/turns/steps.js'
import { lowestOf } from '../../../base/numbers/extremes.js'
import { StatusError } from '../../../base/errors/status.js'
import { deleteOldest, selectedRevisionsOf } from '../../history/keep-revisions.js'
import type { Revision } from '../../history/revisions.js'
import { withPatchedTemplate } from '../../history/template-patch.js'
import { storedName } from '../../../schema/stored-metadata.js'
import type { KubeObject } from '../../../schema/object.js'
import { claim, claimable } from '../../pods/claim.js'
import { type Pod, availableAt } from '../../pods/pod-state.js'
import { refusal } from '../../pods/slow-start.js'
import { isStated } from '../../pods/stated-pod.js'
import type { Again, Key, WorldInSteps } from '../../runtime/types.js'
import { makeAsStated } from './as-stated.js'
import { membersOf } from './members.js'
import { type Sync, placePods } from './place-pods.js'
import { type SetRevisions, findRevisions } from './revisions-of-set.js'
import { rollPods } from './roll.js'
import { completed, statusOf, writeStatus } from './set-status.js'
import { type StatefulSet, placeOfPod, revisionOf } from './stateful-set.js'

/** Syncs a StatefulSet: takes the next step towards its desired pods, and updates its status. */
export function* reconcileInSteps({ namespace, name }: Key, world: WorldInSteps): Steps<Again | undefined> {
  const set = world.get('StatefulSet', { namespace, name })
  if (!set) return world.remember(undefined) ?? undefined
  const selector = set.spec?.selector
  const known = yield* selectedRevisionsOf(world, set, selector)
  const wants = (pod: KubeObject) => placeOfPod(pod)?.parent === name
  const pods = yield* claim(world, { owner: set, selector, wants }, claimable<Pod>(world, 'Pod', set))
  const revisions = yield* findRevisions(world, set, known)
  const members = membersOf(set, pods, revisions)
  // The pods it creates wake the StatefulSet again.
  if (isStated(world) && (yield* makeAsStated(world, set, members))) return world.remember(undefined) ?? undefined
  world.remember(undefined)
  const counted = statusOf(set, pods, revisions, world.now())
  const currentSet = withPatchedTemplate(set, revisions.current.data)
  const { refused, rolled } = yield* bringAbout({ world, set, currentSet, revisions, members })
  const status = { ...counted, currentReplicas: Math.max(0, counted.currentReplicas - rolled) }
  const failures = [
    refused,
    yield* refusal(writeStatus(world, set, completed(set, status))),
    yield* refusal(forgetOldest(world, set, { known, revisions, pods })),
  ]
  const [failure] = failures.filter((each) => each !== undefined)
  if (failure) throw failure
  return nextLook(set, pods, world.now())
}

/** Creates and deletes pods, and updates them once all are in place. */
function* bringAbout(sync: Sync): Steps<{ readonly refused?: StatusError | undefined; readonly rolled: number }> {
  if (sync.set.metadata.deletionTimestamp) return { rolled: 0 }
  const { isDone, refused } = yield* placePods(sync)
  if (!isDone) return { refused, rolled: 0 }
  try {
    return { rolled: yield* rollPods(sync) }
  } catch (error) {
    if (error instanceof StatusError) return { refused: error, rolled: 0 }
    throw error
  }
}

type History = {
  readonly known: readonly Revision[]
  readonly revisions: SetRevisions
  readonly pods: readonly Pod[]
}

/** Deletes the oldest revisions beyond revisionHistoryLimit that have no pods. */
function* forgetOldest(world: WorldInSteps, { spec }: StatefulSet, { known, revisions, pods }: History): Steps<void> {
  const live = new Set([
    ...Object.values([revisions.current, revisions.update]).map(storedName),
    ...pods.map(revisionOf),
  ])
  const isLive = (revision: Revision) => live.has(storedName(revision))
  const limit = spec?.revisionHistoryLimit ?? 10
  const dead = known.filter((revision) => !isLive(revision)).length
  if (limit >= 0) yield* deleteOldest(world, known, isLive, dead - limit)
}

/** Requeues the StatefulSet for when the next ready pod becomes available. */
function nextLook(set: StatefulSet, pods: readonly Pod[], now: number): Again | undefined {
  const times = pods.flatMap((pod) => availableAt(pod, set.spec?.minReadySeconds) ?? []).filter((time) => time > now)
  return times.length > 0 ? { at: lowestOf(times) } : undefined
}
