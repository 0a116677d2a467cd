import { storedName } from '../../schema/stored-metadata.js'
import type { CycleSight } from '../../scheduler/cycle.js'
import { type NodeInfo, nodeInfoOf, withPod } from '../../scheduler/node-info.js'
import { type PodInfo, onNode, podInfoOf } from '../../scheduler/pod-info.js'
import type { Labels, Node, SchedulablePod } from '../../scheduler/types.js'
import type { World } from '../runtime/types.js'
import { type Groups, createGroups } from './groups.js'

/** What the scheduler sees while it finds nodes for one pod after the other. */
export type Sight = CycleSight & {
  /** Which pods belong together. */
  readonly groups: Groups
  /** Looks again at the pods of a node. */
  readonly refresh: (node: string) => void
  /** Adds a pod to a node that it has just been put on. */
  readonly place: (pod: SchedulablePod, node: string) => void
  /** Looks again at which pods are to have which node. */
  readonly renominate: () => void
}

/** Makes what the scheduler sees of the world as of now. */
export function createSight(world: World): Sight {
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

const look = (node: Node, world: World): NodeInfo => nodeInfoOf(node, world.podsOn<SchedulablePod>(storedName(node)))

function remembered<T>(read: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    let value = known.get(name)
    if (value === undefined) known.set(name, (value = read(name)))
    return value
  }
}

/** Pods by the nodes they are to have once others have gone. */
function nominationsIn(world: World): ReadonlyMap<string, readonly PodInfo[]> {
  const found = new Map<string, PodInfo[]>()
  for (const pod of world.podsOn<SchedulablePod>('')) {
    const node = pod.status?.nominatedNodeName
    if (node) found.set(node, [...(found.get(node) ?? []), podInfoOf(pod)])
  }
  return found
}
