import { addQuantities, quantityOf } from '../../base/quantity-arithmetic.js'
import { printQuantity } from '../../base/quantity.js'
import type { Sight } from '../../registry/kind-parts.js'
import type { KubeObject } from '../../schema/object.js'

/** What a container, a pod or a node uses. */
export type Usage = { readonly cpu: string; readonly memory: string }
type Container = { readonly name: string; readonly image?: string }
type Statuses = readonly { readonly name: string; readonly state?: { readonly running?: object } }[]

/** A pod, as far as its use depends on it. */
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
/** A node, as far as it matters whether its use is known. */
export type MeteredNode = KubeObject & {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] }
}

/** What a running container uses of which no script says anything: next to nothing, as by KWOK's own default. */
const IDLE: Usage = { cpu: '1m', memory: '1Mi' }
/** No use at all, in the words of metrics-server. */
export const NO_USE: Usage = { cpu: '0', memory: '0' }

/**
 * What each running container of a pod uses, by its name; nothing where nobody measures it. This is where use is
 * decided.
 */
export function usageOf(pod: MeteredPod, sight: Sight): readonly { readonly name: string; readonly usage: Usage }[] {
  const { spec, status } = pod
  const host = spec?.nodeName
  const node = host === undefined ? undefined : sight.object('/nodes', '', host)
  // Of a node that there is not nothing is known; what is stated to run on it does.
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
  return measured.map(({ name, image = '' }) => ({
    name,
    usage: canonical({ ...IDLE, ...sight.usageOf(pod, { name, image }) }),
  }))
}

/** Whether the kubelet of a node tells what is used on it: it has spoken, and has not fallen silent. */
export function isMeasured({ status }: MeteredNode): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status
  return ready === 'True' || ready === 'False'
}

/** What is used together. */
export const totalOf = (usages: readonly Usage[]): Usage => ({
  cpu: sum(usages.map(({ cpu }) => cpu)),
  memory: sum(usages.map(({ memory }) => memory)),
})

const sum = (amounts: readonly string[]): string => amounts.reduce((all, one) => add(all, one), '0')
const add = (a: string, b: string) => printQuantity(addQuantities(quantityOf(a), quantityOf(b)))
const canonical = ({ cpu, memory }: Usage): Usage => ({ cpu: add('0', cpu), memory: add('0', memory) })
