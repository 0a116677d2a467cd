import { formatTime } from '../../base/time.js'
import type { Mutable, ObjectOf } from '../../kinds/object-types.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { World } from '../runtime/types.js'
import type { Recommendation, ScaleEvent } from './history.js'

/** A HorizontalPodAutoscaler, as its controller sees it. */
type Autoscaler = ObjectOf<'HorizontalPodAutoscaler'>
/** What an autoscaler is told to do. */
export type AutoscalerSpec = NonNullable<Autoscaler['spec']>
/** The status of an autoscaler that is being written. */
export type AutoscalerStatus = Mutable<NonNullable<Autoscaler['status']>>
/** A metric that an autoscaler goes by, and what is said of it. */
export type MetricSpec = NonNullable<AutoscalerSpec['metrics']>[number]
/** What an autoscaler says of a metric. */
export type MetricStatus = NonNullable<NonNullable<Autoscaler['status']>['currentMetrics']>[number]

/** What is remembered of an autoscaler. */
export type Memory = {
  readonly uid: string
  /** When it is next looked at, in milliseconds since 1970. */
  readonly due: number
  /** By what its pods were found last. */
  readonly selector?: string
  /** How many replicas were thought right, and when. */
  readonly recommendations: readonly Recommendation[]
  readonly ups: readonly ScaleEvent[]
  readonly downs: readonly ScaleEvent[]
}

/** An autoscaler at one look. */
export type Look = {
  readonly autoscaler: Autoscaler
  readonly spec: AutoscalerSpec
  readonly status: AutoscalerStatus
  readonly world: World
  memory: Memory
}

/** Says something of an autoscaler in an Event. */
export function say({ autoscaler, world }: Look, type: 'Normal' | 'Warning', reason: string, message: string): void {
  recordCoreEvent(world, autoscaler, { type, reason, message, component: 'horizontal-pod-autoscaler' })
}

/** Sets a condition of an autoscaler; the time of its last transition stays while its status does. */
export function setCondition(
  { status, world }: Look,
  type: 'AbleToScale' | 'ScalingActive' | 'ScalingLimited',
  value: 'True' | 'False',
  reason: string,
  message: string,
): void {
  const { conditions = [] } = status
  const before = conditions.find((each) => each.type === type)
  const lastTransitionTime =
    before?.status === value && before.lastTransitionTime ? before.lastTransitionTime : formatTime(world.now())
  const condition = { type, status: value, lastTransitionTime, reason, message }
  status.conditions = before
    ? conditions.map((each) => (each === before ? condition : each))
    : [...conditions, condition]
}
