import type { Steps } from '../../base/turns/steps.js'
import type { Mutable } from '../../kinds/object-types.js'
import { createLabelTest } from '../../model/select/object-match.js'
import { refOf } from '../pods/owner.js'
import type { Pod } from '../pods/pod-state.js'
import { type AutoscalerStatus, type Look, type Memory, type MetricStatus, say, setCondition } from './autoscaler.js'
import { type Asked, type Failed, askMetric } from './metrics.js'

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
  const all = [name, ...others.map(([key]) => key.name)].sort()
  const shown = `[${all.map((each) => `${namespace}/${each}`).join(' ')}]`
  return yield* invalid(
    look,
    'AmbiguousSelector',
    'AmbiguousSelector',
    `pods by selector ${selector} are controlled by multiple HPAs: ${shown}`,
  )
}

/** Reports an invalid selector; returns the error message. */
function* invalid(look: Look, event: string, reason: string, words: string, message = words): Steps<string> {
  yield* say(look, 'Warning', event, words)
  setCondition(look, 'ScalingActive', 'False', reason, message)
  return words
}
