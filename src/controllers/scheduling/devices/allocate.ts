import { highestOf } from '../../../base/lists/lists.js'
import { jsonEqual } from '../../../base/json/json.js'
import { type DeviceChecked, type DeviceValues } from '../../../cel/device-expression.js'
import { checkDeviceExpression } from '../../../cel/library.js'
import type { ObjectOf } from '../../../kinds/object-types.js'
import type {
  AllocationResult,
  Device,
  DeviceConstraint,
  DeviceRequest,
  DeviceRequestAllocationResult,
  DeviceToleration,
  ExactDeviceRequest,
  ResourceSliceSpec,
} from '../../../model/generated/types/resource-v1.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { type SelectableNode, matchesNodeSelector } from '../framework/node-selector.js'

type Claim = ObjectOf<'ResourceClaim'>
type DeviceClass = ObjectOf<'DeviceClass'>
type Slice = ObjectOf<'ResourceSlice'>
type Result = DeviceRequestAllocationResult
type Choice = Pick<ExactDeviceRequest, 'deviceClassName' | 'selectors' | 'allocationMode' | 'count'> & {
  readonly adminAccess?: boolean
  readonly tolerations?: readonly DeviceToleration[]
}

/** What devices are allocated from. */
export type DeviceSight = {
  readonly slices: readonly Slice[]
  readonly classOf: (name: string) => DeviceClass | undefined
  /** The keys of the devices that other claims have. */
  readonly taken: ReadonlySet<string>
  readonly gates: FeatureGates
}

/** A device that a node can reach. */
type Candidate = { readonly key: string; readonly spec: ResourceSliceSpec; readonly device: Device }

/** The key of a device in the whole cluster. */
export const deviceKey = ({ driver, pool, device }: Pick<Result, 'driver' | 'pool' | 'device'>): string =>
  JSON.stringify([driver, pool, device])

/** One way to satisfy a request: its name in results, and what is chosen by. */
type Way = { readonly name: string; readonly choice: Choice }

const waysOf = ({ name, exactly, firstAvailable = [] }: DeviceRequest): readonly Way[] =>
  exactly ? [{ name, choice: exactly }] : firstAvailable.map((choice) => ({ name: `${name}/${choice.name}`, choice }))

/**
 * Allocates devices to claims on a node: the first that fit, in the order of slices and devices, as the allocator of
 * structured parameters does (dynamic-resource-allocation, structured).
 *
 * @returns an allocation for each claim; undefined if not all can be allocated
 * @throws CelError if the expression of a selector fails
 */
export function allocate(
  claims: readonly Claim[],
  node: SelectableNode,
  sight: DeviceSight,
): readonly AllocationResult[] | undefined {
  const candidates = candidatesOn(node, sight)
  const used = new Set(sight.taken)
  const made: AllocationResult[] = []
  for (const claim of claims) {
    const found = new Allocator(claim, candidates, used, sight).run()
    if (!found) return undefined
    for (const { result } of found) used.add(deviceKey(result))
    made.push(allocationOf(claim, found, node, sight))
  }
  return made
}

/** Returns the devices of complete pools, of their newest generation, that a node can reach. */
function candidatesOn(node: SelectableNode, { slices, gates }: DeviceSight): readonly Candidate[] {
  const pools = new Map<string, Slice[]>()
  for (const slice of slices) {
    const key = JSON.stringify([slice.spec.driver, slice.spec.pool.name])
    pools.set(key, [...(pools.get(key) ?? []), slice])
  }
  return [...pools.values()].flatMap((all) => {
    const newest = highestOf(all.map(({ spec }) => spec.pool.generation))
    const current = all.filter(({ spec }) => spec.pool.generation === newest)
    const isComplete = current.length === current[0]?.spec.pool.resourceSliceCount
    return isComplete ? current.flatMap((slice) => devicesOf(slice, node, gates)) : []
  })
}

function devicesOf({ spec }: Slice, node: SelectableNode, gates: FeatureGates): readonly Candidate[] {
  const { driver, pool, devices, perDeviceNodeSelection = false } = spec
  if (!perDeviceNodeSelection && !reaches(spec, node)) return []
  return (devices ?? []).flatMap((device) =>
    isPlain(device, gates) && (!perDeviceNodeSelection || reaches(device, node))
      ? [{ key: deviceKey({ driver, pool: pool.name, device: device.name }), spec, device }]
      : [],
  )
}

type Reach = Pick<Device, 'nodeName' | 'nodeSelector' | 'allNodes'>

function reaches({ nodeName, nodeSelector, allNodes }: Reach, node: SelectableNode): boolean {
  if (nodeName) return nodeName === node.metadata.name
  return nodeSelector ? matchesNodeSelector(nodeSelector, node) : allNodes === true
}

// Devices that are parts of others, shared or bound later are not allocated.
const isPlain = (
  { consumesCounters = [], allowMultipleAllocations = false, bindingConditions = [] }: Device,
  gates: FeatureGates,
): boolean =>
  !(gates.DRAPartitionableDevices && consumesCounters.length > 0) &&
  !allowMultipleAllocations &&
  bindingConditions.length === 0

type Chosen = { readonly way: Way; readonly candidate: Candidate; readonly result: Result }

/** Searches devices for the requests of one claim, and goes back where constraints are not met. */
class Allocator {
  readonly #claim: Claim
  readonly #candidates: readonly Candidate[]
  readonly #used: ReadonlySet<string>
  readonly #sight: DeviceSight
  readonly #matching = new Map<Choice, readonly Candidate[]>()

  constructor(claim: Claim, candidates: readonly Candidate[], used: ReadonlySet<string>, sight: DeviceSight) {
    this.#claim = claim
    this.#candidates = candidates
    this.#used = used
    this.#sight = sight
  }

  run(): readonly Chosen[] | undefined {
    return this.#requests(0, [])
  }

  #requests(at: number, chosen: readonly Chosen[]): readonly Chosen[] | undefined {
    const request = this.#claim.spec.devices?.requests?.[at]
    if (!request) return chosen
    for (const way of waysOf(request)) {
      const matching = this.#matchingOf(way.choice)
      const count = way.choice.allocationMode === 'All' ? matching.length : (way.choice.count ?? 1)
      if (count === 0) continue
      const found = this.#devices({ way, matching, count, at }, 0, chosen)
      if (found) return found
    }
    return undefined
  }

  #devices(
    search: { readonly way: Way; readonly matching: readonly Candidate[]; readonly count: number; readonly at: number },
    from: number,
    chosen: readonly Chosen[],
  ): readonly Chosen[] | undefined {
    const { way, matching, count, at } = search
    if (count === 0) return this.#requests(at + 1, chosen)
    for (let i = from; i <= matching.length - count; i++) {
      const candidate = matching[i]
      if (!candidate || !this.#isFree(candidate, way, chosen)) continue
      const next = [...chosen, { way, candidate, result: resultOf(way, candidate, this.#sight.gates) }]
      if (!this.#meetsConstraints(next)) continue
      const found = this.#devices({ ...search, count: count - 1 }, i + 1, next)
      if (found) return found
    }
    return undefined
  }

  #isFree({ key, device }: Candidate, { choice }: Way, chosen: readonly Chosen[]): boolean {
    if (this.#sight.gates.DRADeviceTaints && !isTolerated(device, choice.tolerations)) return false
    return choice.adminAccess === true || (!this.#used.has(key) && chosen.every((one) => one.candidate.key !== key))
  }

  #matchingOf(choice: Choice): readonly Candidate[] {
    const known = this.#matching.get(choice)
    if (known) return known
    const { classOf, gates } = this.#sight
    const selectors = [...(classOf(choice.deviceClassName)?.spec.selectors ?? []), ...(choice.selectors ?? [])]
    const checks = selectors.flatMap(({ cel }) =>
      cel ? [checkDeviceExpression(cel.expression, { shares: gates.DRAConsumableCapacity })] : [],
    )
    const matching = this.#candidates.filter((candidate) => checks.every((check) => isMatch(check, candidate)))
    this.#matching.set(choice, matching)
    return matching
  }

  #meetsConstraints(chosen: readonly Chosen[]): boolean {
    return (this.#claim.spec.devices?.constraints ?? []).every((constraint) => meets(constraint, chosen))
  }
}

const isMatch = (check: DeviceChecked, { spec: { driver }, device }: Candidate): boolean =>
  check.matches?.({ driver, ...device } as DeviceValues) ?? false // a device with its driver

function meets({ requests = [], matchAttribute, distinctAttribute }: DeviceConstraint, chosen: readonly Chosen[]) {
  const concerned = chosen.filter(
    ({ way: { name } }) =>
      requests.length === 0 || requests.includes(name) || requests.includes(name.split('/')[0] ?? ''),
  )
  const attribute = matchAttribute ?? distinctAttribute
  if (attribute === undefined) return true
  const values = concerned.map(({ candidate }) => attributeOf(candidate, attribute))
  if (values.includes(undefined)) return false
  return matchAttribute === undefined
    ? values.every((value, i) => !values.slice(0, i).some((other) => jsonEqual(other, value)))
    : values.every((value) => jsonEqual(value, values[0]))
}

// An attribute without a domain is of that of the driver.
function attributeOf({ spec: { driver }, device: { attributes = {} } }: Candidate, name: string): object | undefined {
  const own = name.startsWith(`${driver}/`) ? name.slice(driver.length + 1) : undefined
  return attributes[name] ?? (own === undefined ? undefined : attributes[own])
}

const BLOCKING: readonly string[] = ['NoSchedule', 'NoExecute']

const isTolerated = ({ taints = [] }: Device, tolerations: readonly DeviceToleration[] = []): boolean =>
  taints
    .filter(({ effect }) => BLOCKING.includes(effect))
    .every((taint) =>
      tolerations.some(
        ({ key = '', operator = 'Equal', value = '', effect = '' }) =>
          (effect === '' || effect === taint.effect) &&
          (key === '' || key === taint.key) &&
          (operator === 'Exists' || value === (taint.value ?? '')),
      ),
    )

function resultOf(
  { name, choice: { adminAccess, tolerations = [] } }: Way,
  { spec: { driver, pool }, device }: Candidate,
  gates: FeatureGates,
): Result {
  return {
    ...{ request: name, driver, pool: pool.name, device: device.name },
    ...(adminAccess === undefined ? {} : { adminAccess }),
    ...(gates.DRADeviceTaints && tolerations.length > 0 ? { tolerations: [...tolerations] } : {}),
  }
}

function allocationOf(
  { spec: { devices = {} } }: Claim,
  chosen: readonly Chosen[],
  node: SelectableNode,
  { classOf }: DeviceSight,
): AllocationResult {
  const ways = [...new Set(chosen.map(({ way }) => way))]
  const config = [
    ...ways.flatMap(({ name, choice: { deviceClassName } }) =>
      (classOf(deviceClassName)?.spec.config ?? []).map((own) => ({
        ...{ source: 'FromClass', requests: [name] },
        ...own,
      })),
    ),
    ...(devices.config ?? []).map((own) => ({ source: 'FromClaim', ...own })),
  ]
  const nodeSelector = selectorOf(chosen, node)
  return {
    devices: { results: chosen.map(({ result }) => result), ...(config.length > 0 ? { config } : {}) },
    ...(nodeSelector ? { nodeSelector } : {}),
  }
}

/** Returns which nodes can reach the chosen devices; undefined for all. */
function selectorOf(chosen: readonly Chosen[], { metadata: { name = '' } }: SelectableNode) {
  const reaches = chosen.map(({ candidate: { spec, device } }): Reach => (spec.perDeviceNodeSelection ? device : spec))
  if (reaches.some(({ nodeName }) => nodeName))
    return {
      nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [name] }] }],
    }
  const terms = reaches.flatMap(({ nodeSelector }) => nodeSelector?.nodeSelectorTerms ?? [])
  if (terms.length === 0) return undefined
  const merge = <T>(lists: readonly (readonly T[] | undefined)[]): T[] =>
    lists.flatMap((list) => list ?? []).filter((item, i, all) => all.findIndex((other) => jsonEqual(other, item)) === i)
  const [expressions, fields] = [merge(terms.map((t) => t.matchExpressions)), merge(terms.map((t) => t.matchFields))]
  return {
    nodeSelectorTerms: [
      {
        ...(expressions.length > 0 ? { matchExpressions: expressions } : {}),
        ...(fields.length > 0 ? { matchFields: fields } : {}),
      },
    ],
  }
}
