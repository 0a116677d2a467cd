import { scaledQuantity } from '../base/quantity-arithmetic.js'
import { type Quantities, quantitiesOf } from '../base/quantities.js'
import { takenResources } from '../kinds/core/pod/pod-resources.js'
import type { Container } from '../kinds/core/pod/pod-types.js'
import type { Node, SchedulablePod } from './types.js'

/** Amounts of resources: thousandths of a CPU, bytes, and whole numbers of what else there is. */
export type Amounts = {
  readonly cpu: number
  readonly memory: number
  readonly storage: number
  readonly others: ReadonlyMap<string, number>
}

const NO_OTHERS: ReadonlyMap<string, number> = new Map()
const PODS = 'pods'

/** Nothing of anything. */
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

/** One amount of each on top of another; taken away with a factor of -1. */
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

// Pods of one template request the same.
const known = new WeakMap<Quantities, Amounts>()

/** What a pod requests. */
export function requestsOf(pod: SchedulablePod): Amounts {
  const quantities = takenResources(pod, 'requests')
  let amounts = known.get(quantities)
  if (!amounts) known.set(quantities, (amounts = amountsOf(quantities)))
  return amounts
}

// What a container counts for that does not say (schedutil's DefaultMilliCPURequest and DefaultMemoryRequest).
const USUAL = { cpu: '100m', memory: String(200 * 1024 * 1024) }

const NONE: readonly Container[] = Object.freeze([])

/** What a pod counts for where nodes are compared: containers that request nothing are not taken to need nothing. */
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

/** Containers that all state what they count for; those of stored pods, of which many have the same, once. */
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

/** What a node has for pods, and for how many of them. */
export type Capacity = Amounts & { readonly pods: number }

const capacities = new WeakMap<object, Capacity>()
const NO_CAPACITY: Capacity = { ...NO_AMOUNTS, pods: 0 }

/** What a node has for pods. */
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
