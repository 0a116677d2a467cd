import { hasEnded } from '../../../kinds/shared/pods.js'
import { compareTexts } from '../../../base/json/json.js'
import { type Amounts, type Capacity, NO_AMOUNTS, addAmounts, capacityOf } from './amounts.js'
import { type PodInfo, podInfoOf } from './pod-info.js'
import type { Labels, Node, SchedulablePod } from './types.js'

/** The pods of a node and their total requests. */
type Load = {
  readonly pods: readonly PodInfo[]
  readonly requested: Amounts
  readonly weight: Pick<Amounts, 'cpu' | 'memory'>
  /** Pods with affinity or anti-affinity terms, and those of them with required anti-affinity. */
  readonly withTerms: readonly PodInfo[]
  readonly withFarTerms: readonly PodInfo[]
  /** Cached counts of pods, by selector and namespace. */
  readonly counts: Map<string, Count>
}

/** The number of pods on a node that satisfy a predicate. */
type Count = { readonly of: (pod: PodInfo) => boolean; readonly count: number }

/** A node with its load. */
export type NodeInfo = {
  readonly node: Node
  readonly name: string
  readonly labels: Labels
  readonly capacity: Capacity
  readonly load: Load
}

/** Computes the load of pods. */
export function loadOf(pods: readonly PodInfo[]): Load {
  let requested = NO_AMOUNTS
  let cpu = 0
  let memory = 0
  for (const pod of pods) {
    requested = addAmounts(requested, pod.requests)
    cpu += pod.weight.cpu
    memory += pod.weight.memory
  }
  const withTerms = pods.filter(({ terms: { near, far, rather, ratherNot } }) =>
    [near, far, rather, ratherNot].some(({ length }) => length > 0),
  )
  return {
    pods,
    requested,
    weight: { cpu, memory },
    withTerms,
    withFarTerms: withTerms.filter(({ terms }) => terms.far.length > 0),
    counts: new Map(),
  }
}

const loads = new WeakMap<readonly SchedulablePod[], Load>()
const NO_LABELS: Labels = {}

/** Returns a node with its pods that have not terminated; computed once for each list of pods. */
export function nodeInfoOf(node: Node, pods: readonly SchedulablePod[]): NodeInfo {
  let load = loads.get(pods)
  if (!load) {
    load = loadOf(pods.filter((pod) => !hasEnded(pod)).map(podInfoOf))
    loads.set(pods, load)
  }
  const { name = '', labels = NO_LABELS } = node.metadata
  return { node, name, labels, capacity: capacityOf(node), load }
}

/** Returns a node as it would be with one more pod, updating the load incrementally. */
export function withPod(info: NodeInfo, pod: PodInfo): NodeInfo {
  const { pods, requested, weight, withTerms, withFarTerms, counts } = info.load
  const { cpu, memory } = pod.weight
  const own = loadOf([pod])
  const load = {
    pods: inserted(pods, pod),
    requested: addAmounts(requested, pod.requests),
    weight: { cpu: weight.cpu + cpu, memory: weight.memory + memory },
    withTerms: [...withTerms, ...own.withTerms],
    withFarTerms: [...withFarTerms, ...own.withFarTerms],
    counts: new Map(Array.from(counts, ([id, { of, count }]) => [id, { of, count: of(pod) ? count + 1 : count }])),
  }
  return { ...info, load }
}

/** Inserts a pod in the order of the store's keys. */
function inserted(pods: readonly PodInfo[], pod: PodInfo): readonly PodInfo[] {
  const after = pods.findIndex((other) => compareKeys(other, pod) > 0)
  return after < 0 ? [...pods, pod] : pods.toSpliced(after, 0, pod)
}

const compareKeys = (a: PodInfo, b: PodInfo): number => compareTexts(keyOf(a), keyOf(b))
const keyOf = ({ namespace, pod: { metadata } }: PodInfo): string => `${namespace}/${metadata.name ?? ''}`

/** Returns a node as it would be without some of its pods. */
export const withoutPods = (info: NodeInfo, gone: ReadonlySet<PodInfo>): NodeInfo => ({
  ...info,
  load: loadOf(info.load.pods.filter((pod) => !gone.has(pod))),
})
