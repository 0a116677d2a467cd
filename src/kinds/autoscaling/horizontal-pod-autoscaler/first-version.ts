import { structOf } from '../../../model/registry/struct-schema.js'
import type { KubeObject } from '../../../schema/object.js'
import { inWireOrder } from '../../../schema/order.js'
import { inByteOrder } from '../../../schema/structural.js'
import { processorMetric } from './autoscaler-spec.js'
import {
  type Amounts,
  type Autoscaler,
  type AutoscalerSpec,
  type Metric,
  type Reference,
  type ScalingRules,
  type Source,
  type SourceName,
  FIRST,
  STORED,
} from './autoscaler-types.js'
import { MEMBER_ANNOTATIONS, withoutMemberAnnotations } from './member-annotations.js'
import { isObject } from '../../../base/json/json.js'
import type { LabelSelector } from '../../../model/registry/label-selector.js'

/** A metric source in v1, with the fields of all source types. */
type OldSource = {
  readonly target?: Reference
  readonly name?: string
  readonly metricName?: string
  readonly metricSelector?: LabelSelector
  readonly selector?: LabelSelector
  readonly container?: string
  readonly targetValue?: string
  readonly averageValue?: string
  readonly targetAverageValue?: string
  readonly targetAverageUtilization?: number
  readonly currentValue?: string
  readonly currentAverageValue?: string
  readonly currentAverageUtilization?: number
}

/** A metric in an annotation of v1. */
type OldMetric = { readonly type?: string } & { readonly [source in SourceName]?: OldSource }

// The order in which v1 writes the sources.
const ORDER: readonly SourceName[] = ['object', 'pods', 'resource', 'containerResource', 'external']

const convert = <A, B>(
  metric: { readonly type?: string } & { readonly [source in SourceName]?: A },
  source: (sort: SourceName, given: A) => B,
): { readonly type?: string } & { readonly [source in SourceName]?: B } => ({
  type: metric.type ?? '',
  ...Object.fromEntries(
    ORDER.flatMap((sort) => {
      const given = metric[sort]
      return given === undefined ? [] : [[sort, source(sort, given)]]
    }),
  ),
})

/** An object type whose fields may be undefined; `stated` leaves those out. */
type Loose<T> = { readonly [member in keyof T]: T[member] | undefined }

const stated = <T extends object>(members: Loose<T>): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T // a subset of T

const reference = ({ kind = '', name = '', apiVersion }: Reference = {}): Reference =>
  stated<Reference>({ kind, name, ...(apiVersion ? { apiVersion } : {}) })

/** Converts a MetricSpec to v1. */
const oldMetric = (metric: Metric): OldMetric =>
  convert(metric, (sort, { target = {}, ...source }) => oldSource(sort, source, target, 'target'))

/** Converts a MetricStatus to v1. */
const oldStatus = (metric: Metric): OldMetric =>
  convert(metric, (sort, { current = {}, ...source }) => oldSource(sort, source, current, 'current'))

function oldSource(
  sort: SourceName,
  { metric = {}, describedObject, name = '', container = '' }: Source,
  { value, averageValue, averageUtilization }: Amounts,
  when: 'target' | 'current',
): OldSource {
  const { name: metricName = '', selector } = metric
  const isStatus = when === 'current'
  const average = isStatus ? (averageValue ?? '0') : averageValue
  const loose: { readonly [member: string]: unknown } =
    sort === 'object'
      ? { target: reference(describedObject), metricName, [`${when}Value`]: value ?? '0', selector, averageValue }
      : sort === 'pods'
        ? { metricName, [`${when}AverageValue`]: averageValue ?? '0', selector }
        : sort === 'external'
          ? {
              metricName,
              metricSelector: selector,
              [`${when}Value`]: isStatus ? (value ?? '0') : value,
              [`${when}AverageValue`]: averageValue,
            }
          : {
              name,
              [`${when}AverageUtilization`]: averageUtilization,
              [`${when}AverageValue`]: average,
              ...(sort === 'containerResource' ? { container } : {}),
            }
  return stated<OldSource>(loose)
}

/** Converts a MetricSpec from v1. */
const newMetric = (metric: OldMetric): Metric =>
  convert(metric, (sort, source) => {
    const { targetValue: value, targetAverageValue, targetAverageUtilization: averageUtilization } = source
    const averageValue = sort === 'object' ? source.averageValue : targetAverageValue
    return {
      ...newSource(sort, source),
      target: stated<Amounts>({ type: aimOf(sort, source), value, averageValue, averageUtilization }),
    }
  })

/** Converts a MetricStatus from v1. */
const newStatus = (metric: OldMetric): Metric =>
  convert(metric, (sort, source) => {
    const { currentValue: value, currentAverageValue, currentAverageUtilization: averageUtilization } = source
    const averageValue = sort === 'object' ? source.averageValue : currentAverageValue
    return { ...newSource(sort, source), current: stated<Amounts>({ value, averageValue, averageUtilization }) }
  })

const newSource = (sort: SourceName, source: OldSource): Source => {
  const { metricName: name = '', selector, metricSelector = selector, target, container } = source
  if (sort === 'resource') return { name: source.name ?? '' }
  if (sort === 'containerResource') return { name: source.name ?? '', container: container ?? '' }
  const metric = stated<NonNullable<Source['metric']>>({ name, selector: metricSelector })
  return sort === 'object' ? { describedObject: reference(target), metric } : { metric }
}

function aimOf(sort: SourceName, { targetValue, averageValue, targetAverageUtilization }: OldSource): string {
  if (sort === 'object') return averageValue === undefined ? 'Value' : 'AverageValue'
  if (sort === 'external') return targetValue === undefined ? 'AverageValue' : 'Value'
  return sort === 'pods' || targetAverageUtilization === undefined ? 'AverageValue' : 'Utilization'
}

type Behavior = NonNullable<AutoscalerSpec['behavior']>
type OldRules = {
  readonly StabilizationWindowSeconds?: number | null
  readonly SelectPolicy?: string | null
  readonly Policies?:
    readonly { readonly Type?: string; readonly Value?: number; readonly PeriodSeconds?: number }[] | null
  readonly Tolerance?: string | null
}

/** The scaling behavior in the annotation of v1, with the field names of the internal Go type. */
type OldBehavior = { readonly ScaleUp?: OldRules | null; readonly ScaleDown?: OldRules | null }

/** Converts a behavior to the form in the annotation. */
const oldBehavior = ({ scaleUp, scaleDown }: Behavior): OldBehavior => ({
  ScaleUp: oldRules(scaleUp),
  ScaleDown: oldRules(scaleDown),
})

const oldRules = (rules: ScalingRules | undefined): OldRules | null =>
  rules
    ? {
        StabilizationWindowSeconds: rules.stabilizationWindowSeconds ?? null,
        SelectPolicy: rules.selectPolicy ?? null,
        Policies:
          rules.policies?.map(({ type = '', value = 0, periodSeconds = 0 }) => ({
            Type: type,
            Value: value,
            PeriodSeconds: periodSeconds,
          })) ?? null,
        Tolerance: rules.tolerance ?? null,
      }
    : null

const NAMES = new Map(
  [
    'ScaleUp',
    'ScaleDown',
    'StabilizationWindowSeconds',
    'SelectPolicy',
    'Policies',
    'Tolerance',
    'Type',
    'Value',
    'PeriodSeconds',
  ].map((name) => [name.toLowerCase(), name]),
)

/** Gives the members of a behavior their names, which Go reads in any case. */
function withNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNames)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [NAMES.get(name.toLowerCase()) ?? name, withNames(member)]),
  )
}

/** Converts a behavior from the annotation; undefined if it has no rules. */
function newBehavior({ ScaleUp, ScaleDown }: OldBehavior): Behavior | undefined {
  if (!ScaleUp && !ScaleDown) return undefined
  return {
    ...(ScaleUp ? { scaleUp: newRules(ScaleUp) } : {}),
    ...(ScaleDown ? { scaleDown: newRules(ScaleDown) } : {}),
  }
}

const newRules = ({
  StabilizationWindowSeconds: window,
  SelectPolicy,
  Policies,
  Tolerance,
}: OldRules): ScalingRules => ({
  ...(typeof window === 'number' ? { stabilizationWindowSeconds: window } : {}),
  ...(SelectPolicy ? { selectPolicy: SelectPolicy } : {}),
  ...(Policies
    ? {
        policies: Policies.map(({ Type = '', Value = 0, PeriodSeconds = 0 }) => ({
          type: Type,
          value: Value,
          periodSeconds: PeriodSeconds,
        })),
      }
    : {}),
  ...(Tolerance ? { tolerance: Tolerance } : {}),
})

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
