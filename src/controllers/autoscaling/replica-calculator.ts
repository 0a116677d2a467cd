import { isSidecar } from '../../base/pods.js'
import { METRICS_WINDOW } from '../../registry/metrics-api.js'
import type { Pod } from '../pods/pod-state.js'
import { type Usage, milliOf } from './usage.js'

/**
 * The real controller's defaults: how far from the target is near enough, and for how long a new pod's CPU says little.
 */
const TOLERANCE = 0.1
const CPU_INITIALIZATION = 300_000
const INITIAL_READINESS = 30_000

/** What is to be used: a share of what is requested, or an amount in thousandths. */
export type Target = { readonly utilization: number } | { readonly average: number }

/** How many replicas there should be, and by what use: on average in thousandths, and as a share of the requests. */
export type Proposal = { readonly replicas: number; readonly average: number; readonly utilization?: number }

/** What a calculation starts from. */
type Measured = {
  /** How many replicas there are, as the spec of the scale has it. */
  readonly current: number
  readonly pods: readonly Pod[]
  readonly usage: Usage
  readonly resource: string
  readonly container?: string | undefined
  readonly now: number
}

/** Whether a ratio of use to target is near enough to 1. */
const isWithinTolerance = (ratio: number): boolean => 1 - TOLERANCE <= ratio && ratio <= 1 + TOLERANCE

/**
 * How many replicas a resource asks for, or why that cannot be said (GetResourceReplicas, GetRawResourceReplicas). Of
 * pods that are not ready, or of which nothing is known, that is assumed which speaks against a change.
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
    return isWithinTolerance(ratio) ? unchanged : { replicas: Math.ceil(ratio * groups.ready), ...told }
  for (const name of groups.missing)
    if (ratio !== 1) counted.set(name, ratio < 1 ? assumedOf(measured, target, name) : 0)
  if (growsWithUnready) for (const name of groups.unready) counted.set(name, 0)
  const second = ratioOf(counted)
  if (typeof second === 'string') return second
  if (isWithinTolerance(second.ratio) || (ratio < 1 && second.ratio > 1) || (ratio > 1 && second.ratio < 1))
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

/** Whether what a pod uses of CPU says nothing yet: it has only just started, or was never ready. */
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

/** What a pod requests of a resource, in thousandths; a text where a container requests none. */
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

/** What a pod of which nothing is known is assumed to use where others use less than they should. */
function assumedOf({ pods, resource, container }: Measured, target: Target, name: string): number {
  if ('average' in target) return target.average
  const pod = pods.find(({ metadata }) => metadata.name === name)
  const request = pod ? requestOf(pod, resource, container) : 0
  return typeof request === 'string' ? 0 : Math.trunc((request * Math.max(100, target.utilization)) / 100)
}

const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0)
