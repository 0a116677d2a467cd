import { highestOf, lowestOf } from '../../../base/lists/lists.js'
import type { ClusterSnapshot } from './filter.js'
import type { NodeInfo } from './node-info.js'
import type { PodInfo } from './pod-info.js'
import { HOSTNAME, type Spread, countOn, hasTopology, isCounted } from './spread-constraints.js'

const MOST = 100

/** Scores nodes by how much they reduce the skew of soft constraints; undefined without constraints. */
export function spreadScores(
  pod: PodInfo,
  nodes: readonly NodeInfo[],
  spreads: readonly Spread[],
  sight: ClusterSnapshot,
): readonly number[] | undefined {
  if (spreads.length === 0) return undefined
  // The default constraints, unlike those in the pod, allow nodes without a zone.
  const isStated = Boolean(pod.pod.spec?.topologySpreadConstraints?.length)
  const isIgnored = (node: NodeInfo) => isStated && !hasTopology(node, spreads)
  const scored = nodes.filter((node) => !isIgnored(node))
  const wishes = spreads.map((spread) => {
    const counts = countsOf(pod, spread, scored, sight, isIgnored)
    return { spread, counts, weight: Math.log((spread.topologyKey === HOSTNAME ? scored.length : counts.size) + 2) }
  })
  const raw = nodes.map((node) => {
    if (isIgnored(node)) return undefined
    let score = 0
    for (const { spread, counts, weight } of wishes) {
      const value = node.labels[spread.topologyKey]
      if (value === undefined) continue
      const count = spread.topologyKey === HOSTNAME ? countOn(node, spread, pod.namespace) : (counts.get(value) ?? 0)
      score += count * weight + spread.maxSkew - 1
    }
    return Math.round(score)
  })
  return normalized(raw)
}

/** Counts the pods for each value of the topology label that a candidate has. */
function countsOf(
  pod: PodInfo,
  spread: Spread,
  scored: readonly NodeInfo[],
  { nodes }: ClusterSnapshot,
  isIgnored: (node: NodeInfo) => boolean,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  if (spread.topologyKey === HOSTNAME) return counts
  for (const { labels } of scored) counts.set(labels[spread.topologyKey] ?? '', 0)
  // Nodes without the label form no separate domain.
  if (counts.size === 1 && counts.has('')) return counts
  for (const node of nodes) {
    const value = node.labels[spread.topologyKey] ?? ''
    const before = counts.get(value)
    if (before === undefined || isIgnored(node) || !isCounted(spread, pod, node.node)) continue
    counts.set(value, before + countOn(node, spread, pod.namespace))
  }
  return counts
}

/** Normalizes scores: fewer pods are better; ignored nodes get 0. */
function normalized(raw: readonly (number | undefined)[]): readonly number[] {
  const scores = raw.filter((score) => score !== undefined)
  const least = lowestOf(scores)
  const most = Math.max(0, highestOf(scores))
  return raw.map((score) => {
    if (score === undefined) return 0
    return most === 0 ? MOST : Math.floor((MOST * (most + least - score)) / most)
  })
}
