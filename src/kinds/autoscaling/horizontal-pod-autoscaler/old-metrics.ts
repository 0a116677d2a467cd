import type { LabelSelector } from '../../../model/registry/label-selector.js'
import type { Amounts, Metric, Reference, Source, SourceName } from './autoscaler-types.js'

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
export type OldMetric = { readonly type?: string } & { readonly [source in SourceName]?: OldSource }

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
export const oldMetric = (metric: Metric): OldMetric =>
  convert(metric, (sort, { target = {}, ...source }) => oldSource(sort, source, target, 'target'))

/** Converts a MetricStatus to v1. */
export const oldStatus = (metric: Metric): OldMetric =>
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
export const newMetric = (metric: OldMetric): Metric =>
  convert(metric, (sort, source) => {
    const { targetValue: value, targetAverageValue, targetAverageUtilization: averageUtilization } = source
    const averageValue = sort === 'object' ? source.averageValue : targetAverageValue
    return {
      ...newSource(sort, source),
      target: stated<Amounts>({ type: aimOf(sort, source), value, averageValue, averageUtilization }),
    }
  })

/** Converts a MetricStatus from v1. */
export const newStatus = (metric: OldMetric): Metric =>
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
