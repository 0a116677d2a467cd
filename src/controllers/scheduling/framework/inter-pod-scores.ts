import { type AffinityTerm, isAbout } from './affinity-terms.js'
import type { ClusterSnapshot } from './filter.js'
import type { NodeInfo } from './node-info.js'
import type { PodInfo } from './pod-info.js'

/** Returns the raw score of a node. */
export type InterPodScore = (node: NodeInfo) => number

/** The weight of an existing pod's required affinity to the new one (the plug-in's hardPodAffinityWeight). */
const MUST = 1

/**
 * Scores nodes by the preferred affinity and anti-affinity of the pod and of existing pods; undefined if no term
 * matches.
 */
export function interPodScores(pod: PodInfo, { nodes, namespaceLabels }: ClusterSnapshot): InterPodScore | undefined {
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
