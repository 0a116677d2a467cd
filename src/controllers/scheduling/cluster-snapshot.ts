import type { ObjectOf } from '../../kinds/object-types.js'
import { featuresToRun } from '../../kinds/shared/declared-features.js'
import { fromLabelSelectorObject } from '../../model/select/label-selector-object.js'
import type { LabelSelector } from '../../model/select/labels.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import { storedName } from '../../schema/object.js'
import type { WorldInSteps } from '../runtime/types.js'
import type { CycleSnapshot } from './framework/cycle.js'
import { type NodeInfo, nodeInfoOf, withPod } from './framework/node-info.js'
import { type PodInfo, onNode, podInfoOf } from './framework/pod-info.js'
import { type Spread, spreadsOf, usualSpreads } from './framework/spread-constraints.js'
import type { Labels, Node, SchedulablePod } from './framework/types.js'

/** How pods are spread by default, depending on the pods they belong with. */
type Groups = { readonly spreadsFor: (pod: PodInfo) => readonly Spread[] }

type Service = ObjectOf<'Service'>
const NONE: readonly Spread[] = []
const OWNERS: readonly string[] = ['ReplicaSet', 'StatefulSet']

/**
 * Creates a lookup of the soft topology spread constraints of pods: their own, or the default ones for the pods of a
 * Service or a controller.
 */
function createGroups(world: WorldInSteps): Groups {
  const services = new Map<string, readonly Service[]>()
  const owners = new Map<string, LabelSelector | undefined>()
  const servicesIn = (namespace: string) => {
    let found = services.get(namespace)
    if (!found) services.set(namespace, (found = world.list('Service', { namespace })))
    return found
  }
  return {
    spreadsFor(pod) {
      if (pod.pod.spec?.topologySpreadConstraints?.length) return spreadsOf(pod, 'ScheduleAnyway')
      const selector = [...selectedBy(servicesIn(pod.namespace), pod), ...(ownerSelector(pod, world, owners) ?? [])]
      return selector.length > 0 ? usualSpreads(selector, pod.namespace) : NONE
    },
  }
}

/** Returns the combined selector of the Services of a pod. */
function selectedBy(services: readonly Service[], { labels }: PodInfo): LabelSelector {
  const all = new Map<string, string>()
  for (const { spec } of services) {
    const wanted = Object.entries(spec?.selector ?? {})
    if (wanted.length > 0 && wanted.every(([label, value]) => labels[label] === value))
      for (const [label, value] of wanted) all.set(label, value)
  }
  return requirementsOf(Object.fromEntries(all))
}

const requirementsOf = (matchLabels: { readonly [label: string]: string }): LabelSelector =>
  fromLabelSelectorObject({ matchLabels }) ?? []

/** Returns the selector of the pod's controller. */
function ownerSelector(
  { pod: { metadata }, namespace }: PodInfo,
  world: WorldInSteps,
  known: Map<string, LabelSelector | undefined>,
): LabelSelector | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller)
  if (!owner) return undefined
  const { uid, apiVersion, kind, name } = owner
  if (known.has(uid)) return known.get(uid)
  const ref = { namespace, name }
  const selector =
    apiVersion === 'v1' && kind === 'ReplicationController'
      ? requirementsOf(world.get('ReplicationController', ref)?.spec?.selector ?? {})
      : apiVersion === 'apps/v1' && OWNERS.includes(kind)
        ? fromLabelSelectorObject(world.get<OwnerOfPods>(`apps/v1/${kind}`, ref)?.spec?.selector)
        : undefined
  known.set(uid, selector)
  return selector
}

type OwnerOfPods = ObjectOf<'ReplicaSet'>

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
    knowsSizes: atLeast(world.profile.version, '1.34'),
    namesTaints: !atLeast(world.profile.version, '1.34'),
    featuresOf: (pod) => featuresToRun(pod, { version: world.profile.version, featureGates: world.featureGates }),
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
