import { NODE_TTL, ttlAt, ttlStep } from '../../controllers/agents/kubelet/node-ttl.js'
import { nodeLabels, nodeStatus, podNetwork } from '../../controllers/agents/kubelet/node-status.js'
import { isObject } from '../../base/json/json.js'
import { mustHave } from '../../base/must-have.js'
import { formatMicroTime, formatTime } from '../../base/time/time.js'
import type { KubeObject } from '../../schema/object.js'
import type { Alike, Draft, PopulateContext } from './populate-context.js'
import { planesOf } from './options.js'
import { MACHINES, REGION, ZONES } from './words.js'

/** A node and the number of pods on it. */
export type HomeNode = {
  readonly name: string
  readonly address: string
  readonly zone: string
  /** The first three octets of its pod network. */
  readonly network: string
  readonly isControlPlane: boolean
  readonly isCordoned: boolean
  readonly object: KubeObject
  pods: number
}

const DAY = 86_400_000
const KIBI_PER_GIBI = 1_048_576
/** The resources a kubelet reserves, in milli-CPUs and KiB. */
const KEPT_CPU = 120
const KEPT_MEMORY = 1_500_000
/** The allocatable CPU of the smallest machine, in milli-CPUs. */
export const LEAST_CPU = 16_000 - KEPT_CPU
/** The allocatable memory of the smallest machine, in MiB. */
export const LEAST_MEMORY = Math.floor((64 * KIBI_PER_GIBI - KEPT_MEMORY) / 1024)

/**
 * Stores the nodes of a world with their Leases: in three zones, of several types; of ten or more, three are control
 * plane nodes.
 */
export function makeNodes(making: PopulateContext): readonly HomeNode[] {
  const { nodes } = making.sizes
  const planes = planesOf(nodes)
  const taken = new Set<string>()
  const first = firstNetwork(making)
  const amounts = new Map(MACHINES.map((machine) => [machine, resources(machine)]))
  const before: Before = { taken, firsts: new Map(), amounts }
  const made = Array.from({ length: nodes }, (_, i) => makeNode(making, i, first + i, i < planes, before))
  let lease: KubeObject | undefined
  for (const node of made) lease = storeLease(making, node, lease)
  return made
}

/** Returns the index of the first unused pod network. */
function firstNetwork({ context }: PopulateContext): number {
  return context.store.table('/nodes')?.size ?? 0
}

/** What the nodes of a world share. */
type Before = {
  /** The names of those made before. */
  readonly taken: Set<string>
  /** The first of those with the same fields. */
  readonly firsts: Map<string, KubeObject>
  /** The resources of each type of machine. */
  readonly amounts: ReadonlyMap<object, ReturnType<typeof resources>>
}

function makeNode(
  making: PopulateContext,
  place: number,
  network: number,
  isPlane: boolean,
  { taken, firsts, amounts }: Before,
): HomeNode {
  const { chance, now } = making
  const zone = mustHave(ZONES[place % ZONES.length], 'a zone')
  const machine = isPlane ? MACHINES[0] : chance.pick(MACHINES)
  const name = nameOf(making, zone, isPlane, taken)
  const isCordoned = !isPlane && making.sizes.nodes >= 20 && chance.percent(1)
  const podCIDR = podNetwork(network)
  const address = `172.${20 + (place >> 16)}.${(place >> 8) & 255}.${place & 255}`
  const at = now - chance.whole(2 * DAY, 40 * DAY)
  const status = statusOf(making, name, address, at + 30_000)
  const node: Draft = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        ...nodeLabels(name),
        'node.kubernetes.io/instance-type': machine.type,
        'topology.kubernetes.io/region': REGION,
        'topology.kubernetes.io/zone': zone,
        ...(isPlane ? { 'node-role.kubernetes.io/control-plane': '' } : { 'node-pool': poolOf(machine.type) }),
      },
      annotations: {
        [NODE_TTL]: ttlAt(ttlStep(making.sizes.nodes)),
        'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
      },
    },
    spec: {
      podCIDR,
      podCIDRs: [podCIDR],
      providerID: `aws:///${zone}/i-${chance.uuid().replaceAll('-', '').slice(0, 17)}`,
      ...(isCordoned ? { unschedulable: true } : {}),
      ...taintsOf(isPlane, isCordoned, now),
    },
    status: { ...status, ...amounts.get(machine) },
  }
  const fields = `${isPlane} ${isCordoned}`
  const like = firsts.get(fields)
  const object = making.store(
    node,
    { by: 'kubelet', at, status: { by: 'kubelet', at: now } },
    like && { like, ...NETWORKS },
  )
  if (!like) firsts.set(fields, object)
  const network3 = podCIDR.replace(/\.\d+\/\d+$/, '')
  return { name, address, zone, network: network3, isControlPlane: isPlane, isCordoned, object, pods: 0 }
}

/** Returns the status of a node that is ready since a time in milliseconds since 1970, as it is told now. */
function statusOf({ chance, now, context }: PopulateContext, name: string, address: string, since: number) {
  const { profile } = context.registry
  const of = { uuid: chance.uuid, version: profile.version, featureGates: context.featureGates }
  const told = nodeStatus(name, address, now, of)
  const lastTransitionTime = formatTime(since)
  return { ...told, conditions: told.conditions.map((each) => ({ ...each, lastTransitionTime })) }
}

const poolOf = (type: string) => (type.startsWith('c') ? 'compute' : type.startsWith('r') ? 'memory' : 'general')

function nameOf({ chance }: PopulateContext, zone: string, isPlane: boolean, taken: Set<string>): string {
  const base = `${isPlane ? 'control-plane' : 'worker'}-${zone.slice(-2)}-`
  for (;;) {
    const name = chance.name(base)
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

function taintsOf(isPlane: boolean, isCordoned: boolean, now: number): object {
  const taints = [
    ...(isPlane ? [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] : []),
    ...(isCordoned
      ? [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: formatTime(now - 600_000) }]
      : []),
  ]
  return taints.length > 0 ? { taints } : {}
}

/** The resources of a machine, which all nodes of its type share. */
function resources({ cpus, memory }: (typeof MACHINES)[number]) {
  const huge = { 'hugepages-1Gi': '0', 'hugepages-2Mi': '0' }
  const kept = `${memory * KIBI_PER_GIBI - KEPT_MEMORY}Ki`
  return {
    capacity: { cpu: String(cpus), 'ephemeral-storage': '104845292Ki', ...huge, memory: `${memory}Gi`, pods: '110' },
    allocatable: {
      cpu: `${cpus * 1000 - KEPT_CPU}m`,
      'ephemeral-storage': '95551679124',
      ...huge,
      memory: kept,
      pods: '110',
    },
  }
}

/** Returns the next address of a node's pod network. */
export const nextAddress = (node: HomeNode): string => `${node.network}.${2 + node.pods++}`

/** What the managedFields of a node name of it alone. */
const NETWORKS: Omit<Alike, 'like'> = {
  path: ['f:spec', 'f:podCIDRs'],
  elementOf: ({ spec }) => `v:${JSON.stringify(isObject(spec) ? spec['podCIDR'] : undefined)}`,
}

/** What the managedFields of the Lease of a node name of it alone. */
const OWNERS: Omit<Alike, 'like'> = {
  path: ['f:metadata', 'f:ownerReferences'],
  elementOf: ({ metadata }) => `k:{"uid":${JSON.stringify(metadata.ownerReferences?.[0]?.uid)}}`,
}

function storeLease({ now, store }: PopulateContext, { name, object }: HomeNode, like?: KubeObject): KubeObject {
  const { creationTimestamp, uid = '' } = object.metadata
  const at = creationTimestamp ? Date.parse(creationTimestamp) : now
  const lease: Draft = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace: 'kube-node-lease', ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }] },
    spec: { holderIdentity: name, leaseDurationSeconds: 40, renewTime: formatMicroTime(now) },
  }
  return store(lease, { by: 'kubelet', at }, like && { like, ...OWNERS })
}
