import { append } from '../../../base/lists/append.js'
import { type Issue, forbidden, invalid, notSupported } from '../../../base/errors/issue.js'
import { GoText } from '../../../base/go/printable.js'
import { goStruct } from '../../shared/go-struct.js'
import { amountOf, goIntOrString, validateIntOrPercent, validateWholeAtMost } from '../../shared/int-or-percent.js'
import { validateAvailable, validateCollisions, validateCounts, validateParts } from '../../shared/replica-counts.js'
import { natural } from '../../struct/member-rules.js'
import { validateReplicaTemplate } from '../replica-template.js'
import type { Deployment, DeploymentCount } from './deployment-types.js'

const goStrategy = ({ type = '', rollingUpdate }: NonNullable<NonNullable<Deployment['spec']>['strategy']>) =>
  goStruct('apps.DeploymentStrategy', {
    Type: type,
    RollingUpdate: new GoText(`(*apps.RollingUpdateDeployment)(${rollingUpdate ? '0xc000000000' : 'nil'})`),
  })

/** Validates a Deployment's spec (ValidateDeploymentSpec). */
export function validateDeployment({ spec = {} }: Deployment): readonly Issue[] {
  const { replicas = 0, minReadySeconds = 0, revisionHistoryLimit, progressDeadlineSeconds = 0 } = spec
  const issues: Issue[] = [...natural(replicas, 'spec.replicas', spec), ...validateReplicaTemplate(spec)]
  append(issues, validateStrategy(spec.strategy))
  append(issues, [
    ...natural(minReadySeconds, 'spec.minReadySeconds', spec),
    ...natural(revisionHistoryLimit, 'spec.revisionHistoryLimit', spec),
  ])
  append(issues, natural(progressDeadlineSeconds, 'spec.progressDeadlineSeconds', spec))
  if (progressDeadlineSeconds <= minReadySeconds)
    issues.push(
      invalid('spec.progressDeadlineSeconds', progressDeadlineSeconds, 'must be greater than minReadySeconds'),
    )
  return issues
}

const STRATEGIES = ['Recreate', 'RollingUpdate']

function validateStrategy(strategy: NonNullable<Deployment['spec']>['strategy'] = {}): readonly Issue[] {
  const { type = '', rollingUpdate } = strategy
  const field = 'spec.strategy.rollingUpdate'
  if (!STRATEGIES.includes(type)) return [notSupported('spec.strategy', goStrategy(strategy), STRATEGIES)]
  if (type === 'Recreate')
    return rollingUpdate ? [forbidden(field, "may not be specified when strategy `type` is 'Recreate'")] : []
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate ?? {}
  return [
    ...validateIntOrPercent(maxUnavailable, `${field}.maxUnavailable`),
    ...validateIntOrPercent(maxSurge, `${field}.maxSurge`),
    ...(amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0
      ? [invalid(`${field}.maxUnavailable`, goIntOrString(maxUnavailable), 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...validateWholeAtMost(maxUnavailable, `${field}.maxUnavailable`),
  ]
}

const COUNTS: readonly DeploymentCount[] = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'terminatingReplicas',
  'collisionCount',
]

/** Validates a Deployment's status. */
export const validateDeploymentStatus = (
  { status = {} }: Deployment,
  { status: old = {} }: Deployment,
): readonly Issue[] => [
  ...validateCounts(status, COUNTS),
  ...validateParts(status, ['updatedReplicas', 'readyReplicas', 'availableReplicas']),
  ...validateAvailable(status),
  ...validateCollisions(status, old),
]
