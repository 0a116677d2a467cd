import { deepFreeze, jsonEqual, withMembers } from '../../../base/json/json.js'
import { throughItems } from '../../../base/turns/work-in-parts.js'
import { type Quantities, only, quantitiesOf, sameQuantities, sumOf } from '../../../base/numbers/quantities.js'
import type { Quantity } from '../../../base/numbers/quantity.js'
import { isShared } from '../../../schema/decode.js'
import { inWireOrder } from '../../../schema/order.js'
import { inByteOrder } from '../../../schema/structural.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { isPodLevel } from './pod-resources.js'
import { fillPodSpecStruct } from './pod-struct-defaults.js'
import { knownSpec } from './known-specs.js'
import { type Container, type PodSpec, podStructOf } from './pod-types.js'

// By the spec as it was decoded, which pods of one template share.
const filled = new WeakMap<PodSpec, PodSpec>()

/**
 * Sets the defaults of a pod's spec, of which templates get only some. A frozen spec that has all defaults is returned
 * itself: stored ones do, and are written back with each status.
 */
export function fillPodSpec(spec: PodSpec = {}): PodSpec {
  const known = filled.get(spec)
  if (known) return known
  // A pod has a spec of its own once it is admitted.
  const about = Object.isFrozen(spec) && !isShared(spec) ? knownSpec(spec) : undefined
  const full = about?.isFull ? spec : fillOpen(spec)
  if (isShared(spec)) filled.set(spec, deepFreeze(full))
  if (!Object.isFrozen(spec) || !jsonEqual(full, spec)) return full
  if (about) about.isFull = true
  filled.set(spec, spec)
  return spec
}

/** Notes a spec that is to be stored if one like it is known to have all defaults, and returns it. */
export function noteFilled(spec: PodSpec): PodSpec {
  if (knownSpec(spec).isFull) filled.set(spec, spec)
  return spec
}

function fillOpen(spec: PodSpec): PodSpec {
  const { containers, initContainers, ...filled } = fillPodSpecStruct(spec)
  const fill = (list: readonly Container[]) => {
    const full = list.map((container) => withHostPorts(withRequests(container), spec.hostNetwork))
    return full.every((container, i) => container === list[i]) ? list : full
  }
  const full: PodSpec = withMembers(filled, {
    ...(initContainers ? { initContainers: fill(initContainers) } : {}),
    ...(containers ? { containers: fill(containers) } : {}),
    ...((filled.terminationGracePeriodSeconds ?? 0) < 0 ? { terminationGracePeriodSeconds: 1 } : {}),
    enableServiceLinks: spec.enableServiceLinks ?? true,
  })
  return hasSameMembers(full, spec) ? spec : full
}

function hasSameMembers(a: PodSpec, b: PodSpec): boolean {
  const [own, others]: readonly { readonly [member: string]: unknown }[] = [a, b]
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => own?.[name] === others?.[name])
}

/** Defaults requests to limits. */
const withRequests = (container: Container): Container => {
  const { resources } = container
  const { limits, requests = {} } = resources ?? {}
  return limits && Object.keys(limits).some((name) => !Object.hasOwn(requests, name))
    ? {
        ...container,
        resources: { ...resources, requests: inByteOrder({ ...limits, ...requests }) },
      }
    : container
}

/** Defaults host ports to container ports if the pod uses the host network. */
const withHostPorts = (container: Container, hostNetwork = false): Container =>
  hostNetwork && container.ports
    ? {
        ...container,
        ports: container.ports.map((port) =>
          inWireOrder(podStructOf('core.v1.ContainerPort'), { ...port, hostPort: port.hostPort || port.containerPort }),
        ),
      }
    : container

const COMPUTE = ['cpu', 'memory']

/**
 * Returns the QoS class of a pod; quantities of zero count as unset (ComputePodQOS). Resources of the pod as a whole
 * decide; since v1.37 only if there are any.
 */
export function qosClassOf(spec: PodSpec): string {
  const known = knownSpec(spec)
  return (known.qosClass ??= qosClassIn(spec))
}

function qosClassIn({ containers, initContainers, resources }: PodSpec): string {
  if (resources && (!runsAtLeast('1.37') || isStated(resources)))
    return qosClassIn({ containers: [{ name: '', resources }] })
  const totals = [containers, initContainers].map((list) => throughItems(list ?? [], qosClassOf, begin, addResources))
  const sum = (of: 'limits' | 'requests') => totals.reduce((all, { [of]: own }) => sumOf(all, own), NOTHING)
  const [limits, requests] = [sum('limits'), sum('requests')]
  if (limits.size === 0 && requests.size === 0) return 'BestEffort'
  return totals.every(({ isLimited }) => isLimited) && sameQuantities(requests, limits) ? 'Guaranteed' : 'Burstable'
}

const isStated = ({ limits, requests }: NonNullable<PodSpec['resources']>) =>
  Object.keys({ ...limits, ...requests }).some(isPodLevel)

type Totals = { limits: Quantities; requests: Quantities; isLimited: boolean }
const begin = (): Totals => ({ limits: NOTHING, requests: NOTHING, isLimited: true })

function addResources(totals: Totals, { resources = {} }: Container): number {
  const [limits, requests] = [computedIn(resources.limits), computedIn(resources.requests)]
  if (limits.size > 0) totals.limits = sumOf(totals.limits, limits)
  if (requests.size > 0) totals.requests = sumOf(totals.requests, requests)
  totals.isLimited &&= limits.size === COMPUTE.length
  return 0
}

const computedIn = (texts: Parameters<typeof quantitiesOf>[0]): Quantities =>
  texts ? only(quantitiesOf(texts), isComputed) : NOTHING
const NOTHING: Quantities = new Map()
const isComputed = (name: string, { unscaled }: Quantity) => COMPUTE.includes(name) && unscaled > 0n
