import { undeclaredOn } from '../../../kinds/shared/declared-features.js'
import { capacityOf } from './amounts.js'
import type { Filter, Plugin, Refusal } from './filter.js'
import { collide } from './host-ports.js'
import { matchesNodeAffinity } from './node-affinity.js'
import { type NodeInfo, loadOf } from './node-info.js'
import type { PodInfo } from './pod-info.js'
import { findUntolerated, tolerates } from './taints.js'
import type { Node } from './types.js'

const refusal = (reason: string, isFinal: boolean): Refusal => ({ reasons: [reason], isFinal })

const UNSCHEDULABLE = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const
const CORDONED = refusal('node(s) were unschedulable', true)

/** NodeUnschedulable: the node is not cordoned, or the pod tolerates that. */
export const nodeUnschedulable: Plugin = ({ pod }) =>
  pod.spec?.tolerations?.some((toleration) => tolerates(toleration, UNSCHEDULABLE))
    ? undefined
    : { check: ({ node }) => (node.spec?.unschedulable ? CORDONED : undefined) }

/** TaintToleration: the pod tolerates every `NoSchedule` and `NoExecute` taint. */
export const taintToleration: Plugin = ({ pod }, { namesTaints }) => ({
  check({ node }) {
    const taint = findUntolerated(node.spec?.taints, pod.spec?.tolerations, ['NoSchedule', 'NoExecute'])
    const what = namesTaints && taint ? ` {${taint.key}: ${taint.value ?? ''}}` : '(s)'
    return taint && refusal(`node(s) had untolerated taint${what}`, true)
  },
})

const OTHER_NODE = refusal("node(s) didn't match Pod's node affinity/selector", true)
const CONFLICT = refusal('pod affinity terms conflict', true)

/** NodeAffinity: the node matches the node selector and required affinity of the pod. */
export const nodeAffinity: Plugin = ({ pod }) => {
  const { nodeSelector, affinity } = pod.spec ?? {}
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  if (!nodeSelector && !required) return undefined
  if (namedNodes({ pod })?.size === 0) return { refused: CONFLICT }
  return { check: ({ node }) => (matchesNodeAffinity({ nodeSelector, affinity }, node) ? undefined : OTHER_NODE) }
}

/** Returns the only possible nodes, if every term matches nodes by name. */
export function namedNodes({ pod }: Pick<PodInfo, 'pod'>): ReadonlySet<string> | undefined {
  const terms = pod.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
  if (!terms || terms.length === 0) return undefined
  const all = new Set<string>()
  for (const { matchFields = [] } of terms) {
    const named = matchFields.filter(({ key, operator }) => key === 'metadata.name' && operator === 'In')
    const [first, ...others] = named.map(({ values = [] }) => values)
    if (!first) return undefined
    for (const name of first) if (others.every((values) => values.includes(name))) all.add(name)
  }
  return all
}

const TAKEN = refusal("node(s) didn't have free ports for the requested pod ports", false)

/** NodePorts: the pod's host ports are free. */
export const nodePorts: Plugin = ({ ports }) =>
  ports.length === 0
    ? undefined
    : {
        check: ({ load }) =>
          load.pods.some((other) => other.ports.some((theirs) => ports.some((ours) => collide(ours, theirs))))
            ? TAKEN
            : undefined,
      }

/** NodeResourcesFit: the node has room for the pod's requests, and for another pod. */
export const nodeResourcesFit: Plugin = (pod, { knowsSizes }): Filter => ({
  check(node) {
    const reasons = lackOf(node, pod)
    if (reasons.length === 0) return undefined
    return knowsSizes && isBeyond(pod, node) ? { reasons, isFinal: true } : { reasons }
  },
})

const UNDECLARED = refusal("node(s) didn't match Pod's required features", true)

/** NodeDeclaredFeatures: the node declares the features that the pod needs. */
export const nodeDeclaredFeatures: Plugin = ({ pod }, { featuresOf }) => {
  const features = featuresOf(pod)
  return features.length === 0
    ? undefined
    : { check: ({ node }) => (undeclaredOn(node, features).length > 0 ? UNDECLARED : undefined) }
}

/** Whether a pod requests more than all of a node. */
const isBeyond = ({ requests: { cpu, memory, storage, others } }: PodInfo, { capacity }: NodeInfo): boolean =>
  cpu > capacity.cpu ||
  memory > capacity.memory ||
  storage > capacity.storage ||
  [...others].some(([name, amount]) => amount > (capacity.others.get(name) ?? 0))

/** Whether a pod would fit on the node if it were empty. */
export const fitsAlone = (pod: PodInfo, node: Node): boolean =>
  lackOf({ capacity: capacityOf(node), load: NO_LOAD }, pod).length === 0

const NO_LOAD = loadOf([])

/** Whether the node's allocatable amount of a requested resource, or of pods, increased. */
export function mayNowFit({ requests }: PodInfo, prev: Node, next: Node): boolean {
  const [before, after] = [capacityOf(prev), capacityOf(next)]
  if (after.pods > before.pods) return true
  if ((['cpu', 'memory', 'storage'] as const).some((name) => requests[name] > 0 && after[name] > before[name]))
    return true
  return [...requests.others].some(
    ([name, amount]) => amount > 0 && (after.others.get(name) ?? 0) > (before.others.get(name) ?? 0),
  )
}

const FITS: readonly string[] = []

function lackOf(
  { capacity, load: { pods, requested } }: Pick<NodeInfo, 'capacity' | 'load'>,
  { requests }: PodInfo,
): readonly string[] {
  const { cpu, memory, storage, others } = requests
  const tooMany = pods.length + 1 > capacity.pods
  const lacksCpu = cpu > 0 && cpu > capacity.cpu - requested.cpu
  const lacksMemory = memory > 0 && memory > capacity.memory - requested.memory
  const lacksStorage = storage > 0 && storage > capacity.storage - requested.storage
  if (!tooMany && !lacksCpu && !lacksMemory && !lacksStorage && others.size === 0) return FITS
  return [
    ...(tooMany ? ['Too many pods'] : []),
    ...(lacksCpu ? ['Insufficient cpu'] : []),
    ...(lacksMemory ? ['Insufficient memory'] : []),
    ...(lacksStorage ? ['Insufficient ephemeral-storage'] : []),
    ...[...others].flatMap(([name, amount]) =>
      amount > 0 && amount > (capacity.others.get(name) ?? 0) - (requested.others.get(name) ?? 0)
        ? [`Insufficient ${name}`]
        : [],
    ),
  ]
}
