import { jsonEqual } from '../../../base/json/json.js'
import { lowestOf } from '../../../base/lists/lists.js'
import { type Quantities, growthOf, resourceListOf, sumOf } from '../../../base/numbers/quantities.js'
import { type DeviceChecked, type DeviceValues } from '../../../cel/device-expression.js'
import { checkDeviceExpression } from '../../../cel/library.js'
import type { ObjectOf } from '../../../kinds/object-types.js'
import type {
  AllocationResult,
  CapacityRequirements,
  Device,
  DeviceAllocationConfiguration,
  DeviceClaimConfiguration,
  DeviceConstraint,
  DeviceRequest,
  DeviceRequestAllocationResult,
  DeviceSelector,
  DeviceToleration,
  ExactDeviceRequest,
} from '../../../model/generated/types/resource-v1.js'
import { type KubernetesVersion, atLeast } from '../../../model/registry/kubernetes-version.js'
import type { SelectableNode } from '../framework/node-selector.js'
import { toleratesDevice } from '../../resource/device-taints.js'
import { capacityOf, consumptionOf } from '../../../kinds/resource/consumed-capacity.js'
import {
  type Candidate,
  type DeviceSight,
  type Pool,
  type Reach,
  consumedBy,
  deviceKey,
  poolsOn,
  reachesDevice,
} from './pools.js'

type Claim = ObjectOf<'ResourceClaim'>
type Result = DeviceRequestAllocationResult
type Choice = Pick<ExactDeviceRequest, 'deviceClassName' | 'selectors' | 'allocationMode' | 'count'> & {
  readonly adminAccess?: boolean
  readonly tolerations?: readonly DeviceToleration[]
  readonly capacity?: CapacityRequirements
}

/** Why devices cannot be allocated: on no node, as something is wrong with a claim, a class or a pool. */
export class AllocationError extends Error {}

/** Why devices cannot be allocated on one node. */
export class InvalidPools extends AllocationError {}

/** One way to satisfy a request: its name in results, and what is chosen by. */
type Way = { readonly request: string; readonly name: string; readonly choice: Choice }

const waysOf = ({ name: request, exactly, firstAvailable = [] }: DeviceRequest): readonly Way[] =>
  exactly
    ? [{ request, name: request, choice: exactly }]
    : firstAvailable.map((choice) => ({ request, name: `${request}/${choice.name}`, choice }))

/** A device that is chosen for a claim, with what is consumed of it if it is shared. */
type Chosen = {
  readonly claim: Claim
  readonly way: Way
  readonly candidate: Candidate
  readonly consumed?: Quantities
}

/** What a search finds: devices; undefined if there are none, and `full` if a claim cannot have that many. */
type Found = readonly Chosen[] | 'full' | undefined

/** How many devices a way takes, and which if it takes all. */
type Plan = { readonly way: Way; readonly count: number; readonly all?: readonly Candidate[] }

/**
 * Chooses devices on a node for claims: the first that fit, in the order of pools, slices and devices, as the allocator
 * of structured parameters does (dynamic-resource-allocation, structured).
 *
 * @returns the devices of each claim; undefined if not all of them can be had
 * @throws AllocationError if something is wrong with what they are chosen by or from
 */
export function chooseDevices(
  claims: readonly Claim[],
  node: SelectableNode,
  sight: DeviceSight,
): readonly (readonly Chosen[])[] | undefined {
  const chosen = new Allocator(claims, node, sight).run()
  return chosen && claims.map((claim) => chosen.filter((one) => one.claim === claim))
}

// The most devices of a claim.
const MOST = 32

/** A checked selector, and what it is called. */
type NamedCheck = DeviceChecked & { readonly by: string }

/** A request that devices are searched for, and what is searched with them. */
type Task = { readonly claim: Claim; readonly plan: Plan; readonly done: (chosen: readonly Chosen[]) => Found }

const nameOf = ({ metadata: { namespace, name } }: Claim) => `${namespace}/${name}`

/** Searches devices for all requests of all claims, and goes back where one cannot be satisfied. */
class Allocator {
  readonly #claims: readonly Claim[]
  readonly #node: SelectableNode
  readonly #sight: DeviceSight
  readonly #pools: readonly Pool[]
  readonly #candidates: readonly Candidate[]
  readonly #plans = new Map<DeviceRequest, readonly Plan[]>()
  readonly #checks = new Map<Choice, readonly NamedCheck[]>()
  readonly #matches = new Map<Choice, Map<string, boolean>>()

  constructor(claims: readonly Claim[], node: SelectableNode, sight: DeviceSight) {
    this.#claims = claims
    this.#node = node
    this.#sight = sight
    this.#pools = poolsOn(node, sight)
    this.#candidates = this.#pools.flatMap((pool) =>
      pool.slices.flatMap((spec) =>
        (spec.devices ?? []).map((device): Candidate => {
          const key = deviceKey({ driver: spec.driver, pool: spec.pool.name, device: device.name })
          return { key, spec, device, pool }
        }),
      ),
    )
  }

  run(): readonly Chosen[] | undefined {
    for (const claim of this.#claims) {
      let total = 0
      for (const request of claim.spec.devices?.requests ?? []) {
        const plans = waysOf(request).map((way) => this.#planOf(claim, way))
        const least = lowestOf(plans.map(({ count }) => count))
        if (total + least > MOST)
          throw new AllocationError(
            `claim ${nameOf(claim)}, request ${request.name}: adding ${least} devices exceeds the claim limit of ${MOST}, with ${total} already accounted for`,
          )
        total += least
        this.#plans.set(request, plans)
      }
    }
    const found = this.#claimsFrom(0, [])
    if (found && found !== 'full') return found
    if (this.#pools.some(({ state }) => state === 'currently invalid'))
      throw new InvalidPools('invalid resource pools were encountered')
    return undefined
  }

  #planOf(claim: Claim, way: Way): Plan {
    const { allocationMode, count = 1, capacity } = way.choice
    if (allocationMode !== 'All') return { way, count }
    const unusable = this.#pools.find(({ state }) => state !== 'whole')
    if (unusable)
      throw new AllocationError(
        `claim ${nameOf(claim)}, request ${way.name.slice(way.name.indexOf('/') + 1)}: asks for all devices, but resource pool ${unusable.name} is ${unusable.state}`,
      )
    const all = this.#candidates.filter(
      (candidate) => this.#isSelected(candidate, claim, way.choice) && this.#offered(candidate, capacity),
    )
    return { way, all, count: all.length }
  }

  #claimsFrom(at: number, chosen: readonly Chosen[]): Found {
    const claim = this.#claims[at]
    return claim ? this.#requestsFrom(0, { claim, at }, chosen) : chosen
  }

  #requestsFrom(at: number, of: { readonly claim: Claim; readonly at: number }, chosen: readonly Chosen[]): Found {
    const request = of.claim.spec.devices?.requests?.[at]
    if (!request) {
      const found = this.#claimsFrom(of.at + 1, chosen)
      return found === 'full' ? undefined : found
    }
    const done = (next: readonly Chosen[]) => this.#requestsFrom(at + 1, of, next)
    let isFull = true
    for (const plan of this.#plans.get(request) ?? []) {
      const found = plan.count > 0 ? this.#devices({ claim: of.claim, plan, done }, 0, chosen) : undefined
      if (found && found !== 'full') return found
      if (!found) isFull = false
    }
    return isFull ? 'full' : undefined
  }

  /** Searches the devices of a request from a place on, `left` of which are missing. */
  #devices(task: Task, from: number, chosen: readonly Chosen[], left = task.plan.count): Found {
    const { claim, plan, done } = task
    if (left === 0) return done(chosen)
    if (left > MOST - chosen.filter((one) => one.claim === claim).length) return 'full'
    const places = plan.all ?? this.#candidates
    // Of all devices, each must do.
    const end = plan.all ? from + 1 : places.length - left + 1
    for (let i = from; i < end; i++) {
      const next = this.#chosen(places[i], claim, plan.way, chosen)
      const found = next && this.#devices(task, i + 1, [...chosen, next], left - 1)
      if (found) return found
    }
    return undefined
  }

  /** Returns a device as chosen in addition to others; undefined if it cannot be. */
  #chosen(candidate: Candidate | undefined, claim: Claim, way: Way, chosen: readonly Chosen[]): Chosen | undefined {
    if (!candidate || this.#isTaken(candidate, claim, way, chosen) || !this.#isSelected(candidate, claim, way.choice))
      return undefined
    const same = chosen.filter((one) => one.candidate.key === candidate.key)
    const consumed = this.#offered(candidate, way.choice.capacity)
    const isFree =
      consumed && this.#hasCapacity(candidate, consumed, same) && this.#hasCounters(candidate, same, chosen)
    const { gates } = this.#sight
    if (!isFree || (gates.DRADeviceTaints && !isTolerated(candidate.device, way.choice.tolerations))) return undefined
    const next = { claim, way, candidate, ...(this.#isShared(candidate) ? { consumed } : {}) }
    const together = [...chosen.filter((one) => one.claim === claim), next]
    const constraints = claim.spec.devices?.constraints ?? []
    return constraints.every((constraint) => meets(constraint, together)) ? next : undefined
  }

  #isShared({ device }: Candidate): boolean {
    return this.#sight.gates.DRAConsumableCapacity && device.allowMultipleAllocations === true
  }

  /** Tells whether a claim has a device alone; who administers may have it, too, once in a claim. */
  #isTaken({ key }: Candidate, claim: Claim, { choice }: Way, chosen: readonly Chosen[]): boolean {
    const alone = chosen.filter((one) => one.candidate.key === key && !one.consumed)
    if (choice.adminAccess === true) return alone.some((one) => one.claim === claim)
    return this.#sight.taken.has(key) || alone.length > 0
  }

  #isSelected(candidate: Candidate, claim: Claim, choice: Choice): boolean {
    const known = this.#matches.get(choice) ?? new Map<string, boolean>()
    this.#matches.set(choice, known)
    const before = known.get(candidate.key)
    if (before !== undefined) return before
    const { spec, device } = candidate
    const isSelected =
      // Nothing waits for the conditions of devices that are bound later.
      !device.bindingConditions &&
      this.#checksOf(claim, choice).every((check) => isMatch(check, candidate, this.#sight.version)) &&
      reachesDevice(spec, device, this.#node)
    known.set(candidate.key, isSelected)
    return isSelected
  }

  #checksOf(claim: Claim, choice: Choice): readonly NamedCheck[] {
    const known = this.#checks.get(choice)
    if (known) return known
    const { classOf, gates } = this.#sight
    const { deviceClassName, selectors = [] } = choice
    const checksOf = (of: string, own: readonly DeviceSelector[]) =>
      own.flatMap(({ cel }, i) => {
        const check = cel && checkDeviceExpression(cel.expression, { shares: gates.DRAConsumableCapacity })
        return check ? [{ ...check, by: `${of}: selector #${i}` }] : []
      })
    const checks = [
      ...checksOf(`class ${deviceClassName}`, classOf(deviceClassName)?.spec.selectors ?? []),
      ...checksOf(`claim ${nameOf(claim)}`, selectors),
    ]
    this.#checks.set(choice, checks)
    return checks
  }

  /** Returns what a request would consume of the capacity of a device alone; undefined if that is too much. */
  #offered({ device }: Candidate, asked: CapacityRequirements | undefined): Quantities | undefined {
    const { gates } = this.#sight
    if (!gates.DRAConsumableCapacity) return new Map()
    const consumed = consumptionOf(device, asked, gates.DRAFractionalCapacityRange)
    return consumed && fits(consumed, capacityOf(device)) ? consumed : undefined
  }

  /** Tells whether the capacity of a device suffices for what is consumed in addition to others. */
  #hasCapacity({ key, device }: Candidate, consumed: Quantities, same: readonly Chosen[]): boolean {
    const others = [this.#sight.shares.get(key), ...same.map((one) => one.consumed)]
    return fits(
      others.reduce<Quantities>((total, other) => sumOf(total, other ?? new Map()), consumed),
      capacityOf(device),
    )
  }

  /** Tells whether the counters of a pool suffice for a device, which counts once if it is shared. */
  #hasCounters(candidate: Candidate, same: readonly Chosen[], chosen: readonly Chosen[]): boolean {
    const { consumesCounters = [] } = candidate.device
    if (consumesCounters.length === 0) return true
    const { gates, shares } = this.#sight
    if (!gates.DRAPartitionableDevices) return false
    if (this.#isShared(candidate) && (shares.has(candidate.key) || same.some(({ consumed }) => consumed))) return true
    const others = chosen.filter(
      (one, i) =>
        one.candidate.pool === candidate.pool &&
        !(
          one.consumed &&
          (shares.has(one.candidate.key) || chosen.findIndex((each) => each.candidate === one.candidate) < i)
        ),
    )
    const total = others.map((one) => consumedBy(one.candidate.device)).reduce(sumOf, consumedBy(candidate.device))
    return (
      fits(total, candidate.pool.counters) && [...candidate.pool.counters.values()].every((left) => left.unscaled >= 0n)
    )
  }
}

/** Tells whether there is enough of everything. */
const fits = (asked: Quantities, there: Quantities): boolean =>
  [...growthOf(asked, there).values()].every(({ unscaled }) => unscaled === 0n)

const ADVICE =
  '. consider using CEL optional chaining (.? followed by orValue()) or guarding the check with has() for optional fields'

function isMatch(
  { by, matches }: NamedCheck,
  { spec: { driver, pool }, device }: Candidate,
  version: KubernetesVersion,
) {
  const found = matches?.({ driver, ...device } as DeviceValues) ?? false // a device with its driver
  if (typeof found === 'boolean') return found
  const { message } = found
  const place = `${driver}/${pool.name}/${device.name}`
  const advice = message.includes('no such key:') && atLeast(version, '1.37') ? ADVICE : ''
  throw new AllocationError(`${by} on device ${place}: CEL runtime error: ${message}${advice}`)
}

const concerns = ({ requests = [] }: { readonly requests?: readonly string[] }, { request, name }: Way): boolean =>
  requests.length === 0 || requests.includes(name) || requests.includes(request)

function meets(constraint: DeviceConstraint, chosen: readonly Chosen[]) {
  const { matchAttribute, distinctAttribute } = constraint
  const attribute = matchAttribute ?? distinctAttribute
  if (attribute === undefined) return true
  const values = chosen
    .filter(({ way }) => concerns(constraint, way))
    .map(({ candidate }) => attributeOf(candidate, attribute))
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
    .every((taint) => tolerations.some((toleration) => toleratesDevice(toleration, taint)))

/** Returns what is written into a claim of the devices that are chosen for it. */
export function allocationOf(
  { spec: { devices = {} } }: Claim,
  chosen: readonly Chosen[],
  { metadata: { name = '' } }: SelectableNode,
  { sight, newId }: { readonly sight: DeviceSight; readonly newId: () => string },
): AllocationResult {
  const ways = [...new Set(chosen.map(({ way }) => way))]
  const config = configOf(ways, devices.config ?? [], sight)
  const nodeSelector = selectorOf(chosen, name)
  return {
    devices: {
      results: chosen.map((one) => resultOf(one, sight, newId)),
      ...(config.length > 0 ? { config } : {}),
    },
    ...(nodeSelector ? { nodeSelector } : {}),
  }
}

function resultOf(
  { way: { name, choice }, candidate, consumed }: Chosen,
  { gates }: DeviceSight,
  newId: () => string,
): Result {
  const { spec, device } = candidate
  const { adminAccess, tolerations = [] } = choice
  return {
    ...{ request: name, driver: spec.driver, pool: spec.pool.name, device: device.name },
    ...(adminAccess ? { adminAccess } : {}),
    ...(gates.DRADeviceTaints && tolerations.length > 0 ? { tolerations: [...tolerations] } : {}),
    ...(consumed ? { shareID: newId() } : {}),
    ...(consumed && consumed.size > 0 ? { consumedCapacity: resourceListOf(consumed) } : {}),
  }
}

/** Returns the configuration of the classes of the ways that were taken, once for each class, and that of the claim. */
function configOf(ways: readonly Way[], own: readonly DeviceClaimConfiguration[], { classOf, version }: DeviceSight) {
  const namesOf = new Map<string, string[]>()
  for (const { name, choice } of ways)
    namesOf.set(choice.deviceClassName, [...(namesOf.get(choice.deviceClassName) ?? []), name])
  const all: readonly DeviceAllocationConfiguration[] = [
    ...[...namesOf].flatMap(([of, requests]) =>
      (classOf(of)?.spec.config ?? []).map((each) => ({ source: 'FromClass', requests, ...each })),
    ),
    ...own.filter((each) => ways.some((way) => concerns(each, way))).map((each) => ({ source: 'FromClaim', ...each })),
  ]
  return all.map((each) => {
    const { requests: _, ...rest } = each
    // What is for all requests names none of them since v1.37.
    return atLeast(version, '1.37') && ways.every((way) => concerns(each, way)) ? rest : each
  })
}

/** Returns which nodes can reach the chosen devices; undefined for all. */
function selectorOf(chosen: readonly Chosen[], node: string) {
  const reaches = chosen.map(({ candidate: { spec, device } }): Reach => (spec.perDeviceNodeSelection ? device : spec))
  if (reaches.some(({ nodeName }) => nodeName) || chosen.some(({ candidate }) => candidate.device.bindsToNode))
    return {
      nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [node] }] }],
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
