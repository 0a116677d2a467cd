import { highestOf } from '../../../base/numbers/extremes.js'
import { type Pod, isReady, readySince } from '../../pods/pod-state.js'
import { indexBelow } from './completion-index.js'
import { type JobSpec, isIndexed } from './job.js'

/**
 * Selects the active pods to delete: those with an index that is out of range or used twice, and further ones until
 * there are enough (activePodsForRemoval).
 */
export function toRemove(spec: JobSpec, active: readonly Pod[], atLeast: number): readonly Pod[] {
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
