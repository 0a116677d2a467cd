import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { groupVersionProblem } from '../../../model/registry/type-meta.js'
import {
  type Issue,
  forbidden,
  invalid,
  notSupported,
  required,
  declared,
  declaredRequired,
} from '../../../base/errors/issue.js'
import { quantitySign } from '../../../base/numbers/quantity.js'
import {
  type Amounts,
  type Autoscaler,
  type AutoscalerSpec,
  type Metric,
  type Reference,
  SOURCES,
  SOURCE_OF_TYPE,
  type ScalingRules,
  type Source,
  type SourceName,
} from './autoscaler-types.js'
import { formOf } from '../../../base/json/as-given.js'
import { dns1123Label, pathSegmentName } from '../../../base/rules/names.js'
import { containerResource } from '../../shared/overhead.js'
import { goQuantity } from '../../shared/resource-list.js'

const LONGEST_PERIOD = 1800
const LONGEST_WINDOW = 3600

/**
 * Validates a HorizontalPodAutoscaler's spec. Without the gate HPAScaleToZero, minReplicas must be at least 1, unless
 * it is 0 in the stored object.
 */
export function validateAutoscaler(
  { spec = {} }: Autoscaler,
  { HPAScaleToZero }: FeatureGates,
  old?: Autoscaler,
): readonly Issue[] {
  const { minReplicas: min, maxReplicas: max = 0, scaleTargetRef = {}, behavior = {} } = spec
  const least = old?.spec?.minReplicas === 0 || HPAScaleToZero ? 0 : 1
  return [
    ...(min !== undefined && min < least
      ? [declared(invalid('spec.minReplicas', min, `must be greater than or equal to ${least}`))]
      : []),
    ...validateMost(max),
    ...(min !== undefined && max < min
      ? [invalid('spec.maxReplicas', max, 'must be greater than or equal to `minReplicas`')]
      : []),
    ...validateReference(scaleTargetRef, 'spec.scaleTargetRef'),
    ...validateTargetVersion(scaleTargetRef, old?.spec?.scaleTargetRef),
    ...validateMetrics(spec, old?.spec),
    ...(['scaleUp', 'scaleDown'] as const).flatMap((member) =>
      validateScaling(behavior[member], `spec.behavior.${member}`),
    ),
  ]
}

function validateMost(max: number): readonly Issue[] {
  if (max > 0) return []
  const field = 'spec.maxReplicas'
  if (!runsAtLeast('1.36')) return [invalid(field, max, 'must be greater than 0')]
  return [
    max === 0
      ? declaredRequired(field, 'must be set and greater than 0')
      : declared(invalid(field, max, 'must be greater than or equal to 1')),
  ]
}

/** Since v1.34, the apiVersion of the target is validated where it or the kind is new. */
function validateTargetVersion(target: Reference, old: Reference | undefined): readonly Issue[] {
  const { apiVersion = '', kind } = target
  const isKept = old && (old.apiVersion ?? '') === apiVersion && old.kind === kind
  return isKept ? [] : validateVersion(target, 'spec.scaleTargetRef', kind !== 'ReplicationController')
}

/** Validates the apiVersion of a reference (ValidateAPIVersion). */
function validateVersion({ apiVersion = '' }: Reference, at: string, needsGroup = false): readonly Issue[] {
  if (!runsAtLeast('1.34')) return []
  const ungrouped = needsGroup && !/.\//.test(apiVersion) ? 'apiVersion must specify API group' : undefined
  const fault = groupVersionProblem(apiVersion) ?? ungrouped
  return fault === undefined ? [] : [invalid(`${at}.apiVersion`, apiVersion, fault)]
}

const isVersionedBadly = ({ type, object }: Metric) =>
  type === 'Object' && object !== undefined && validateVersion(object.describedObject ?? {}, '').length > 0

function* validateMetrics({ metrics = [], minReplicas }: AutoscalerSpec, old: AutoscalerSpec = {}): Iterable<Issue> {
  // What is stored with such a version may have others.
  const mayMisversion = (old.metrics ?? []).some(isVersionedBadly)
  yield* metrics.flatMap((metric, i) => validateMetric(metric, `spec.metrics[${i}]`, mayMisversion))
  if (minReplicas === 0 && !metrics.some(({ type }) => type === 'Object' || type === 'External'))
    yield forbidden(
      'spec.metrics',
      'must specify at least one Object or External metric to support scaling to zero replicas',
    )
}

const SELECTIONS = ['Disabled', 'Max', 'Min']
const POLICIES = ['Percent', 'Pods']

function validateScaling(rules: ScalingRules | undefined, at: string): readonly Issue[] {
  if (!rules) return []
  const { stabilizationWindowSeconds: window = 0, selectPolicy, policies = [], tolerance = '0' } = rules
  const field = `${at}.stabilizationWindowSeconds`
  return [
    ...(window < 0 ? [invalid(field, window, 'must be greater than or equal to zero')] : []),
    ...(window > LONGEST_WINDOW ? [invalid(field, window, `must be less than or equal to ${LONGEST_WINDOW}`)] : []),
    ...(selectPolicy === undefined || SELECTIONS.includes(selectPolicy)
      ? []
      : [notSupported(`${at}.selectPolicy`, selectPolicy, SELECTIONS)]),
    ...(policies.length > 0 ? [] : [required(`${at}.policies`, 'must specify at least one Policy')]),
    ...policies.flatMap((policy, i) => validatePolicy(policy, `${at}.policies[${i}]`)),
    ...(quantitySign(tolerance) < 0
      ? [invalid(`${at}.tolerance`, tolerance, 'must be greater than or equal to 0')]
      : []),
  ]
}

type Policy = NonNullable<ScalingRules['policies']>[number]

const validatePolicy = ({ type = '', value = 0, periodSeconds: period = 0 }: Policy, at: string): readonly Issue[] => [
  ...(POLICIES.includes(type) ? [] : [notSupported(`${at}.type`, type, POLICIES)]),
  ...(value <= 0 ? [invalid(`${at}.value`, value, 'must be greater than zero')] : []),
  ...(period <= 0 ? [invalid(`${at}.periodSeconds`, period, 'must be greater than zero')] : []),
  ...(period > LONGEST_PERIOD
    ? [invalid(`${at}.periodSeconds`, period, `must be less than or equal to ${LONGEST_PERIOD}`)]
    : []),
]

const TYPES = Object.keys(SOURCE_OF_TYPE)

/** Validates a CrossVersionObjectReference (ValidateCrossVersionObjectReference). */
const validateReference = ({ kind = '', name = '' }: Reference, at: string): readonly Issue[] =>
  Object.entries({ kind, name }).flatMap(([member, value]) =>
    value
      ? pathSegmentName(value).map((detail) => invalid(`${at}.${member}`, value, detail))
      : [required(`${at}.${member}`)],
  )

/** Validates a metric, which must have exactly the source its type names (validateMetricSpec). */
function validateMetric(metric: Metric, at: string, mayMisversion: boolean): readonly Issue[] {
  const { type = '' } = metric
  const expected = Object.hasOwn(SOURCE_OF_TYPE, type) ? SOURCE_OF_TYPE[type] : undefined
  const unknown = expected ? [] : [notSupported(`${at}.type`, type, TYPES)]
  const given = SOURCES.filter((source) => metric[source] !== undefined)
  const [first] = given
  return [
    ...(type ? [] : [required(`${at}.type`, 'must specify a metric source type')]),
    ...unknown,
    ...(first ? validateSource(first, metric[first] ?? {}, `${at}.${first}`, mayMisversion) : []),
    ...(expected && metric[expected] === undefined
      ? [required(`${at}.${expected}`, 'must populate information for the given metric source')]
      : []),
    // A real server reports this twice.
    ...unknown,
    ...(given.length > 1 ? given : [])
      .filter((source) => source !== expected)
      .map((source) => forbidden(`${at}.${source}`, 'must populate the given metric source only')),
  ]
}

function* validateSource(sort: SourceName, source: Source, at: string, mayMisversion: boolean): Iterable<Issue> {
  const { describedObject = {}, target = {} } = source
  const rest = [...validateTarget(target, `${at}.target`), ...validateAim(sort, target, `${at}.target`)]
  if (sort === 'resource' || sort === 'containerResource') {
    yield* validateResource(sort, source, at)
    yield* rest
    return
  }
  if (sort === 'object') yield* validateReference(describedObject, `${at}.describedObject`)
  if (sort === 'object' && !mayMisversion) yield* validateVersion(describedObject, `${at}.describedObject`)
  yield* validateIdentifier(source.metric?.name, `${at}.metric.name`)
  yield* rest
}

function validateResource(sort: SourceName, { name = '', container = '' }: Source, at: string): readonly Issue[] {
  const isContainer = sort === 'containerResource'
  const names = name ? [] : [required(`${at}.name`, 'must specify a resource name')]
  if (!isContainer) return names
  return [
    ...names,
    ...(name ? containerResource(name, `${at}.name`) : []),
    ...(container
      ? dns1123Label(container).map((detail) => invalid(`${at}.container`, container, detail))
      : [required(`${at}.container`, 'must specify a container')]),
  ]
}

const validateIdentifier = (name = '', field: string): readonly Issue[] =>
  name
    ? pathSegmentName(name).map((detail) => invalid(field, name, detail))
    : [required(field, 'must specify a metric name')]

const TARGETS = ['Utilization', 'Value', 'AverageValue']

function* validateTarget(target: Amounts, at: string): Iterable<Issue> {
  const { type = '', averageUtilization } = target
  const positive = (member: 'value' | 'averageValue') => {
    const amount = formOf(target, member)
    return amount === undefined || quantitySign(amount) > 0
      ? []
      : [invalid(`${at}.${member}`, goQuantity(amount), 'must be positive')]
  }
  if (!type) yield required(`${at}.type`, 'must specify a metric target type')
  if (!TARGETS.includes(type)) yield invalid(`${at}.type`, type, 'must be either Utilization, Value, or AverageValue')
  yield* positive('value')
  yield* positive('averageValue')
  if (averageUtilization !== undefined && averageUtilization < 1)
    yield invalid(`${at}.averageUtilization`, averageUtilization, 'must be greater than 0')
}

/** Validates which target values are set for a source type. */
function validateAim(
  sort: SourceName,
  { value, averageValue, averageUtilization }: Amounts,
  at: string,
): readonly Issue[] {
  switch (sort) {
    case 'object':
      return value === undefined && averageValue === undefined
        ? [required(`${at}.averageValue`, 'must set either a target value or averageValue')]
        : []
    case 'external':
      if (value === undefined && averageValue === undefined)
        return [required(`${at}.averageValue`, 'must set either a target value for metric or a per-pod target')]
      return value !== undefined && averageValue !== undefined
        ? [forbidden(`${at}.value`, 'may not set both a target value for metric and a per-pod target')]
        : []
    case 'pods':
      return averageValue === undefined
        ? [required(`${at}.averageValue`, 'must specify a positive target averageValue')]
        : []
    case 'resource':
    case 'containerResource':
      if (averageUtilization === undefined && averageValue === undefined)
        return [required(`${at}.averageUtilization`, 'must set either a target raw value or a target utilization')]
      return averageUtilization !== undefined && averageValue !== undefined
        ? [forbidden(`${at}.averageValue`, 'may not set both a target raw value and a target utilization')]
        : []
  }
}
