import { formatTime } from '../../base/time/time.js'
import type { Steps } from '../../base/turns/steps.js'
import type { Mutable, ObjectOf } from '../../kinds/object-types.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { WorldInSteps } from '../runtime/types.js'

/** The recommended number of replicas at a time, in milliseconds since 1970. */
type Recommendation = { readonly replicas: number; readonly at: number }
/** By how many replicas a target was scaled at a time, in milliseconds since 1970. */
export type ScaleEvent = { readonly change: number; readonly at: number }

/** Appends to a history, dropping entries from before a time. */
export const withEntry = <T extends { readonly at: number }>(
  history: readonly T[],
  entry: T,
  since: number,
): readonly T[] => [...history.filter(({ at }) => at >= since), entry]

/** Returns by how many replicas a target was scaled after a time. */
export const changeSince = (events: readonly ScaleEvent[], since: number): number =>
  events.reduce((sum, { change, at }) => (at > since ? sum + change : sum), 0)

type Autoscaler = ObjectOf<'HorizontalPodAutoscaler'>
/** The spec of an autoscaler. */
export type AutoscalerSpec = NonNullable<Autoscaler['spec']>
/** The status of an autoscaler while it is computed. */
export type AutoscalerStatus = Mutable<NonNullable<Autoscaler['status']>>
/** A metric of an autoscaler, with its target. */
export type MetricSpec = NonNullable<AutoscalerSpec['metrics']>[number]
/** The current value of a metric in the status. */
export type MetricStatus = NonNullable<NonNullable<Autoscaler['status']>['currentMetrics']>[number]

/** What the controller remembers of an autoscaler. */
export type Memory = {
  readonly uid: string
  /** The generation of the last sync. */
  readonly generation?: number
  /** When the next sync is due, in milliseconds since 1970. */
  readonly due: number
  /** The pod selector of the last sync. */
  readonly selector?: string
  /** The recent recommendations. */
  readonly recommendations: readonly Recommendation[]
  readonly ups: readonly ScaleEvent[]
  readonly downs: readonly ScaleEvent[]
}

/** The state of one sync of an autoscaler. */
export type Look = {
  readonly autoscaler: Autoscaler
  readonly spec: AutoscalerSpec
  readonly status: AutoscalerStatus
  readonly world: WorldInSteps
  memory: Memory
}

/** Records an Event about an autoscaler. */
export function* say(
  { autoscaler, world }: Look,
  type: 'Normal' | 'Warning',
  reason: string,
  message: string,
): Steps<void> {
  yield* recordCoreEvent(world, autoscaler, { type, reason, message, component: 'horizontal-pod-autoscaler' })
}

/** Sets a condition of an autoscaler; lastTransitionTime is kept if the status does not change. */
export function setCondition(
  { status, world }: Look,
  type: 'AbleToScale' | 'ScalingActive' | 'ScalingLimited' | 'ScaledToZero',
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
