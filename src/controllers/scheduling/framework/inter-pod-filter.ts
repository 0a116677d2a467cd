import { type AffinityTerm, isAbout } from './affinity-terms.js'
import type { Filter, Plugin, PodChange, Refusal, ClusterSnapshot } from './filter.js'
import type { NodeInfo } from './node-info.js'
import type { PodInfo } from './pod-info.js'

const NOT_NEAR: Refusal = { reasons: ["node(s) didn't match pod affinity rules"], isFinal: true }
const TOO_NEAR: Refusal = { reasons: ["node(s) didn't match pod anti-affinity rules"] }
const UNWELCOME: Refusal = { reasons: ["node(s) didn't satisfy existing pods anti-affinity rules"] }

/** The number of pods that terms match, by topology label and value: `LABEL=VALUE`. */
type Counts = Map<string, number>
/** Matches of the pod's affinity, of its anti-affinity, and of the anti-affinity of existing pods. */
type Found = { readonly near: Counts; readonly far: Counts; readonly against: Counts }

/**
 * InterPodAffinity: the pod's affinity and anti-affinity are satisfied, and so is the anti-affinity of existing pods.
 */
export const interPodAffinity: Plugin = (pod, sight) => {
  const found: Found = { near: new Map(), far: new Map(), against: new Map() }
  const { near, far } = pod.terms
  const asks = near.length > 0 || far.length > 0
  for (const node of sight.nodes)
    for (const other of asks ? node.load.pods : node.load.withFarTerms)
      count(found, pod, { pod: other, node, by: 1 }, sight)
  return asks || found.against.size > 0 ? filterOf(pod, found, sight) : undefined
}

const keyOf = ({ topologyKey }: AffinityTerm, { labels }: NodeInfo): string | undefined => {
  const value = labels[topologyKey]
  return value === undefined ? undefined : `${topologyKey}=${value}`
}

const isAboutAll = (terms: readonly AffinityTerm[], pod: PodInfo, { namespaceLabels }: ClusterSnapshot): boolean =>
  terms.length > 0 && terms.every((term) => isAbout(term, pod, namespaceLabels))

function count(
  { near, far, against }: Found,
  pod: PodInfo,
  { pod: other, node, by }: PodChange,
  sight: ClusterSnapshot,
): void {
  for (const term of other.terms.far) if (isAbout(term, pod, sight.namespaceLabels)) add(against, term, node, by)
  if (isAboutAll(pod.terms.near, other, sight)) for (const term of pod.terms.near) add(near, term, node, by)
  for (const term of pod.terms.far) if (isAbout(term, other, sight.namespaceLabels)) add(far, term, node, by)
}

function add(counts: Counts, term: AffinityTerm, node: NodeInfo, by: number): void {
  const key = keyOf(term, node)
  if (key === undefined) return
  const sum = (counts.get(key) ?? 0) + by
  if (sum === 0) counts.delete(key)
  else counts.set(key, sum)
}

const filterOf = (pod: PodInfo, found: Found, sight: ClusterSnapshot): Filter => ({
  check(node) {
    if (!isNear(pod, found, node, sight)) return NOT_NEAR
    if (pod.terms.far.some((term) => isThere(found.far, keyOf(term, node)))) return TOO_NEAR
    if (found.against.size === 0) return undefined
    return Object.entries(node.labels).some(([label, value]) => isThere(found.against, `${label}=${value}`))
      ? UNWELCOME
      : undefined
  },
  changed(changes) {
    const next: Found = { near: new Map(found.near), far: new Map(found.far), against: new Map(found.against) }
    for (const change of changes) count(next, pod, change, sight)
    return filterOf(pod, next, sight)
  },
})

const isThere = (counts: Counts, key: string | undefined): boolean => key !== undefined && (counts.get(key) ?? 0) > 0

function isNear(pod: PodInfo, { near }: Found, node: NodeInfo, sight: ClusterSnapshot): boolean {
  const keys = pod.terms.near.map((term) => keyOf(term, node))
  if (keys.includes(undefined)) return false
  // The first of a group of pods with affinity to each other fits anywhere.
  return keys.every((key) => isThere(near, key)) || (near.size === 0 && isAboutAll(pod.terms.near, pod, sight))
}
