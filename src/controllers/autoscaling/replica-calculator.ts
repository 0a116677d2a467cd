import { isSidecar } from '../../kinds/shared/pods.js'
import { METRICS_WINDOW } from '../../model/registry/metrics-api.js'
import type { Pod } from '../pods/pod-state.js'
import { type Usage, milliOf } from './usage.js'

/**
 * The real controller's defaults: the tolerance, and for how long the CPU usage of a new pod is ignored, in
 * milliseconds.
 */
const TOLERANCE = 0.1
const CPU_INITIALIZATION = 300_000
const INITIAL_READINESS = 30_000

/** The target: a percentage of the requests, or an average amount in thousandths. */
export type Target = { readonly utilization: number } | { readonly average: number }

/**
 * The proposed replicas, and the usage it is based on: the average in thousandths, and the percentage of the requests.
 */
export type Proposal = { readonly replicas: number; readonly average: number; readonly utilization?: number }

/** The input of a calculation. */
type Measured = {
  /** The current replicas, from the spec of the scale. */
  readonly current: number
  readonly pods: readonly Pod[]
  readonly usage: Usage
  readonly resource: string
  readonly container?: string | undefined
  readonly now: number
  /** How far usage may be above (`up`) and below its target (`down`), as quantities; 0.1 if undefined. */
  readonly tolerances: { readonly up: string | undefined; readonly down: string | undefined }
}

/** Returns whether a ratio of usage to target is close enough to 1. */
const isClose = (ratio: number, { tolerances: { up, down } }: Measured): boolean =>
  1 - toleranceOf(down) <= ratio && ratio <= 1 + toleranceOf(up)

const toleranceOf = (quantity: string | undefined): number =>
  quantity === undefined ? TOLERANCE : milliOf(quantity) / 1000

/**
 * Returns the replicas proposed by a resource metric, or why there is no proposal (GetResourceReplicas,
 * GetRawResourceReplicas). For pods that are not ready or have no metrics, it assumes the usage that argues against
 * scaling.
 */
export function replicasFor(measured: Measured, target: Target): Proposal | string {
  const { current, pods } = measured
  if (pods.length === 0) return 'no pods returned by selector while calculating replica count'
  const groups = groupsOf(measured)
  const counted = new Map(
    [...measured.usage].filter(([name]) => !groups.ignored.has(name) && !groups.unready.has(name)),
  )
  if (counted.size === 0) return 'did not receive metrics for targeted pods (pods might be unready)'
  const ratioOf = 'utilization' in target ? byRequests(measured, target.utilization) : byAverage(target.average)
  if (typeof ratioOf === 'string') return ratioOf
  const first = ratioOf(counted)
  if (typeof first === 'string') return first
  const { ratio, ...told } = first
  const unchanged = { replicas: current, ...told }
  const growsWithUnready = groups.unready.size > 0 && ratio > 1
  if (!growsWithUnready && groups.missing.size === 0)
    return isClose(ratio, measured) ? unchanged : { replicas: Math.ceil(ratio * groups.ready), ...told }
  for (const name of groups.missing)
    if (ratio !== 1) counted.set(name, ratio < 1 ? assumedOf(measured, target, name) : 0)
  if (growsWithUnready) for (const name of groups.unready) counted.set(name, 0)
  const second = ratioOf(counted)
  if (typeof second === 'string') return second
  if (isClose(second.ratio, measured) || (ratio < 1 && second.ratio > 1) || (ratio > 1 && second.ratio < 1))
    return unchanged
  const replicas = Math.ceil(second.ratio * counted.size)
  const isBackwards = (second.ratio < 1 && replicas > current) || (second.ratio > 1 && replicas < current)
  return isBackwards ? unchanged : { replicas, ...told }
}

type Groups = {
  readonly ready: number
  readonly unready: ReadonlySet<string>
  readonly missing: ReadonlySet<string>
  readonly ignored: ReadonlySet<string>
}

function groupsOf({ pods, usage, resource, now }: Measured): Groups {
  const [unready, missing, ignored] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let ready = 0
  for (const pod of pods) {
    const { name = '', deletionTimestamp } = pod.metadata
    const { phase } = pod.status ?? {}
    if (deletionTimestamp || phase === 'Failed') ignored.add(name)
    else if (phase === 'Pending') unready.add(name)
    else if (!usage.has(name)) missing.add(name)
    else if (resource === 'cpu' && isCpuUnready(pod, now)) unready.add(name)
    else ready++
  }
  return { ready, unready, missing, ignored }
}

/** Returns whether a pod's CPU usage is ignored: the pod has only just started, or was never ready. */
function isCpuUnready({ status }: Pod, now: number): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  if (!ready || !status?.startTime) return true
  const started = Date.parse(status.startTime)
  const changed = Date.parse(ready.lastTransitionTime ?? '')
  if (started + CPU_INITIALIZATION > now) return ready.status === 'False' || now < changed + METRICS_WINDOW
  return ready.status === 'False' && started + INITIAL_READINESS > changed
}

type Ratio = { readonly ratio: number; readonly average: number; readonly utilization?: number }
type RatioOf = (usage: Usage) => Ratio | string

const byAverage =
  (target: number): RatioOf =>
  (usage) => {
    const average = Math.trunc(sum(usage.values()) / usage.size)
    return { ratio: average / target, average }
  }

function byRequests({ pods, resource, container }: Measured, target: number): RatioOf | string {
  const requests = new Map<string, number>()
  for (const pod of pods) {
    const request = requestOf(pod, resource, container)
    if (typeof request === 'string') return request
    requests.set(pod.metadata.name ?? '', request)
  }
  return (usage) => {
    const known = [...usage].filter(([name]) => requests.has(name))
    const requested = sum(known.map(([name]) => requests.get(name) ?? 0))
    if (requested === 0) return 'no metrics returned matched known pods'
    const used = sum(known.map(([, amount]) => amount))
    const utilization = Math.trunc((used * 100) / requested)
    return { ratio: utilization / target, average: Math.trunc(used / known.length), utilization }
  }
}

/** Returns the requests of a pod for a resource, in thousandths; an error message if a container has none. */
function requestOf({ spec, metadata }: Pod, resource: string, container: string | undefined): number | string {
  const beside = (spec?.initContainers ?? []).filter(isSidecar)
  let requested = 0
  for (const { name, resources } of [...(spec?.containers ?? []), ...beside]) {
    if (container !== undefined && name !== container) continue
    const request = resources?.requests?.[resource]
    if (request === undefined) return `missing request for ${resource} in container ${name} of Pod ${metadata.name}`
    requested += milliOf(request)
  }
  return requested
}

/** Returns the usage assumed for a pod without metrics when scaling down. */
function assumedOf({ pods, resource, container }: Measured, target: Target, name: string): number {
  if ('average' in target) return target.average
  const pod = pods.find(({ metadata }) => metadata.name === name)
  const request = pod ? requestOf(pod, resource, container) : 0
  return typeof request === 'string' ? 0 : Math.trunc((request * Math.max(100, target.utilization)) / 100)
}

const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0)
