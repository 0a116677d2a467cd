import { highestOf, lowestOf } from '../../../base/lists/lists.js'
import { type AffinityTerm, isAbout } from './affinity-terms.js'
import type { ClusterSnapshot } from './filter.js'
import { preferenceFor } from './node-affinity.js'
import type { NodeInfo } from './node-info.js'
import type { PodInfo } from './pod-info.js'
import type { Spread } from './spread-constraints.js'
import { spreadScores } from './spread-scores.js'
import { tolerates } from './taints.js'

/** Returns the raw score of a node. */
type InterPodScore = (node: NodeInfo) => number

/** The weight of an existing pod's required affinity to the new one (the plug-in's hardPodAffinityWeight). */
const MUST = 1

/**
 * Scores nodes by the preferred affinity and anti-affinity of the pod and of existing pods; undefined if no term
 * matches.
 */
function interPodScores(pod: PodInfo, { nodes, namespaceLabels }: ClusterSnapshot): InterPodScore | undefined {
  const sums = new Map<string, Map<string, number>>()
  const add = (term: AffinityTerm, about: PodInfo, { labels }: NodeInfo, weight: number) => {
    const value = labels[term.topologyKey]
    if (value === undefined || !isAbout(term, about, namespaceLabels)) return
    let values = sums.get(term.topologyKey)
    if (!values) sums.set(term.topologyKey, (values = new Map()))
    values.set(value, (values.get(value) ?? 0) + weight)
  }
  const { rather, ratherNot } = pod.terms
  const asks = rather.length > 0 || ratherNot.length > 0
  for (const node of nodes)
    for (const other of asks ? node.load.pods : node.load.withTerms) {
      for (const term of rather) add(term, other, node, term.weight)
      for (const term of ratherNot) add(term, other, node, -term.weight)
      for (const term of other.terms.near) add(term, pod, node, MUST)
      for (const term of other.terms.rather) add(term, pod, node, term.weight)
      for (const term of other.terms.ratherNot) add(term, pod, node, -term.weight)
    }
  if (sums.size === 0) return undefined
  return ({ labels }) => {
    let score = 0
    for (const [label, values] of sums) score += values.get(labels[label] ?? '') ?? 0
    return score
  }
}

const MOST = 100

/** The scores of nodes by a plug-in, undefined if it does not score them, and its weight. */
type Weighted = { readonly scores: readonly number[] | undefined; readonly weight: number }

/**
 * Scores nodes for a pod: the weighted sum of the scores of the plug-ins, with the weights of a real server. Image
 * locality is not considered.
 *
 * @param spreads the soft spread constraints
 * @param others the scores of nodes by what else a pod has, such as volumes, with their weights
 */
export function scoresOf(
  pod: PodInfo,
  nodes: readonly NodeInfo[],
  spreads: readonly Spread[],
  sight: ClusterSnapshot,
  others: readonly Weighted[],
): number[] {
  const total = nodes.map((node) => leastAllocated(pod, node) + balance(pod, node))
  const addAll = (scores: readonly number[] | undefined, weight: number) =>
    scores?.forEach((score, i) => (total[i] = (total[i] ?? 0) + weight * score))
  addAll(tolerationScores(pod, nodes), 3)
  addAll(preferenceScores(pod, nodes), 2)
  for (const { scores, weight } of others) addAll(scores, weight)
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
