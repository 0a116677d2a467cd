import { scaledQuantity } from '../../../base/numbers/quantity-arithmetic.js'
import { type Quantities, quantitiesOf } from '../../../base/numbers/quantities.js'
import { takenResources } from '../../../kinds/core/pod/pod-resources.js'
import type { Container } from '../../../kinds/core/pod/pod-types.js'
import type { Node, SchedulablePod } from './types.js'

/** Amounts of resources: CPU in millis, memory and storage in bytes, and other resources as integers. */
export type Amounts = {
  readonly cpu: number
  readonly memory: number
  readonly storage: number
  readonly others: ReadonlyMap<string, number>
}

const NO_OTHERS: ReadonlyMap<string, number> = new Map()
const PODS = 'pods'

/** Zero amounts. */
export const NO_AMOUNTS: Amounts = { cpu: 0, memory: 0, storage: 0, others: NO_OTHERS }

function amountsOf(quantities: Quantities): Amounts {
  let { cpu, memory, storage } = NO_AMOUNTS
  let others: Map<string, number> | undefined
  for (const [name, quantity] of quantities) {
    if (name === 'cpu') cpu = Number(scaledQuantity(quantity, -3))
    else if (name === 'memory') memory = Number(scaledQuantity(quantity, 0))
    else if (name === 'ephemeral-storage') storage = Number(scaledQuantity(quantity, 0))
    else if (name !== PODS) (others ??= new Map()).set(name, Number(scaledQuantity(quantity, 0)))
  }
  return { cpu, memory, storage, others: others ?? NO_OTHERS }
}

/** Adds two amounts; subtracts with a factor of -1. */
export function addAmounts(a: Amounts, b: Amounts, times = 1): Amounts {
  let { others } = a
  if (b.others.size > 0) {
    const sum = new Map(others)
    for (const [name, amount] of b.others) sum.set(name, (sum.get(name) ?? 0) + times * amount)
    others = sum
  }
  return {
    cpu: a.cpu + times * b.cpu,
    memory: a.memory + times * b.memory,
    storage: a.storage + times * b.storage,
    others,
  }
}

// Pods of one template have the same requests.
const known = new WeakMap<Quantities, Amounts>()

/** Returns the requests of a pod. */
export function requestsOf(pod: SchedulablePod): Amounts {
  const quantities = takenResources(pod, 'requests')
  let amounts = known.get(quantities)
  if (!amounts) known.set(quantities, (amounts = amountsOf(quantities)))
  return amounts
}

// The assumed requests of a container that sets none (schedutil's DefaultMilliCPURequest and DefaultMemoryRequest).
const USUAL = { cpu: '100m', memory: String(200 * 1024 * 1024) }

const NONE: readonly Container[] = Object.freeze([])

/** Returns the requests of a pod for scoring: containers without requests count with the defaults. */
export function weightOf(pod: SchedulablePod, requests: Amounts): Pick<Amounts, 'cpu' | 'memory'> {
  const containers = pod.spec?.containers ?? NONE
  const initContainers = pod.spec?.initContainers ?? NONE
  if (containers.every(statesBoth) && initContainers.every(statesBoth)) return requests
  return requestsOf({
    ...pod,
    spec: { ...pod.spec, containers: allFilled(containers), initContainers: allFilled(initContainers) },
  })
}

const filled = new WeakMap<readonly Container[], readonly Container[]>()

/** Returns containers with default requests; cached for those of stored pods, as many pods share them. */
function allFilled(containers: readonly Container[]): readonly Container[] {
  const before = filled.get(containers)
  if (before) return before
  const all = Object.freeze(containers.map(fill))
  if (Object.isFrozen(containers)) filled.set(containers, all)
  return all
}

const statesBoth = ({ resources }: Container): boolean =>
  resources?.requests?.['cpu'] !== undefined && resources.requests['memory'] !== undefined

const fill = (container: Container): Container => ({
  ...container,
  resources: { ...container.resources, requests: { ...USUAL, ...container.resources?.requests } },
})

/** The allocatable resources of a node, including the number of pods. */
export type Capacity = Amounts & { readonly pods: number }

const capacities = new WeakMap<object, Capacity>()
const NO_CAPACITY: Capacity = { ...NO_AMOUNTS, pods: 0 }

/** Returns the allocatable resources of a node. */
export function capacityOf({ status }: Node): Capacity {
  const { allocatable } = status ?? {}
  if (!allocatable) return NO_CAPACITY
  let known = capacities.get(allocatable)
  if (!known) {
    const quantities = quantitiesOf(allocatable)
    const pods = quantities.get(PODS)
    known = { ...amountsOf(quantities), pods: pods ? Number(scaledQuantity(pods, 0)) : 0 }
    capacities.set(allocatable, known)
  }
  return known
}
