import { matchesLabels } from '../../../model/select/labels.js'
import type { Filter, Plugin, PodChange, Refusal } from './filter.js'
import type { PodInfo } from './pod-info.js'
import { type Spread, countOn, hasTopology, isCounted, spreadsOf } from './spread-constraints.js'

const UNEVEN: Refusal = { reasons: ["node(s) didn't match pod topology spread constraints"] }
const NO_LABEL: Refusal = { reasons: [`${UNEVEN.reasons[0]} (missing required label)`], isFinal: true }

/** The number of pods for each value of the topology label, by constraint. */
type Counts = readonly ReadonlyMap<string, number>[]

/** PodTopologySpread: the pod does not increase the skew beyond maxSkew. */
export const podTopologySpread: Plugin = (pod, { nodes }) => {
  const spreads = spreadsOf(pod, 'DoNotSchedule')
  if (spreads.length === 0) return undefined
  const counts = spreads.map(() => new Map<string, number>())
  for (const info of nodes) {
    if (!hasTopology(info, spreads)) continue
    spreads.forEach((spread, i) => {
      if (isCounted(spread, pod, info.node))
        add(counts[i], info.labels[spread.topologyKey], countOn(info, spread, pod.namespace))
    })
  }
  return filterOf(pod, spreads, counts)
}

function add(counts: Map<string, number> | undefined, value: string | undefined, count: number): void {
  if (value !== undefined) counts?.set(value, (counts.get(value) ?? 0) + count)
}

function filterOf(pod: PodInfo, spreads: readonly Spread[], counts: Counts): Filter {
  const least = spreads.map(({ minDomains }, i) => leastOf(counts[i], minDomains))
  return {
    check({ labels }) {
      for (const [i, { topologyKey, maxSkew, selector }] of spreads.entries()) {
        const value = labels[topologyKey]
        if (value === undefined) return NO_LABEL
        const self = selector && matchesLabels(selector, pod.labels) ? 1 : 0
        if ((counts[i]?.get(value) ?? 0) + self - (least[i] ?? 0) > maxSkew) return UNEVEN
      }
      return undefined
    },
    changed: (changes) => filterOf(pod, spreads, changedCounts(pod, spreads, counts, changes)),
  }
}

/** Returns the minimum number of pods in a domain; 0 if there are fewer than minDomains. */
function leastOf(counts: ReadonlyMap<string, number> | undefined, minDomains: number): number {
  if (!counts || counts.size < minDomains) return 0
  let least = Number.MAX_SAFE_INTEGER
  for (const count of counts.values()) least = Math.min(least, count)
  return least
}

function changedCounts(
  pod: PodInfo,
  spreads: readonly Spread[],
  counts: Counts,
  changes: readonly PodChange[],
): Counts {
  const next = counts.map((each) => new Map(each))
  for (const { pod: other, node, by } of changes) {
    if (other.namespace !== pod.namespace || !hasTopology(node, spreads)) continue
    spreads.forEach((spread, i) => {
      if (spread.selector && matchesLabels(spread.selector, other.labels) && isCounted(spread, pod, node.node))
        add(next[i], node.labels[spread.topologyKey], by)
    })
  }
  return next
}
