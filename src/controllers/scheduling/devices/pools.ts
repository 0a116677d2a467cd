import { highestOf } from '../../../base/lists/lists.js'
import { type Quantities, sumOf } from '../../../base/numbers/quantities.js'
import { NONE, quantityOf, subtractQuantities } from '../../../base/numbers/quantity-arithmetic.js'
import type { ObjectOf } from '../../../kinds/object-types.js'
import type {
  CounterSet,
  Device,
  DeviceRequestAllocationResult,
  ResourceSliceSpec,
} from '../../../model/generated/types/resource-v1.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import type { KubernetesVersion } from '../../../model/registry/kubernetes-version.js'
import { storedName } from '../../../schema/object.js'
import { type SelectableNode, matchesNodeSelector } from '../framework/node-selector.js'

type Slice = ObjectOf<'ResourceSlice'>

/** What devices are allocated from. */
export type DeviceSight = {
  readonly slices: readonly Slice[]
  readonly classOf: (name: string) => ObjectOf<'DeviceClass'> | undefined
  /** The keys of the devices that other claims have alone. */
  readonly taken: ReadonlySet<string>
  /** What other claims consume of the devices that they share, by the key of the device. */
  readonly shares: ReadonlyMap<string, Quantities>
  readonly gates: FeatureGates
  readonly version: KubernetesVersion
}

/** A device that a node can reach. */
export type Candidate = {
  readonly key: string
  readonly spec: ResourceSliceSpec
  readonly device: Device
  readonly pool: Pool
}

/** The slices of a pool that a node can reach. */
export type Pool = {
  /** Why nothing is allocated from it. */
  readonly state: 'whole' | 'currently being updated' | 'currently invalid'
  readonly name: string
  readonly slices: readonly ResourceSliceSpec[]
  /** What is left of the counters that its devices share. */
  readonly counters: Quantities
}

/** The key of a device in the whole cluster. */
export const deviceKey = ({
  driver,
  pool,
  device,
}: Pick<DeviceRequestAllocationResult, 'driver' | 'pool' | 'device'>): string => JSON.stringify([driver, pool, device])

/** Returns the pools that a node can reach, by the names of their drivers and their own (GatherPools). */
export function poolsOn(node: SelectableNode, sight: DeviceSight): readonly Pool[] {
  const slicesOf = new Map<string, Slice[]>()
  for (const slice of sight.slices) {
    const { driver, pool } = slice.spec
    const name = `${driver}/${pool.name}`
    slicesOf.set(name, [...(slicesOf.get(name) ?? []), slice])
  }
  return [...slicesOf]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, slices]) => poolOn(node, name, slices, sight) ?? [])
}

const generationOf = ({ spec }: Slice) => spec.pool.generation

function poolOn(node: SelectableNode, name: string, all: readonly Slice[], sight: DeviceSight): Pool | undefined {
  const reached = all.filter(({ spec }) => isReached(spec, node, sight.gates))
  const newest = highestOf(reached.map(generationOf))
  const own = reached.filter((slice) => generationOf(slice) === newest)
  const [first] = own
  if (!first) return undefined
  const current = all.filter((slice) => generationOf(slice) === newest)
  const isWhole = [own, current].map(({ length }) => length === first.spec.pool.resourceSliceCount)
  const unusable = (state: Pool['state']): Pool => ({ state, name, slices: [], counters: new Map() })
  if (!isWhole[0] && all.some((slice) => generationOf(slice) > newest)) return undefined
  if (!isWhole.includes(true)) return unusable('currently being updated')
  const slices = [...own].sort((a, b) => (storedName(a) < storedName(b) ? -1 : 1)).map(({ spec }) => spec)
  const names = slices.flatMap(({ devices = [] }) => devices.map((device) => device.name))
  const counters = leftOf(current, sight)
  if (!counters || new Set(names).size < names.length) return unusable('currently invalid')
  return { state: 'whole', name, slices, counters }
}

function isReached(spec: ResourceSliceSpec, node: SelectableNode, gates: FeatureGates): boolean {
  const { perDeviceNodeSelection, sharedCounters = [], devices = [] } = spec
  const isPartitioned = perDeviceNodeSelection !== undefined || sharedCounters.length > 0
  if (isPartitioned && !gates.DRAPartitionableDevices) return false
  return perDeviceNodeSelection ? devices.some((device) => reaches(device, node)) : reaches(spec, node)
}

/** What says which nodes can reach a slice or a device. */
export type Reach = Pick<Device, 'nodeName' | 'nodeSelector' | 'allNodes'>

/** Tells whether a node can reach a device of a slice that is reached. */
export const reachesDevice = (
  { perDeviceNodeSelection = false }: ResourceSliceSpec,
  device: Device,
  node: SelectableNode,
) => !perDeviceNodeSelection || reaches(device, node)

function reaches({ nodeName, nodeSelector, allNodes }: Reach, node: SelectableNode): boolean {
  if (nodeName) return nodeName === node.metadata.name
  if (allNodes) return true
  return nodeSelector !== undefined && matchesNodeSelector(nodeSelector, node)
}

const countersOf = (sets: readonly CounterSet[]): Quantities =>
  new Map(
    sets.flatMap(({ name: set, counters }) =>
      Object.entries(counters).map(([name, { value }]) => [`${set}/${name}`, quantityOf(value)] as const),
    ),
  )

/** Returns the counters that a device consumes, by the names of their sets and their own. */
export const consumedBy = ({ consumesCounters = [] }: Device): Quantities =>
  countersOf(consumesCounters.map(({ counterSet, counters }) => ({ name: counterSet, counters })))

/** Returns what allocated devices leave of the counters of a pool; undefined if its slices contradict each other. */
function leftOf(slices: readonly Slice[], { taken, shares, gates }: DeviceSight): Quantities | undefined {
  if (!gates.DRAPartitionableDevices) return new Map()
  const sets = slices.flatMap(({ spec }) => spec.sharedCounters ?? [])
  const counters = countersOf(sets)
  let used: Quantities = new Map()
  for (const { spec } of slices)
    for (const device of spec.devices ?? []) {
      const consumed = consumedBy(device)
      if ([...consumed.keys()].some((name) => !counters.has(name))) return undefined
      const key = deviceKey({ driver: spec.driver, pool: spec.pool.name, device: device.name })
      if (taken.has(key) || shares.has(key)) used = sumOf(used, consumed)
    }
  if (new Set(sets.map(({ name }) => name)).size < sets.length) return undefined
  return new Map([...counters].map(([name, value]) => [name, subtractQuantities(value, used.get(name) ?? NONE)]))
}
