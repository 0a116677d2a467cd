import type { Steps } from '../../base/turns/steps.js'
import type { Mutable } from '../../kinds/object-types.js'
import { type KubernetesVersion, atLeast } from '../../model/registry/kubernetes-version.js'
import { type LabelSelector, formatSelector } from '../../model/registry/label-selector.js'
import { createLabelTest } from '../../model/select/object-match.js'
import { refOf } from '../pods/owner.js'
import type { Pod } from '../pods/pod-state.js'
import {
  type AutoscalerStatus,
  type Look,
  type Memory,
  type MetricSpec,
  type MetricStatus,
  say,
  setCondition,
} from './autoscaler.js'
import { isPodLevel, takenResources } from '../../kinds/core/pod/pod-resources.js'
import { isSidecar } from '../../kinds/shared/pods.js'
import { METRICS_WINDOW } from '../../model/registry/metrics-api.js'
import { parseQuantity, printQuantity } from '../../base/numbers/quantity.js'
import { quantityOf, scaledQuantity } from '../../base/numbers/quantity-arithmetic.js'
import type { Reader } from '../runtime/types.js'

/** The proposal of one metric. */
type Asked = {
  readonly replicas: number
  /** A description of the metric. */
  readonly metric: string
  readonly status: MetricStatus
}
/** Why a metric has no proposal. */
type Failed = { readonly failure: string; readonly reason: string; readonly condition: string }

/** The current replicas of a target, its pods and their selector. */
type Replicas = { readonly current: number; readonly pods: readonly Pod[]; readonly selector: string }

/**
 * Computes the replicas proposed by a metric, or why there is no proposal, with an Event (computeReplicasForMetric).
 */
function* askMetric(look: Look, metric: MetricSpec, replicas: Replicas): Steps<Asked | Failed> {
  const { resource, containerResource } = metric
  if (metric.type === 'Resource' && resource) {
    const found = askResource(look, resource.name, undefined, resource.target, replicas)
    if (typeof found === 'string')
      return yield* fail(
        look,
        'FailedGetResourceMetric',
        found,
        `failed to get ${resource.name} resource metric value: ${found}`,
      )
    const status = { type: metric.type, resource: { name: resource.name, current: found.current } }
    return { replicas: found.replicas, metric: found.words, status }
  }
  if (metric.type === 'ContainerResource' && containerResource) {
    const { name, container, target } = containerResource
    const found = askResource(look, name, container, target, replicas)
    if (typeof found === 'string')
      return yield* fail(
        look,
        'FailedGetContainerResourceMetric',
        found,
        `failed to get ${container} container metric value: ${found}`,
      )
    const status = { type: metric.type, containerResource: { name, container, current: found.current } }
    return { replicas: found.replicas, metric: found.words, status }
  }
  return yield* failOther(look, metric)
}

function askResource(
  look: Look,
  resource: string,
  container: string | undefined,
  target: NonNullable<MetricSpec['resource']>['target'],
  { current, pods, selector }: Replicas,
): { readonly replicas: number; readonly current: object; readonly words: string } | string {
  const { world, autoscaler } = look
  const { averageValue, averageUtilization } = target
  const kind = averageValue === undefined ? 'utilization' : 'usage'
  const goal: Target | undefined =
    averageValue === undefined
      ? averageUtilization === undefined
        ? undefined
        : { utilization: averageUtilization }
      : { average: milliOf(averageValue) }
  if (!goal)
    return 'invalid resource metric source: neither an average utilization target nor an average value (usage) target was set'
  const { scaleUp, scaleDown } = look.spec.behavior ?? {}
  const tolerances = { up: scaleUp?.tolerance, down: scaleDown?.tolerance }
  const usage = readUsage(world, { namespace: refOf(autoscaler).namespace, selector }, resource, container)
  if (typeof usage === 'string')
    return `failed to get ${resource} ${kind}: unable to get metrics for resource ${resource}: ${usage}`
  const { version } = world.profile
  const found = replicasFor({ current, pods, usage, resource, container, now: world.now(), tolerances, version }, goal)
  if (typeof found === 'string') return `failed to get ${resource} ${kind}: ${found}`
  // Since 1.34 memory is told as the metrics server does.
  const isBinary = resource === 'memory' && atLeast(version, '1.34')
  return { replicas: found.replicas, current: currentOf(found, isBinary), words: wordsFor(resource, container, goal) }
}

const currentOf = ({ average, utilization }: Proposal, isBinary: boolean) => ({
  averageValue: milliQuantity(average, isBinary),
  ...(utilization === undefined ? {} : { averageUtilization: utilization }),
})

const wordsFor = (resource: string, container: string | undefined, goal: Target): string =>
  'average' in goal
    ? `${resource} resource`
    : `${resource} ${container === undefined ? '' : 'container '}resource utilization (percentage of request)`

/** Fails metrics of other types, as a cluster without an adapter for custom metrics does. */
function* failOther(look: Look, { type, pods, object, external }: MetricSpec): Steps<Failed> {
  const { namespace = '' } = look.autoscaler.metadata
  const custom =
    'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered'
  if (type === 'Pods' && pods) {
    const words = `unable to get metric ${pods.metric.name}: ${custom}`
    return yield* fail(look, 'FailedGetPodsMetric', words, `failed to get pods metric value: ${words}`)
  }
  if (type === 'Object' && object) {
    const { kind, name } = object.describedObject
    // Before 1.37 the arguments of the message are in the wrong order.
    const words = atLeast(look.world.profile.version, '1.37')
      ? `unable to get metric ${object.metric.name} on ${kind} ${namespace}/${name}: ${custom}`
      : `unable to get metric ${object.metric.name}: ${kind} on ${namespace} ${name}/${custom}`
    const said =
      object.target.type === 'AverageValue' ? `failed to get ${object.metric.name} object metric: ${words}` : words
    return yield* fail(look, 'FailedGetObjectMetric', words, `failed to get object metric value: ${said}`)
  }
  if (type === 'External' && external) {
    const { name, selector } = external.metric
    const shown = selector ? formatSelector(selector as LabelSelector) : 'nil' // validated by its schema
    const words = `unable to get external metric ${namespace}/${name}/${shown}: unable to fetch metrics from external metrics API: the server could not find the requested resource (get ${name}.external.metrics.k8s.io)`
    const said =
      external.target.averageValue === undefined
        ? `failed to get external metric ${name}: ${words}`
        : `failed to get ${name} external metric: ${words}`
    return yield* fail(look, 'FailedGetExternalMetric', words, `failed to get ${name} external metric value: ${said}`)
  }
  const words = `unknown metric source type "${type}"`
  return yield* fail(look, 'InvalidMetricSourceType', words, words)
}

function* fail(look: Look, reason: string, words: string, failure: string): Steps<Failed> {
  yield* say(look, 'Warning', reason, words)
  return { failure, reason, condition: `the HPA was unable to compute the replica count: ${words}` }
}

/** The combined proposal of an autoscaler's metrics. */
type Weighed = {
  /** Undefined if there is no valid proposal. */
  readonly replicas?: number
  /** A description of the metric with the highest proposal. */
  readonly metric?: string
  readonly metrics?: AutoscalerStatus['currentMetrics']
  /** Why some metrics are invalid. */
  readonly failure?: string
}

/** Returns the highest number of replicas that a metric proposes (computeReplicasForMetrics). */
export function* weighMetrics(look: Look, current: number, selector: string): Steps<Weighed> {
  const pods = yield* podsFor(look, selector)
  if (typeof pods === 'string') return { failure: pods }
  const specs = look.spec.metrics ?? []
  const answers: (Asked | Failed)[] = []
  for (const metric of specs) answers.push(yield* askMetric(look, metric, { current, pods, selector }))
  const failures = answers.filter((answer): answer is Failed => 'failure' in answer)
  // A failed metric has an empty entry.
  const told = answers.map((answer): MetricStatus => ('failure' in answer ? { type: '' } : answer.status))
  const metrics = told as Mutable<MetricStatus[]> // none of it is mutated
  const best = answers.reduce<{ readonly replicas: number; readonly metric: string } | undefined>(
    (most, answer) =>
      'failure' in answer || (most && most.replicas !== 0 && answer.replicas <= most.replicas) ? most : answer,
    undefined,
  )
  const [first] = failures
  const failure =
    first && `invalid metrics (${failures.length} invalid out of ${specs.length}), first error is: ${first.failure}`
  if (first && failure !== undefined && (!best || best.replicas < current)) {
    setCondition(look, 'ScalingActive', 'False', first.reason, first.condition)
    return { metrics, failure }
  }
  if (!best) return { metrics }
  const words = `the HPA was able to successfully calculate a replica count from ${best.metric}`
  setCondition(look, 'ScalingActive', 'True', 'ValidMetricFound', words)
  return { replicas: best.replicas, metric: best.metric, metrics }
}

/**
 * Returns the pods of a scale; an error message, with a condition, if it has no selector or another autoscaler has the
 * same pods.
 */
function* podsFor(look: Look, selector: string): Steps<readonly Pod[] | string> {
  const { world, autoscaler } = look
  if (selector === '')
    return yield* invalid(
      look,
      'SelectorRequired',
      'InvalidSelector',
      'selector is required',
      "the HPA target's scale is missing a selector",
    )
  look.memory = { ...look.memory, selector }
  const { namespace, name } = refOf(autoscaler)
  const pods = world.list('Pod', { namespace, labelSelector: selector })
  const others = [...world.memories()].filter(([key, memory]) => {
    const { selector: other } = memory as Memory // all keys of this controller have such a memory
    if (key.namespace !== namespace || key.name === name || other === undefined) return false
    const test = createLabelTest(other)
    return pods.some(({ metadata }) => test(metadata.labels ?? {}))
  })
  if (others.length === 0) return pods
  const isShort = atLeast(world.profile.version, '1.37')
  const all = [name, ...others.map(([key]) => key.name)].sort().slice(0, isShort ? 2 : Infinity)
  const shown = `[${all.map((each) => `${namespace}/${each}`).join(' ')}]`
  return yield* invalid(
    look,
    'AmbiguousSelector',
    'AmbiguousSelector',
    `pods by selector ${selector} are controlled by ${isShort ? `more than one HPA (e.g. ${shown})` : `multiple HPAs: ${shown}`}`,
  )
}

/** Reports an invalid selector; returns the error message. */
function* invalid(look: Look, event: string, reason: string, words: string, message = words): Steps<string> {
  yield* say(look, 'Warning', event, words)
  setCondition(look, 'ScalingActive', 'False', reason, message)
  return words
}

/**
 * The real controller's defaults: the tolerance, and for how long the CPU usage of a new pod is ignored, in
 * milliseconds.
 */
const TOLERANCE = 0.1
const CPU_INITIALIZATION = 300_000
const INITIAL_READINESS = 30_000

/** The target: a percentage of the requests, or an average amount in thousandths. */
type Target = { readonly utilization: number } | { readonly average: number }

/**
 * The proposed replicas, and the usage it is based on: the average in thousandths, and the percentage of the requests.
 */
type Proposal = { readonly replicas: number; readonly average: number; readonly utilization?: number }

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
  readonly version: KubernetesVersion
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
function replicasFor(measured: Measured, target: Target): Proposal | string {
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

function byRequests(measured: Measured, target: number): RatioOf | string {
  const requests = new Map<string, number>()
  for (const pod of measured.pods) {
    const request = requestOf(pod, measured)
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

/**
 * Returns the requests of a pod for a resource, in thousandths, or an error message if there is none: since 1.34 those
 * of the pod as a whole, if it has some; else those of its containers, or of one.
 */
function requestOf(pod: Pod, { resource, container, version }: Measured): number | string {
  const { spec, metadata } = pod
  const isWhole = container === undefined && atLeast(version, '1.34')
  if (isWhole && Object.keys(spec?.resources?.requests ?? {}).some(isPodLevel)) {
    const request = takenResources(pod, 'requests').get(resource)
    if (!request) return `missing pod-level request for ${resource} in Pod ${metadata.name}`
    return Number(scaledQuantity(request, -3))
  }
  const all = [...(spec?.containers ?? []), ...(spec?.initContainers ?? []).filter(isSidecar)]
  const asked = all.filter(({ name }) => container === undefined || name === container)
  if (asked.length === 0 && atLeast(version, '1.35')) return `container ${container} not found in Pod ${metadata.name}`
  let requested = 0
  for (const { name, resources } of asked) {
    const request = resources?.requests?.[resource]
    if (request === undefined) return `missing request for ${resource} in container ${name} of Pod ${metadata.name}`
    requested += milliOf(request)
  }
  return requested
}

/** Returns the usage assumed for a pod without metrics when scaling down. */
function assumedOf(measured: Measured, target: Target, name: string): number {
  if ('average' in target) return target.average
  const pod = measured.pods.find(({ metadata }) => metadata.name === name)
  const request = pod ? requestOf(pod, measured) : 0
  return typeof request === 'string' ? 0 : Math.trunc((request * Math.max(100, target.utilization)) / 100)
}

const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0)

/** The usage of pods in thousandths, by name; pods without metrics are absent. */
type Usage = ReadonlyMap<string, number>

/** Returns a quantity in thousandths, rounded up. */
const milliOf = (quantity: string): number => Number(scaledQuantity(quantityOf(quantity), -3))

/** Formats thousandths as a quantity (`150m`, `2`), or with binary prefixes (`64Mi`). */
function milliQuantity(milli: number, isBinary = false): string {
  const parsed = parseQuantity(`${milli}m`)
  if (typeof parsed === 'string') return `${milli}m`
  const { text: _, ...value } = parsed
  return printQuantity(isBinary ? { ...value, family: 'binary' } : parsed)
}

/**
 * Returns the usage of a resource by the pods that a selector matches, from the metrics API: of all their containers,
 * or of one; an error message if there is none (metrics/client.go).
 */
function readUsage(
  world: Reader,
  { namespace, selector }: { readonly namespace: string; readonly selector: string },
  resource: string,
  container: string | undefined,
): Usage | string {
  if (!world.serves(KIND))
    return 'unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)'
  const items = world.list('PodMetrics', { namespace, labelSelector: selector })
  if (items.length === 0) return 'no metrics returned from resource metrics API'
  const usage = new Map<string, number>()
  for (const { metadata, containers = [] } of items) {
    const asked = containers.filter(({ name }) => container === undefined || name === container)
    const used = asked.map((each) => each.usage?.[resource])
    if (used.length === 0 || used.includes(undefined)) continue
    usage.set(
      metadata.name ?? '',
      used.reduce((sum, amount = '0') => sum + milliOf(amount), 0),
    )
  }
  return usage
}

const KIND = 'PodMetrics'
