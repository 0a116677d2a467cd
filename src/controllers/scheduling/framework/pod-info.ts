import { type PodTerms, termsOf } from './affinity-terms.js'
import { type Amounts, requestsOf, weightOf } from './amounts.js'
import { type HostPort, hostPortsOf } from './host-ports.js'
import type { Labels, SchedulablePod } from './types.js'

/** A pod with the data that scheduling needs. */
export type PodInfo = {
  readonly pod: SchedulablePod
  readonly namespace: string
  readonly labels: Labels
  readonly priority: number
  readonly requests: Amounts
  readonly weight: Pick<Amounts, 'cpu' | 'memory'>
  readonly ports: readonly HostPort[]
  readonly terms: PodTerms
}

const known = new WeakMap<SchedulablePod, PodInfo>()
const NO_LABELS: Labels = {}

/** Returns the scheduling data of a pod; computed once for each version of it. */
export function podInfoOf(pod: SchedulablePod): PodInfo {
  let info = known.get(pod)
  if (!info) {
    const requests = requestsOf(pod)
    info = {
      pod,
      namespace: pod.metadata.namespace ?? '',
      labels: pod.metadata.labels ?? NO_LABELS,
      priority: pod.spec?.priority ?? 0,
      requests,
      weight: weightOf(pod, requests),
      ports: hostPortsOf(pod),
      terms: termsOf(pod),
    }
    known.set(pod, info)
  }
  return info
}

/** Reuses the scheduling data of a pod after its assignment to a node. */
export function onNode(info: PodInfo, pod: SchedulablePod): PodInfo {
  const moved = { ...info, pod }
  known.set(pod, moved)
  return moved
}
