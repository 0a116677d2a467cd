import type { Mutable } from '../../kinds/object-types.js'
import { createLabelTest } from '../../select/object-match.js'
import { refOf } from '../pods/owner.js'
import type { Pod } from '../pods/pod-state.js'
import { type AutoscalerStatus, type Look, type Memory, type MetricStatus, say, setCondition } from './autoscaler.js'
import { type Failed, askMetric } from './metrics.js'

/** What the metrics of an autoscaler ask for together. */
type Weighed = {
  /** Undefined where they cannot say. */
  readonly replicas?: number
  /** The metric that asks for most, in words. */
  readonly metric?: string
  readonly metrics?: AutoscalerStatus['currentMetrics']
  /** Why not all of them count. */
  readonly failure?: string
}

/** The most replicas that any metric of an autoscaler asks for (computeReplicasForMetrics). */
export function weighMetrics(look: Look, current: number, selector: string): Weighed {
  const pods = podsFor(look, selector)
  if (typeof pods === 'string') return { failure: pods }
  const specs = look.spec.metrics ?? []
  const answers = specs.map((metric) => askMetric(look, metric, { current, pods, selector }))
  const failures = answers.filter((answer): answer is Failed => 'failure' in answer)
  // A metric that failed has a place, and says nothing there.
  const told = answers.map((answer): MetricStatus => ('failure' in answer ? { type: '' } : answer.status))
  const metrics = told as Mutable<MetricStatus[]> // none of it is changed
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
 * The pods of a scale; a text, and a condition, where it does not say which, or another autoscaler has them as well.
 */
function podsFor(look: Look, selector: string): readonly Pod[] | string {
  const { world, autoscaler } = look
  const invalid = (event: string, reason: string, words: string, message = words) => {
    say(look, 'Warning', event, words)
    setCondition(look, 'ScalingActive', 'False', reason, message)
    return words
  }
  if (selector === '')
    return invalid(
      'SelectorRequired',
      'InvalidSelector',
      'selector is required',
      "the HPA target's scale is missing a selector",
    )
  look.memory = { ...look.memory, selector }
  const { namespace, name } = refOf(autoscaler)
  const pods = world.list('Pod', { namespace, labelSelector: selector })
  const others = [...world.memories()].filter(([key, memory]) => {
    const { selector: other } = memory as Memory // of this controller's keys all have one
    if (key.namespace !== namespace || key.name === name || other === undefined) return false
    const test = createLabelTest(other)
    return pods.some(({ metadata }) => test(metadata.labels ?? {}))
  })
  if (others.length === 0) return pods
  const all = [name, ...others.map(([key]) => key.name)].sort()
  const shown = `[${all.map((each) => `${namespace}/${each}`).join(' ')}]`
  return invalid(
    'AmbiguousSelector',
    'AmbiguousSelector',
    `pods by selector ${selector} are controlled by multiple HPAs: ${shown}`,
  )
}
