import { structOf } from '../../../model/registry/struct-schema.js'
import type { KubeObject } from '../../../schema/object.js'
import { inWireOrder } from '../../../schema/order.js'
import { inByteOrder } from '../../../schema/structural.js'
import { processorMetric } from './autoscaler-spec.js'
import type { Autoscaler, AutoscalerSpec, Metric } from './autoscaler-types.js'
import { FIRST, STORED } from './versions.js'
import { MEMBER_ANNOTATIONS, withoutMemberAnnotations } from './member-annotations.js'
import { type OldBehavior, newBehavior, oldBehavior, withNames } from './old-behavior.js'
import { type OldMetric, newMetric, newStatus, oldMetric, oldStatus } from './old-metrics.js'

/** The fields of an autoscaling/v1 HorizontalPodAutoscaler that conversion reads. */
export type FirstAutoscaler = KubeObject & {
  readonly spec?: Omit<AutoscalerSpec, 'metrics' | 'behavior'> & { readonly targetCPUUtilizationPercentage?: number }
  readonly status?: Omit<NonNullable<Autoscaler['status']>, 'currentMetrics' | 'conditions'> & {
    readonly currentCPUUtilizationPercentage?: number
  }
}

/** Tells whether a metric is the CPU utilization, for which v1 has a field. */
const isShare = ({ type, resource }: Metric) =>
  type === 'Resource' && resource?.name === 'cpu' && resource.target?.averageUtilization !== undefined

type Status = NonNullable<Autoscaler['status']>
type Origin = { readonly annotations: KubeObject['metadata']['annotations']; readonly status: Status }

// The annotations of v1 tell a zero amount where the status has none, so that what it was made from is remembered.
const origins = new WeakMap<object, Origin>()

/** Returns what the status of a v1 object was made from, if nobody has changed it. */
function originOf({ status, metadata }: FirstAutoscaler): Status | undefined {
  const origin = status && origins.get(status)
  return origin?.annotations === metadata.annotations ? origin?.status : undefined
}

/** Converts a v1 object to the stored version; annotations hold the fields that v1 does not have. */
export function storedOf(object: FirstAutoscaler): Autoscaler {
  const { metadata, spec: { targetCPUUtilizationPercentage: share, ...spec } = {}, status: given = {} } = object
  const { currentCPUUtilizationPercentage: now, currentReplicas, ...status } = given
  const read = <T>(member: keyof typeof MEMBER_ANNOTATIONS, isGood: (value: unknown) => boolean) =>
    readJson(metadata.annotations?.[MEMBER_ANNOTATIONS[member]], isGood) as T | undefined // in the form written by v1
  const others = read<readonly OldMetric[]>('metrics', Array.isArray)?.map(newMetric) ?? []
  const metrics = [...others, ...(share === undefined ? [] : [processorMetric(share)])]
  const behavior = newBehavior(withNames(read('behavior', isStruct) ?? {}) as OldBehavior) // in its form
  const measured = read<readonly OldMetric[]>('currentMetrics', Array.isArray)?.map(newStatus) ?? shareNow(now)
  const conditions = read<readonly object[]>('conditions', Array.isArray)
  const stored: Autoscaler = {
    ...withoutMemberAnnotations(object),
    apiVersion: STORED,
    spec: { ...spec, metrics: metrics.length > 0 ? metrics : [processorMetric()], ...(behavior ? { behavior } : {}) },
    // The stored version omits a zero currentReplicas, which v1 always has.
    status: originOf(object) ?? {
      ...(currentReplicas ? { currentReplicas } : {}),
      ...status,
      currentMetrics: measured ?? null,
      ...(conditions ? { conditions } : {}),
    },
  }
  return inWireOrder(structOf('autoscaling.v2.HorizontalPodAutoscaler'), stored)
}

const shareNow = (averageUtilization: number | undefined): readonly Metric[] | undefined =>
  averageUtilization === undefined
    ? undefined
    : [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization } } }]

const isStruct = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses JSON; returns undefined if it is malformed or of the wrong type. */
function readJson(text: string | undefined, isGood: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isGood(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Converts a stored object to v1. */
export function firstOf(stored: Autoscaler): FirstAutoscaler {
  const { metrics = [], behavior, ...spec } = stored.spec ?? {}
  const { currentMetrics, conditions, ...status } = stored.status ?? {}
  const share = metrics.find(isShare)?.resource?.target?.averageUtilization
  const others = metrics.filter((metric) => !isShare(metric)).map(oldMetric)
  const now = currentMetrics
    ?.filter(({ type, resource }) => type === 'Resource' && resource?.name === 'cpu')
    .flatMap(({ resource }) => resource?.current?.averageUtilization ?? [])
    .at(-1)
  const told = {
    ...(others.length > 0 ? { [MEMBER_ANNOTATIONS.metrics]: others } : {}),
    ...(currentMetrics?.length ? { [MEMBER_ANNOTATIONS.currentMetrics]: currentMetrics.map(oldStatus) } : {}),
    ...(behavior ? { [MEMBER_ANNOTATIONS.behavior]: oldBehavior(behavior) } : {}),
    ...(conditions?.length ? { [MEMBER_ANNOTATIONS.conditions]: conditions } : {}),
  }
  const first: FirstAutoscaler = {
    ...withAnnotations(withoutMemberAnnotations(stored), told),
    apiVersion: FIRST,
    spec: { ...spec, ...(share === undefined ? {} : { targetCPUUtilizationPercentage: share }) },
    status: {
      ...status,
      currentReplicas: status.currentReplicas ?? 0,
      ...(now === undefined ? {} : { currentCPUUtilizationPercentage: now }),
    },
  }
  const shown = inWireOrder(structOf('autoscaling.v1.HorizontalPodAutoscaler'), first)
  if (shown.status && stored.status)
    origins.set(shown.status, { annotations: shown.metadata.annotations, status: stored.status })
  return shown
}

function withAnnotations(object: Autoscaler, told: { readonly [annotation: string]: unknown }): Autoscaler {
  const added = Object.entries(told).map(([name, value]) => [name, JSON.stringify(value)] as const)
  if (added.length === 0) return object
  const annotations = inByteOrder({ ...object.metadata.annotations, ...Object.fromEntries(added) })
  return { ...object, metadata: { ...object.metadata, annotations } }
}
