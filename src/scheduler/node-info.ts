import { hasEnded } from '../base/pods.js'
import { compareTexts } from '../base/json.js'
import { type Amounts, type Capacity, NO_AMOUNTS, addAmounts, capacityOf } from './amounts.js'
import { type PodInfo, podInfoOf } from './pod-info.js'
import type { Labels, Node, SchedulablePod } from './types.js'

/** What is on a node: its pods and what they take together. */
type Load = {
  readonly pods: readonly PodInfo[]
  readonly requested: Amounts
  readonly weight: Pick<Amounts, 'cpu' | 'memory'>
  /**
   * Pods that say what they want near themselves or far away, and of these the ones that insist on being far from
   * others.
   */
  readonly withTerms: readonly PodInfo[]
  readonly withFarTerms: readonly PodInfo[]
  /** Counts of pods that were asked for before, by selector and namespace. */
  readonly counts: Map<string, Count>
}

/** How many pods on a node are among those of a test. */
type Count = { readonly of: (pod: PodInfo) => boolean; readonly count: number }

/** A node with what is on it. */
export type NodeInfo = {
  readonly node: Node
  readonly name: string
  readonly labels: Labels
  readonly capacity: Capacity
  readonly load: Load
}

/** What pods make of a node together. */
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

/** A node with the pods that were put on it and have not ended; worked out once for each list of them. */
export function nodeInfoOf(node: Node, pods: readonly SchedulablePod[]): NodeInfo {
  let load = loads.get(pods)
  if (!load) {
    load = loadOf(pods.filter((pod) => !hasEnded(pod)).map(podInfoOf))
    loads.set(pods, load)
  }
  const { name = '', labels = NO_LABELS } = node.metadata
  return { node, name, labels, capacity: capacityOf(node), load }
}

/** A node as it would be with a pod more: what is known of the others is not worked out again. */
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

/** Pods with one more, in the order of their keys as they are looked up. */
function inserted(pods: readonly PodInfo[], pod: PodInfo): readonly PodInfo[] {
  const after = pods.findIndex((other) => compareKeys(other, pod) > 0)
  return after < 0 ? [...pods, pod] : pods.toSpliced(after, 0, pod)
}

const compareKeys = (a: PodInfo, b: PodInfo): number => compareTexts(keyOf(a), keyOf(b))
const keyOf = ({ namespace, pod: { metadata } }: PodInfo): string => `${namespace}/${metadata.name ?? ''}`

/** A node as it would be without some of its pods. */
export const withoutPods = (info: NodeInfo, gone: ReadonlySet<PodInfo>): NodeInfo => ({
  ...info,
  load: loadOf(info.load.pods.filter((pod) => !gone.has(pod))),
})
