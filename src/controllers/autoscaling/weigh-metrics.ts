import type { Steps } from '../../base/turns/steps.js'
import type { Mutable } from '../../kinds/object-types.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
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
import { type Proposal, type Target, replicasFor } from './replica-calculator.js'
import { milliOf, milliQuantity, readUsage } from './usage.js'

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
  const found = replicasFor({ current, pods, usage, resource, container, now: world.now(), tolerances }, goal)
  if (typeof found === 'string') return `failed to get ${resource} ${kind}: ${found}`
  // Since 1.34 memory is told as the metrics server does.
  const isBinary = resource === 'memory' && atLeast(world.profile.version, '1.34')
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
    const words = `unable to get metric ${object.metric.name}: ${kind} on ${namespace} ${name}/${custom}`
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
