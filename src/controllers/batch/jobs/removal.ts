import { type Pod, isReady, readySince } from '../../pods/pod-state.js'
import { indexBelow } from './completion-index.js'
import { type JobSpec, isIndexed } from './job.js'

/**
 * The active pods to give up: those beside the indexes of a Job or double in one, and others until there are as many as
 * asked.
 */
export function toRemove(spec: JobSpec, active: readonly Pod[], atLeast: number): readonly Pod[] {
  const { extra, left } = isIndexed(spec) ? byIndex(active, spec.completions ?? 0) : { extra: [], left: active }
  return extra.length < atLeast ? [...extra, ...inRemovalOrder(left).slice(0, atLeast - extra.length)] : extra
}

/** Of each index one pod is left, the one that is furthest. */
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
 * Pods that have come less far first (ActivePods): unlike those of ReplicaSets, without a cost or an age by magnitude.
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
  -Math.max(0, ...(pod.status?.containerStatuses ?? []).map(({ restartCount }) => restartCount)),
  -Date.parse(pod.metadata.creationTimestamp ?? ''),
]
