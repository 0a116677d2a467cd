import type { KubeObject } from '../../../schema/object.js'
import { inWireOrder } from '../../../schema/order.js'
import { inByteOrder } from '../../../schema/structural.js'
import { forbiddenStatus } from '../../../base/status.js'
import { fillPodStruct } from './pod-struct-defaults.js'
import type { Container, Pod, PodSpec, Toleration } from './pod-types.js'
import { structOf } from '../../../registry/struct-schema.js'

/** Fills what a pod's spec leaves open: more than that of a template. */
export function fillPodSpec(spec: PodSpec = {}): PodSpec {
  const { containers, initContainers, ...filled } = fillPodStruct('core.v1.PodSpec', spec)
  const fill = (list: readonly Container[]) =>
    list.map((container) => withHostPorts(withRequests(container), spec.hostNetwork))
  return {
    ...filled,
    ...(initContainers ? { initContainers: fill(initContainers) } : {}),
    ...(containers ? { containers: fill(containers) } : {}),
    ...((filled.terminationGracePeriodSeconds ?? 0) < 0 ? { terminationGracePeriodSeconds: 1 } : {}),
    enableServiceLinks: spec.enableServiceLinks ?? true,
  }
}

/** What is limited is asked for. */
const withRequests = (container: Container): Container => {
  const { resources } = container
  return resources?.limits
    ? {
        ...container,
        resources: { ...resources, requests: inByteOrder({ ...resources.limits, ...resources.requests }) },
      }
    : container
}

/** On the network of its node a pod's ports are the node's. */
const withHostPorts = (container: Container, hostNetwork = false): Container =>
  hostNetwork && container.ports
    ? {
        ...container,
        ports: container.ports.map((port) =>
          inWireOrder(structOf('core.v1.ContainerPort'), { ...port, hostPort: port.hostPort || port.containerPort }),
        ),
      }
    : container

const PATIENCE: readonly Toleration[] = ['not-ready', 'unreachable'].map((state) => ({
  key: `node.kubernetes.io/${state}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}))

const lasts = ({ effect }: Toleration) => !effect || effect === 'NoExecute'

const PRIORITIES: { readonly [name: string]: number } = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
}

type PriorityClass = KubeObject & { readonly value?: number; readonly preemptionPolicy?: string }

/**
 * The priority a class gives a new pod: there are those of the system, and what a table of classes holds.
 *
 * @throws StatusError 403 for a class there is not, or where the pod contradicts its class
 */
export function admitPriority(pod: Pod, classOf: (name: string) => KubeObject | undefined): Pod {
  const { metadata, spec = {} } = pod
  const { priority, priorityClassName = '', preemptionPolicy } = spec
  const found = classOf(priorityClassName) as PriorityClass | undefined // what that table holds
  const computed = found ? (found.value ?? 0) : priorityClassName ? PRIORITIES[priorityClassName] : 0
  const policy = found?.preemptionPolicy ?? LOWER
  const refused = (why: string) =>
    forbiddenStatus({ group: '', resource: 'pods' }, metadata.name || metadata.generateName, why)
  if (computed === undefined) throw refused(`no PriorityClass with name ${priorityClassName} was found`)
  const where = 'must not be provided in pod spec; priority admission controller computed'
  const from = 'from the given PriorityClass name'
  if (priority !== undefined && priority !== computed)
    throw refused(`the integer value of priority (${priority}) ${where} ${computed} ${from}`)
  if (preemptionPolicy !== undefined && preemptionPolicy !== policy)
    throw refused(`the string value of PreemptionPolicy (${preemptionPolicy}) ${where} ${policy} ${from}`)
  return { ...pod, spec: { ...spec, priority: computed, preemptionPolicy: policy } }
}

const LOWER = 'PreemptLowerPriority'

/** What admission adds to a new pod: a priority, and patience with nodes that are away. */
export const admitPodSpec = (spec: PodSpec): PodSpec => ({
  ...withPatience(spec),
  priority: spec.priority ?? PRIORITIES[spec.priorityClassName ?? ''] ?? 0,
  preemptionPolicy: spec.preemptionPolicy ?? LOWER,
})

/** What admission adds to a changed pod: the priority it had, where none is sent, and patience again. */
export function readmitPodSpec(spec: PodSpec, { priority: rank, preemptionPolicy: policy }: PodSpec = {}): PodSpec {
  const { priority = rank, preemptionPolicy = policy } = spec
  const kept = {
    ...(priority === undefined ? {} : { priority }),
    ...(preemptionPolicy === undefined ? {} : { preemptionPolicy }),
  }
  return { ...withPatience(spec), ...kept }
}

function withPatience(spec: PodSpec): PodSpec {
  const { tolerations = [] } = spec
  const missing = PATIENCE.filter(
    ({ key }) => !tolerations.some((each) => (each.key === key || !each.key) && lasts(each)),
  )
  return missing.length > 0 ? { ...spec, tolerations: [...tolerations, ...missing] } : spec
}

const COMPUTE = ['cpu', 'memory']

/** How a pod is treated where resources run short. */
export function qosClassOf({ containers, initContainers = [] }: PodSpec): string {
  const all = [...initContainers, ...(containers ?? [])].map(({ resources = {} }) => resources)
  if (all.every(({ limits = {}, requests = {} }) => COMPUTE.every((name) => !limits[name] && !requests[name])))
    return 'BestEffort'
  const guaranteed = all.every(({ limits = {}, requests = {} }) =>
    COMPUTE.every((name) => limits[name] && (requests[name] ?? limits[name]) === limits[name]),
  )
  return guaranteed ? 'Guaranteed' : 'Burstable'
}
