import { NODE_TTL, ttlAt, ttlStep } from '../../controllers/agents/kubelet/node-ttl.js'
import { nodeLabels, nodeStatus, podNetwork } from '../../controllers/agents/kubelet/node-status.js'
import { mustHave } from '../../base/must-have.js'
import { formatMicroTime, formatTime } from '../../base/time/time.js'
import type { KubeObject } from '../../schema/object.js'
import type { PopulateContext, Draft } from './populate-context.js'
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
  const made = Array.from({ length: nodes }, (_, i) => makeNode(making, i, first + i, i < planes, taken))
  const [lease] = made.slice(0, 1).map((node) => storeLease(making, node))
  for (const node of made.slice(1)) storeLease(making, node, lease)
  return made
}

/** Returns the index of the first unused pod network. */
function firstNetwork({ context }: PopulateContext): number {
  return context.store.table('/nodes')?.size ?? 0
}

function makeNode(
  making: PopulateContext,
  place: number,
  network: number,
  isPlane: boolean,
  taken: Set<string>,
): HomeNode {
  const { chance, now, context } = making
  const zone = mustHave(ZONES[place % ZONES.length], 'a zone')
  const machine = isPlane ? MACHINES[0] : chance.pick(MACHINES)
  const name = nameOf(making, zone, isPlane, taken)
  const isCordoned = !isPlane && making.sizes.nodes >= 20 && chance.percent(1)
  const podCIDR = podNetwork(network)
  const address = `172.${20 + (place >> 16)}.${(place >> 8) & 255}.${place & 255}`
  const at = now - chance.whole(2 * DAY, 40 * DAY)
  const status = {
    ...nodeStatus(name, address, now, {
      uuid: chance.uuid,
      version: context.registry.profile.version,
      featureGates: context.featureGates,
    }),
    ...resources(machine),
  }
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
    status: {
      ...status,
      conditions: status.conditions.map((each) => ({ ...each, lastTransitionTime: formatTime(at + 30_000) })),
    },
  }
  const object = making.store(node, { by: 'kubelet', at, status: { by: 'kubelet', at: now } })
  const network3 = podCIDR.replace(/\.\d+\/\d+$/, '')
  return { name, address, zone, network: network3, isControlPlane: isPlane, isCordoned, object, pods: 0 }
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

const resources = ({ cpus, memory }: { readonly cpus: number; readonly memory: number }) => {
  const kibi = memory * KIBI_PER_GIBI
  const common = { 'hugepages-1Gi': '0', 'hugepages-2Mi': '0', pods: '110' }
  return {
    capacity: { ...common, cpu: String(cpus), 'ephemeral-storage': '104845292Ki', memory: `${kibi}Ki` },
    allocatable: {
      ...common,
      cpu: `${cpus * 1000 - KEPT_CPU}m`,
      'ephemeral-storage': '95551679124',
      memory: `${kibi - KEPT_MEMORY}Ki`,
    },
  }
}

/** Returns the next address of a node's pod network. */
export const nextAddress = (node: HomeNode): string => `${node.network}.${2 + node.pods++}`

function storeLease({ chance, now, store, storeLike }: PopulateContext, node: HomeNode, like?: KubeObject): KubeObject {
  const { name, object } = node
  const { creationTimestamp, uid = '' } = object.metadata
  const at = creationTimestamp ? Date.parse(creationTimestamp) : now
  const lease: Draft = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace: 'kube-node-lease', ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }] },
    spec: { holderIdentity: name, leaseDurationSeconds: 40, renewTime: formatMicroTime(now) },
  }
  if (!like) return store(lease, { by: 'kubelet', at })
  // All leases have the same managedFields, except for the owner reference.
  const text = JSON.stringify(like.metadata.managedFields ?? [])
  const before = like.metadata.ownerReferences?.[0]?.uid ?? ''
  // It keeps its type.
  const managedFields = JSON.parse(text.replaceAll(before, uid)) as Draft['metadata']['managedFields']
  const metadata = {
    ...lease.metadata,
    uid: chance.uuid(),
    creationTimestamp: formatTime(at),
    ...(managedFields ? { managedFields } : {}),
  }
  return storeLike({ ...lease, metadata }, like)
}
