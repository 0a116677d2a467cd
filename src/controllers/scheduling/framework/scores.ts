import { highestOf, lowestOf } from '../../../base/numbers/extremes.js'
import type { ClusterSnapshot } from './filter.js'
import { type InterPodScore, interPodScores } from './inter-pod-scores.js'
import { preferenceFor } from './node-affinity.js'
import type { NodeInfo } from './node-info.js'
import type { PodInfo } from './pod-info.js'
import type { Spread } from './spread-constraints.js'
import { spreadScores } from './spread-scores.js'
import { tolerates } from './taints.js'

const MOST = 100

/**
 * Scores nodes for a pod: the weighted sum of the scores of the plug-ins, with the weights of a real server. Image
 * locality is not considered.
 *
 * @param spreads the soft spread constraints
 */
export function scoresOf(
  pod: PodInfo,
  nodes: readonly NodeInfo[],
  spreads: readonly Spread[],
  sight: ClusterSnapshot,
): number[] {
  const total = nodes.map((node) => leastAllocated(pod, node) + balance(pod, node))
  const addAll = (scores: readonly number[] | undefined, weight: number) =>
    scores?.forEach((score, i) => (total[i] = (total[i] ?? 0) + weight * score))
  addAll(tolerationScores(pod, nodes), 3)
  addAll(preferenceScores(pod, nodes), 2)
  addAll(spreadScores(pod, nodes, spreads, sight), 2)
  const near: InterPodScore | undefined = interPodScores(pod, sight)
  addAll(near && spanned(nodes.map(near)), 2)
  return total
}

/** Scores nodes by their untolerated `PreferNoSchedule` taints: the fewer the better. */
function tolerationScores({ pod }: PodInfo, nodes: readonly NodeInfo[]): readonly number[] | undefined {
  const counts = nodes.map(
    ({ node }) =>
      node.spec?.taints?.filter(
        (taint) =>
          taint.effect === 'PreferNoSchedule' &&
          !pod.spec?.tolerations?.some((toleration) => tolerates(toleration, taint)),
      ).length ?? 0,
  )
  const most = highestOf(counts)
  // Without any, all scores are the same.
  return most === 0 ? undefined : counts.map((count) => MOST - Math.floor((MOST * count) / most))
}

function preferenceScores({ pod }: PodInfo, nodes: readonly NodeInfo[]): readonly number[] | undefined {
  if (!pod.spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution) return undefined
  const sums = nodes.map(({ node }) => preferenceFor(pod.spec ?? {}, node))
  const most = highestOf(sums)
  return most === 0 ? sums : sums.map((sum) => Math.floor((MOST * sum) / most))
}

/** Normalizes scores to 0–100, from the lowest to the highest. */
function spanned(scores: readonly number[]): readonly number[] {
  const least = lowestOf(scores)
  const span = highestOf(scores) - least
  return scores.map((score) => (span > 0 ? Math.floor(MOST * ((score - least) / span)) : 0))
}

/** NodeResourcesFit (LeastAllocated): more free CPU and memory is better. */
function leastAllocated({ weight }: PodInfo, { capacity, load }: NodeInfo): number {
  const cpu = leftOf(capacity.cpu, load.weight.cpu + weight.cpu)
  const memory = leftOf(capacity.memory, load.weight.memory + weight.memory)
  return cpu === undefined ? (memory ?? 0) : memory === undefined ? cpu : Math.floor((cpu + memory) / 2)
}

/** Returns the free share; undefined if the capacity is 0. */
const leftOf = (all: number, taken: number): number | undefined =>
  all === 0 ? undefined : taken > all ? 0 : Math.floor(((all - taken) * MOST) / all)

/** NodeResourcesBalancedAllocation: the closer the allocated shares of CPU and memory the better. */
function balance({ requests }: PodInfo, { capacity, load: { requested } }: NodeInfo): number {
  if (requests.cpu === 0 && requests.memory === 0) return 0
  if (capacity.cpu === 0 || capacity.memory === 0) return MOST
  const cpu = Math.min(1, (requested.cpu + requests.cpu) / capacity.cpu)
  const memory = Math.min(1, (requested.memory + requests.memory) / capacity.memory)
  return Math.floor((1 - Math.abs(cpu - memory) / 2) * MOST)
}
