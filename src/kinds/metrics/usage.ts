import { chanceOf } from '../../base/bytes/hash.js'
import { addQuantities, quantityOf, scaledQuantity } from '../../base/numbers/quantity-arithmetic.js'
import { printQuantity } from '../../base/numbers/quantity.js'
import type { ComputeContext } from '../../model/registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import type { Column } from '../../model/registry/column.js'

/** The resource usage of a container, a pod or a node. */
export type Usage = { readonly cpu: string; readonly memory: string }
type Container = {
  readonly name: string
  readonly image?: string
  readonly resources?: { readonly requests?: Readonly<Record<string, string | number>> }
}
type Statuses = readonly { readonly name: string; readonly state?: { readonly running?: object } }[]

/** The fields of a pod that its usage depends on. */
export type MeteredPod = KubeObject & {
  readonly spec?: {
    readonly nodeName?: string
    readonly initContainers?: readonly Container[]
    readonly containers?: readonly Container[]
    readonly ephemeralContainers?: readonly Container[]
  }
  readonly status?: {
    readonly phase?: string
    readonly initContainerStatuses?: Statuses
    readonly containerStatuses?: Statuses
    readonly ephemeralContainerStatuses?: Statuses
  }
}
/** The fields of a node that tell whether its usage is known. */
export type MeteredNode = KubeObject & {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] }
}

/** The usage of a running container that no script specifies: next to nothing, as KWOK's own default. */
const IDLE: Usage = { cpu: '1m', memory: '1Mi' }
/** Zero usage, as metrics-server writes it. */
export const NO_USE: Usage = { cpu: '0', memory: '0' }

/**
 * Returns the usage of each running container of a pod, by its name; empty if nothing measures it. All usage is decided
 * here.
 */
export function usageOf(
  pod: MeteredPod,
  sight: ComputeContext,
): readonly { readonly name: string; readonly usage: Usage }[] {
  const { spec, status } = pod
  const host = spec?.nodeName
  const node = host === undefined ? undefined : sight.object('/nodes', '', host)
  // A pod on a node that does not exist is measured, if it is said to run.
  if (node && !isMeasured(node)) return []
  const { initContainers = [], containers = [], ephemeralContainers = [] } = spec ?? {}
  const told = [
    ...(status?.initContainerStatuses ?? []),
    ...(status?.containerStatuses ?? []),
    ...(status?.ephemeralContainerStatuses ?? []),
  ]
  const running = new Set(told.filter(({ state }) => state?.running).map(({ name }) => name))
  const isStated = told.length === 0 && status?.phase === 'Running'
  const measured = isStated
    ? containers
    : [...initContainers, ...containers, ...ephemeralContainers].filter(({ name }) => running.has(name))
  return measured.map(({ name, image = '', resources }) => {
    const { cpu, memory } = sight.usageOf(pod, { name, image }) ?? {}
    const { requests = {} } = resources ?? {}
    const chance = (what: string) => chanceOf(`${pod.metadata.uid} ${name} ${what}`)
    const part = (of: string, what: string) => shareOf(of, requests[what], chance(what))
    return {
      name,
      usage: canonical({
        cpu: (cpu && part(cpu, 'cpu')) ?? IDLE.cpu,
        memory: (memory && part(memory, 'memory')) ?? IDLE.memory,
      }),
    }
  })
}

/**
 * Returns a quantity as it is, and a share (`40%`, or one in a range such as `20%..60%`) as that part of a request;
 * undefined if nothing is requested.
 */
function shareOf(amount: string, request: string | number | undefined, chance: number): string | undefined {
  if (!amount.includes('%')) return amount
  if (request === undefined) return undefined
  const [low = 0, high = low] = amount.split('..').map((end) => Number.parseFloat(end))
  const part = BigInt(Math.round((low + chance * (high - low)) * 100))
  const { unscaled, exponent, family } = quantityOf(String(request))
  const product = { unscaled: unscaled * part, exponent: exponent - 4, family }
  // As precise as metrics-server: thousandths of a processor, and KiB.
  if (family === 'decimal') return printQuantity({ unscaled: scaledQuantity(product, -3), exponent: -3, family })
  return `${(scaledQuantity(product, 0) + 1023n) / 1024n}Ki`
}

/** Tells whether the kubelet of a node reports usage: it has reported its status and is not lost. */
export function isMeasured({ status }: MeteredNode): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status
  return ready === 'True' || ready === 'False'
}

/** Returns the sum of usages. */
export const totalOf = (usages: readonly Usage[]): Usage => ({
  cpu: sum(usages.map(({ cpu }) => cpu)),
  memory: sum(usages.map(({ memory }) => memory)),
})

const sum = (amounts: readonly string[]): string => amounts.reduce((all, one) => add(all, one), '0')
const add = (a: string, b: string) => printQuantity(addQuantities(quantityOf(a), quantityOf(b)))
const canonical = ({ cpu, memory }: Usage): Usage => ({ cpu: add('0', cpu), memory: add('0', memory) })

/** The table columns of metrics-server. */
export const metricsColumns = <T extends KubeObject & { readonly window?: string }>(
  usageOf: (object: T) => Usage,
): readonly Column<T>[] => [
  { name: 'Name', format: 'name', description: 'Name of the resource', cell: ({ metadata }) => metadata.name ?? '' },
  { name: 'cpu', format: 'quantity', description: '', cell: (object) => usageOf(object).cpu },
  { name: 'memory', format: 'quantity', description: '', cell: (object) => usageOf(object).memory },
  { name: 'Window', format: 'duration', description: '', cell: ({ window = '0s' }) => window },
]
