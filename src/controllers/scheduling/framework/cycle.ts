import { highestOf } from '../../../base/lists/lists.js'
import type { Diagnosis } from './diagnosis.js'
import type { NamedFilter, Plugin, PluginName, PodChange, Refusal, ClusterSnapshot } from './filter.js'
import { interPodAffinity } from './inter-pod-filter.js'
import {
  namedNodes,
  nodeAffinity,
  nodeDeclaredFeatures,
  nodePorts,
  nodeResourcesFit,
  nodeUnschedulable,
  taintToleration,
} from './node-filters.js'
import { type NodeInfo, withPod } from './node-info.js'
import type { PodInfo } from './pod-info.js'
import { podTopologySpread } from './spread-filter.js'

/** The cluster state that a scheduling cycle uses. */
export type CycleSnapshot = ClusterSnapshot & {
  /** Returns the pods nominated to a node, which wait for preempted pods to leave. */
  readonly nominated: (node: string) => readonly PodInfo[]
  readonly random: () => number
}

/** A scheduling cycle of a pod after its plug-ins have been prepared (PreFilter). */
export type Cycle = { readonly pod: PodInfo; readonly sight: CycleSnapshot; readonly filters: readonly NamedFilter[] }

/** The result of filtering. */
type Found =
  | { readonly feasible: readonly NodeInfo[]; readonly cycle: Cycle }
  | { readonly diagnosis: Diagnosis; readonly cycle: Cycle }

/** Returns the filter plug-ins of a real scheduler, in its order, with the given ones for volumes and for devices. */
const pluginsAround = (volumes: readonly NamedPlugin[], devices: NamedPlugin): readonly NamedPlugin[] => [
  ['NodeUnschedulable', nodeUnschedulable],
  ['TaintToleration', taintToleration],
  ['NodeAffinity', nodeAffinity],
  ['NodePorts', nodePorts],
  ['NodeResourcesFit', nodeResourcesFit],
  ...volumes,
  ['PodTopologySpread', podTopologySpread],
  ['InterPodAffinity', interPodAffinity],
  devices,
  ['NodeDeclaredFeatures', nodeDeclaredFeatures],
]

/** A plug-in with its name. */
export type NamedPlugin = readonly [name: PluginName, plugin: Plugin]

/** Finds the nodes a pod fits on; in a large cluster only as many as a real scheduler looks for. */
export function findNodes(
  pod: PodInfo,
  sight: CycleSnapshot,
  volumes: readonly NamedPlugin[],
  devices: NamedPlugin,
): Found {
  const filters: NamedFilter[] = []
  for (const [by, plugin] of pluginsAround(volumes, devices)) {
    const filter = plugin(pod, sight)
    if (!filter) continue
    if ('refused' in filter) {
      const diagnosis = {
        total: sight.nodes.length,
        everywhere: filter.refused,
        refusals: new Map(),
        by: new Set([by]),
      }
      return { diagnosis, cycle: { pod, sight, filters } }
    }
    filters.push({ by, ...filter })
  }
  const cycle = { pod, sight, filters }
  const { nominatedNodeName } = pod.pod.status ?? {}
  const nominated = nominatedNodeName ? sight.nodes.find(({ name }) => name === nominatedNodeName) : undefined
  if (nominated && !refusalOf(cycle, nominated)) return { feasible: [nominated], cycle }
  return search(cycle)
}

const ELSEWHERE: Refusal = { reasons: ["node(s) didn't satisfy plugin(s) [NodeAffinity]"], isFinal: true }

function search(cycle: Cycle): Found {
  const { pod, sight } = cycle
  const named = namedNodes(pod)
  const nodes = named ? sight.nodes.filter(({ name }) => named.has(name)) : sight.nodes
  const enough = enoughOf(nodes.length)
  // If not all nodes are examined, the start is random.
  const start = enough < nodes.length ? Math.floor(sight.random() * nodes.length) : 0
  const feasible: NodeInfo[] = []
  const refusals = new Map<NodeInfo, Refusal>()
  // NodeAffinity excludes the nodes that are not examined.
  const by = new Set<PluginName>(named ? ['NodeAffinity'] : [])
  for (let i = 0; i < nodes.length && feasible.length < enough; i++) {
    const node = nodes[(start + i) % nodes.length]
    const refusal = node && refusalOf(cycle, node, by)
    if (node && refusal) refusals.set(node, refusal)
    else if (node) feasible.push(node)
  }
  if (feasible.length > 0) return { feasible, cycle }
  return { diagnosis: { total: sight.nodes.length, refusals, by, ...(named ? { others: ELSEWHERE } : {}) }, cycle }
}

/** Returns how many feasible nodes are enough (numFeasibleNodesToFind). */
function enoughOf(count: number): number {
  if (count < 100) return count
  const percentage = Math.max(5, 50 - Math.floor(count / 125))
  return Math.max(100, Math.floor((count * percentage) / 100))
}

/**
 * Returns why a pod does not fit on a node, checked with the nominated pods of at least its priority, and without them.
 *
 * @param by the name of the plug-in that rejects the node is added
 */
export function refusalOf({ pod, sight, filters }: Cycle, node: NodeInfo, by?: Set<PluginName>): Refusal | undefined {
  const promised = sight.nominated(node.name)
  if (promised.length > 0) {
    const coming = promised.filter(
      ({ priority, pod: { metadata } }) => priority >= pod.priority && metadata.uid !== pod.pod.metadata.uid,
    )
    const changes = coming.map((other): PodChange => ({ pod: other, node, by: 1 }))
    const refusal = check(changedFilters(filters, changes), coming.reduce(withPod, node), by)
    if (refusal) return refusal
  }
  return check(filters, node, by)
}

/** Returns the filters as they would be after changes. */
export const changedFilters = (
  filters: readonly NamedFilter[],
  changes: readonly PodChange[],
): readonly NamedFilter[] =>
  filters.map((filter) => (filter.changed ? { by: filter.by, ...filter.changed(changes) } : filter))

function check(filters: readonly NamedFilter[], node: NodeInfo, by?: Set<PluginName>): Refusal | undefined {
  for (const filter of filters) {
    const refusal = filter.check(node)
    if (!refusal) continue
    by?.add(filter.by)
    return refusal
  }
  return undefined
}

/** Returns a node with the highest score, at random among several. */
export function selectNode(
  nodes: readonly NodeInfo[],
  scores: readonly number[],
  random: () => number,
): NodeInfo | undefined {
  const most = highestOf(scores)
  const best = nodes.filter((_, i) => scores[i] === most)
  return best.length > 1 ? best[Math.floor(random() * best.length)] : best[0]
}
