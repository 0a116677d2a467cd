import type { Steps } from '../../../base/turns/steps.js'
import { lowestOf } from '../../../base/numbers/extremes.js'
import { type Pod, isTerminating } from '../../pods/pod-state.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { backOffLeft } from './back-off.js'
import { allFailures, indexesOf } from './completion-index.js'
import { finishedAt } from './finished-at.js'
import { indexesBeside, mergeIntervals, withIndexes } from './intervals.js'
import { replacesFailedOnly } from './job.js'
import { indexedPod, plainPod } from './new-pods.js'

import { type Managed, createPods, deletePods } from './pod-writes.js'
import { toRemove } from './removal.js'
import type { JobSnapshot } from './job-snapshot.js'

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
  // During the backoff it reports no active pods, as the real controller does.
  const waiting = (after: number): Managed => ({ ...unchanged, active: 0, after: Math.max(1000, after) })
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
