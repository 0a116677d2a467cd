import { storedName } from '../../schema/stored-metadata.js'
import type { CycleSnapshot } from './framework/cycle.js'
import { type NodeInfo, nodeInfoOf, withPod } from './framework/node-info.js'
import { type PodInfo, onNode, podInfoOf } from './framework/pod-info.js'
import type { Labels, Node, SchedulablePod } from './framework/types.js'
import type { WorldInSteps } from '../runtime/types.js'
import { type Groups, createGroups } from './groups.js'

/** The scheduler's snapshot of the cluster, for finding nodes for one pod after the other. */
export type ClusterSnapshot = CycleSnapshot & {
  /** How pods are spread by default. */
  readonly groups: Groups
  /** Reloads the pods of a node. */
  readonly refresh: (node: string) => void
  /** Adds a pod to the node it was just bound to. */
  readonly place: (pod: SchedulablePod, node: string) => void
  /** Recomputes the nominated pods. */
  readonly renominate: () => void
}

/** Takes a snapshot of the current cluster. */
export function takeSnapshot(world: WorldInSteps): ClusterSnapshot {
  const nodes: NodeInfo[] = world.list('Node').map((node) => look(node, world))
  const places = new Map(nodes.map(({ name }, i) => [name, i]))
  const change = (name: string, make: (info: NodeInfo) => NodeInfo) => {
    const place = places.get(name)
    const info = place === undefined ? undefined : nodes[place]
    if (place !== undefined && info) nodes[place] = make(info)
  }
  const namespaceLabels = remembered((name: string) => world.get('Namespace', { name })?.metadata.labels ?? NO_LABELS)
  let nominations: ReadonlyMap<string, readonly PodInfo[]> | undefined
  return {
    nodes,
    namespaceLabels,
    nominated: (node) => (nominations ??= nominationsIn(world)).get(node) ?? NOBODY,
    renominate: () => void (nominations = undefined),
    random: world.random,
    groups: createGroups(world),
    refresh: (name) => change(name, ({ node }) => look(node, world)),
    place(pod, name) {
      const { namespace = '', name: own = '' } = pod.metadata
      const placed = world.get<SchedulablePod>('v1/Pod', { namespace, name: own })
      if (placed) change(name, (info) => withPod(info, onNode(podInfoOf(pod), placed)))
    },
  }
}

const NO_LABELS: Labels = {}
const NOBODY: readonly PodInfo[] = []

const look = (node: Node, world: WorldInSteps): NodeInfo =>
  nodeInfoOf(node, world.podsOn<SchedulablePod>(storedName(node)))

function remembered<T>(read: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    let value = known.get(name)
    if (value === undefined) known.set(name, (value = read(name)))
    return value
  }
}

/** Returns the nominated pods by node. */
function nominationsIn(world: WorldInSteps): ReadonlyMap<string, readonly PodInfo[]> {
  const found = new Map<string, PodInfo[]>()
  for (const pod of world.podsOn<SchedulablePod>('')) {
    const node = pod.status?.nominatedNodeName
    if (node) found.set(node, [...(found.get(node) ?? []), podInfoOf(pod)])
  }
  return found
}
