import { type Issue, forbidden, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { quantitySign } from '../../../base/numbers/quantity.js'
import type { Autoscaler, AutoscalerSpec, ScalingRules } from './autoscaler-types.js'
import { validateMetric, validateReference } from './metric-rules.js'

const LONGEST_PERIOD = 1800
const LONGEST_WINDOW = 3600

/** Validates a HorizontalPodAutoscaler's spec. minReplicas must be at least 1, unless it is 0 in the stored object. */
export function validateAutoscaler({ spec = {} }: Autoscaler, old?: Autoscaler): readonly Issue[] {
  const { minReplicas: min, maxReplicas: max = 0, scaleTargetRef = {}, behavior = {} } = spec
  const least = old?.spec?.minReplicas === 0 ? 0 : 1
  return [
    ...(min !== undefined && min < least
      ? [invalid('spec.minReplicas', min, `must be greater than or equal to ${least}`)]
      : []),
    ...(max < 1 ? [invalid('spec.maxReplicas', max, 'must be greater than 0')] : []),
    ...(min !== undefined && max < min
      ? [invalid('spec.maxReplicas', max, 'must be greater than or equal to `minReplicas`')]
      : []),
    ...validateReference(scaleTargetRef, 'spec.scaleTargetRef'),
    ...validateMetrics(spec),
    ...(['scaleUp', 'scaleDown'] as const).flatMap((member) =>
      validateScaling(behavior[member], `spec.behavior.${member}`),
    ),
  ]
}

const validateMetrics = ({ metrics = [], minReplicas }: AutoscalerSpec): readonly Issue[] => [
  ...metrics.flatMap((metric, i) => validateMetric(metric, `spec.metrics[${i}]`)),
  ...(minReplicas === 0 && !metrics.some(({ type }) => type === 'Object' || type === 'External')
    ? [
        forbidden(
          'spec.metrics',
          'must specify at least one Object or External metric to support scaling to zero replicas',
        ),
      ]
    : []),
]

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
