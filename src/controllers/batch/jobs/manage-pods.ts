import { atLeast } from '../../../model/registry/kubernetes-version.js'
import { highestOf, lowestOf } from '../../../base/lists/lists.js'
import type { Steps } from '../../../base/turns/steps.js'
import { type Pod, isReady, isTerminating, readySince } from '../../pods/pod-state.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { backOffLeft } from './back-off.js'
import { allFailures, indexBelow, indexesOf } from './completion-index.js'
import { finishedAt } from './finished-at.js'
import { indexesBeside, mergeIntervals, withIndexes } from './intervals.js'
import type { JobSnapshot } from './job-snapshot.js'
import { type JobSpec, isIndexed, replacesFailedOnly } from './job.js'
import { indexedPod, plainPod } from './new-pods.js'
import { type Managed, createPods, deletePods } from './pod-writes.js'

/**
 * Selects the active pods to delete: those with an index that is out of range or used twice, and further ones until
 * there are enough (activePodsForRemoval).
 */
function toRemove(spec: JobSpec, active: readonly Pod[], atLeast: number): readonly Pod[] {
  const { extra, left } = isIndexed(spec) ? byIndex(active, spec.completions ?? 0) : { extra: [], left: active }
  return extra.length < atLeast ? [...extra, ...inRemovalOrder(left).slice(0, atLeast - extra.length)] : extra
}

/** Keeps one pod of each index, the one that is furthest along. */
function byIndex(active: readonly Pod[], completions: number) {
  const ofIndex = new Map<number | undefined, readonly Pod[]>()
  for (const pod of active) {
    const index = indexBelow(pod, completions)
    ofIndex.set(index, [...(ofIndex.get(index) ?? []), pod])
  }
  const groups = [...ofIndex].sort(([a = -1], [b = -1]) => a - b)
  return {
    extra: groups.flatMap(([index, pods]) => (index === undefined ? pods : inRemovalOrder(pods).slice(0, -1))),
    left: groups.flatMap(([index, pods]) => (index === undefined ? [] : inRemovalOrder(pods).slice(-1))),
  }
}

const PHASES: readonly (string | undefined)[] = ['Pending', 'Unknown', 'Running']

/**
 * Sorts pods by how far along they are, the least first (ActivePods); unlike for ReplicaSets, without deletion cost and
 * with exact ages.
 */
const inRemovalOrder = (pods: readonly Pod[]): readonly Pod[] =>
  pods
    .map((pod) => ({ pod, rank: rankOf(pod) }))
    .sort((a, b) => a.rank.reduce((order, value, i) => order || value - (b.rank[i] ?? 0), 0))
    .map(({ pod }) => pod)

const rankOf = (pod: Pod): readonly number[] => [
  pod.spec?.nodeName ? 1 : 0,
  Math.max(0, PHASES.indexOf(pod.status?.phase)),
  isReady(pod) ? 1 : 0,
  -(readySince(pod) ?? 0),
  -highestOf([0, ...(pod.status?.containerStatuses ?? []).map(({ restartCount }) => restartCount)]),
  -Date.parse(pod.metadata.creationTimestamp ?? ''),
]

/** The most pods that one sync creates or deletes (MaxPodCreateDeletePerSync). */
const MOST_PODS = 500

/** Creates or deletes pods to match the parallelism and completions of a Job (manageJob). */
export function* managePods(snapshot: JobSnapshot, world: WorldInSteps): Steps<Managed> {
  const { spec, activePods, terminating } = snapshot
  const active = activePods.length
  const unchanged = { active, ready: snapshot.ready, terminating }
  if (spec.suspend) return yield* deletePods(snapshot, toRemove(spec, activePods, active), world)
  const wanted = wantedBy(snapshot)
  const surplus = toRemove(spec, activePods, Math.max(0, active - wanted)).slice(0, MOST_PODS)
  // Each sync either deletes or creates pods.
  if (surplus.length > 0) return yield* deletePods(snapshot, surplus, world)
  const missing = wanted - active - (replacesFailedOnly(spec) ? terminating : 0)
  if (missing <= 0) return unchanged
  const now = world.now()
  // During the backoff the real controller reported no active pods before 1.36.
  const told = atLeast(world.profile.version, '1.36') ? active : 0
  const waiting = (after: number): Managed => ({ ...unchanged, active: told, after: Math.max(1000, after) })
  if (!snapshot.indexes?.failed) {
    const left = backOffLeft(snapshot.backOff.failures, snapshot.backOff.last, now)
    if (left > 0) return waiting(left)
  }
  const count = Math.min(missing, MOST_PODS)
  if (!snapshot.indexes)
    return yield* createPods(
      snapshot,
      Array.from({ length: count }, () => plainPod(snapshot)),
      world,
    )
  const { indexes, after } = indexesToAdd(snapshot, count, now)
  if (after !== undefined) return waiting(after)
  return yield* createPods(
    snapshot,
    indexes.map((index) => indexedPod(snapshot, index)),
    world,
  )
}

/** Returns how many pods should be active. */
function wantedBy({ spec: { completions, parallelism = 0 }, activePods, succeeded }: JobSnapshot): number {
  if (completions === undefined) return succeeded > 0 ? activePods.length : parallelism
  return Math.max(0, Math.min(parallelism, completions - succeeded))
}

/** Returns the first indexes that are not finished and have no pod. */
export function freeIndexes({ spec, pods, activePods, indexes }: JobSnapshot, count: number): readonly number[] {
  if (!indexes) return []
  const { completions, succeeded, failed = [] } = indexes
  const taken = [...indexesOf(activePods), ...(replacesFailedOnly(spec) ? indexesOf(pods.filter(isTerminating)) : [])]
  return indexesBeside(mergeIntervals(withIndexes(succeeded, taken), failed), count, completions)
}

/** Returns the indexes to create pods for now, or the milliseconds until the first of them. */
function indexesToAdd(
  snapshot: JobSnapshot,
  count: number,
  now: number,
): { readonly indexes: readonly number[]; readonly after?: number } {
  const free = freeIndexes(snapshot, count)
  const { failed, kept } = snapshot.indexes ?? {}
  if (!failed) return { indexes: free }
  const waits = free.map((index) => waitOf(kept?.get(index), now))
  const ready = free.filter((_, i) => waits[i] === 0)
  return ready.length > 0 || waits.length === 0 ? { indexes: ready } : { indexes: [], after: lowestOf(waits) }
}

const waitOf = (before: Pod | undefined, now: number): number =>
  before ? backOffLeft(allFailures(before) + 1, finishedAt(before), now) : 0
