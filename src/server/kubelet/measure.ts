import { quantityOf, scaledQuantity } from '../../base/numbers/quantity-arithmetic.js'
import { imageSizeOf } from '../../rest/containers/runtime-ids.js'
import { usageOf } from '../../kinds/metrics/usage.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import type { ComputeContext } from '../../model/registry/kind-def.js'

export type Node = ObjectOf<'Node'>
export type Pod = ObjectOf<'Pod'>

/** What a container or a group of them uses: of the processor in total, and at present. */
export type Use = {
  readonly nanoCores: number
  readonly coreNanoSeconds: number
  readonly memory: number
}

/** A running container, as its kubelet measures it. */
export type MeasuredContainer = Use & {
  readonly name: string
  readonly image: string
  readonly id: string
  /** Milliseconds since 1970. */
  readonly start: number
}

/** A pod with running containers. */
export type MeasuredPod = {
  readonly pod: Pod
  readonly start: number
  readonly containers: readonly MeasuredContainer[]
  readonly use: Use
}

/** A volume of a pod, with the claim it is for, in bytes. */
export type MeasuredVolume = {
  readonly name: string
  readonly claim?: string
  readonly capacity: number
  readonly used: number
}

/** What the kubelet of a node measures. */
export type Measured = {
  readonly node: Node
  readonly now: number
  readonly pods: readonly MeasuredPod[]
  readonly use: Use
  /** The capacity of memory and storage, and what images take of the latter, in bytes. */
  readonly memory: number
  readonly storage: number
  readonly images: number
}

/**
 * Measures a node: its running containers use what the metrics API says, and have done so since their start, so that
 * whoever computes rates of the totals finds the same.
 */
export function measure(node: Node, pods: readonly Pod[], sight: ComputeContext): Measured {
  const now = sight.now()
  const { capacity = {} } = node.status ?? {}
  const measured = pods.flatMap((pod) => measuredPod(pod, sight, now) ?? [])
  const images = new Set(measured.flatMap(({ containers }) => containers.map(({ image }) => image)))
  return {
    node,
    now,
    pods: measured,
    use: total(measured.map(({ use }) => use)),
    memory: bytesOf(capacity['memory']),
    storage: bytesOf(capacity['ephemeral-storage']),
    images: [...images].reduce((sum, image) => sum + imageSizeOf(image), 0),
  }
}

function measuredPod(pod: Pod, sight: ComputeContext, now: number): MeasuredPod | undefined {
  const { spec, status = {} } = pod
  const statuses = [
    ...(status.initContainerStatuses ?? []),
    ...(status.containerStatuses ?? []),
    ...(status.ephemeralContainerStatuses ?? []),
  ]
  const begun = timeOf(status.startTime ?? pod.metadata.creationTimestamp) ?? now
  const all = [...(spec?.initContainers ?? []), ...(spec?.containers ?? []), ...(spec?.ephemeralContainers ?? [])]
  const containers = usageOf(pod, sight).map(({ name, usage }): MeasuredContainer => {
    const known = statuses.find((each) => each.name === name)
    const start = timeOf(known?.state?.running?.startedAt) ?? begun
    const nanoCores = Number(scaledQuantity(quantityOf(usage.cpu), -9))
    return {
      ...{ name, start, nanoCores, memory: bytesOf(usage.memory) },
      image: all.find((each) => each.name === name)?.image ?? '',
      id: (known?.containerID ?? '').replace(/^.*:\/\//, ''),
      coreNanoSeconds: Math.round((nanoCores * Math.max(0, now - start)) / 1000),
    }
  })
  return containers.length === 0 ? undefined : { pod, start: begun, containers, use: total(containers) }
}

/** Returns the volumes of a pod; those without a claim share the storage of the node. */
export function volumesOf({ metadata, spec }: Pod, storage: number, sight: ComputeContext): readonly MeasuredVolume[] {
  return (spec?.volumes ?? []).map((volume): MeasuredVolume => {
    const { name, persistentVolumeClaim } = volume
    if (!persistentVolumeClaim) return { name, capacity: storage, used: SMALL_VOLUME }
    const claim = persistentVolumeClaim.claimName
    const found = sight.object('/persistentvolumeclaims', metadata.namespace ?? '', claim) as
      ObjectOf<'PersistentVolumeClaim'> | undefined // an object in the store has the type of its kind
    const capacity = bytesOf(found?.status?.capacity?.['storage'] ?? found?.spec?.resources?.requests?.['storage'])
    return { name, claim, capacity, used: Math.min(capacity, SMALL_VOLUME) }
  })
}

/** What is in use of a volume, in bytes: nothing was written to it but its own structure. */
const SMALL_VOLUME = 4096

const total = (uses: readonly Use[]): Use =>
  uses.reduce(
    (sum, each) => ({
      nanoCores: sum.nanoCores + each.nanoCores,
      coreNanoSeconds: sum.coreNanoSeconds + each.coreNanoSeconds,
      memory: sum.memory + each.memory,
    }),
    { nanoCores: 0, coreNanoSeconds: 0, memory: 0 },
  )

/** Returns a quantity as a number of bytes. */
export const bytesOf = (quantity: string | number | undefined): number =>
  Number(scaledQuantity(quantityOf(String(quantity ?? '0')), 0))

/** Returns a time in milliseconds since 1970. */
export const timeOf = (text: string | null | undefined): number | undefined => (text ? Date.parse(text) : undefined)
