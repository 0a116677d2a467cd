import { type Issue, forbidden, invalid, notSupported, required } from '../../../base/issue.js'
import { GoText } from '../../../base/go-print.js'
import { labelValue } from '../../../base/rules/labels.js'
import { qualifiedName } from '../../../base/rules/names.js'
import { percent } from '../../../base/rules/percent.js'
import { type LabelSelector, selects } from '../../../registry/label-selector.js'
import { goStrings, goStruct } from '../../shared/go-struct.js'
import { validateLabelSelector } from '../../shared/label-selector.js'
import { natural } from '../../struct/member-rules.js'
import type { Deployment, DeploymentCount } from './deployment-types.js'
import { goTexts } from '../../struct/go-metadata.js'
import { validateAnnotations } from '../../core/pod/pod-annotations.js'
import { validatePodSpec } from '../../core/pod/pod-rules.js'
import { selectorText } from '../../autoscaling/selector.js'

/** A selector as Go's `%#v` prints it. */
export function goSelector({ matchLabels, matchExpressions }: LabelSelector): GoText {
  const expressions = matchExpressions?.map(({ key, operator, values }) =>
    goStruct('v1.LabelSelectorRequirement', { Key: key, Operator: operator, Values: goStrings(values) }),
  )
  const list = expressions
    ? `[]v1.LabelSelectorRequirement{${expressions.map(({ text }) => text).join(', ')}}`
    : '[]v1.LabelSelectorRequirement(nil)'
  return goStruct('v1.LabelSelector', { MatchLabels: goTexts(matchLabels), MatchExpressions: new GoText(list) })
}

const goStrategy = ({ type = '', rollingUpdate }: NonNullable<NonNullable<Deployment['spec']>['strategy']>) =>
  goStruct('apps.DeploymentStrategy', {
    Type: type,
    RollingUpdate: new GoText(`(*apps.RollingUpdateDeployment)(${rollingUpdate ? '0xc000000000' : 'nil'})`),
  })

/** The rules of a Deployment (ValidateDeploymentSpec). */
export function validateDeployment({ spec = {} }: Deployment): readonly Issue[] {
  const {
    replicas = 0,
    selector,
    template,
    minReadySeconds = 0,
    revisionHistoryLimit,
    progressDeadlineSeconds = 0,
  } = spec
  const faults = selector ? validateLabelSelector(selector, 'spec.selector') : [required('spec.selector')]
  const issues: Issue[] = [...natural(replicas, 'spec.replicas', spec), ...faults]
  if (selector && selectorText(selector) === '<none>')
    issues.push(invalid('spec.selector', goSelector(selector), 'empty selector is invalid for deployment'))
  if (selector && faults.length > 0)
    issues.push(invalid('spec.selector', goSelector(selector), 'invalid label selector'))
  else issues.push(...validateTemplate(template, selector ?? undefined))
  issues.push(...validateStrategy(spec.strategy))
  issues.push(
    ...natural(minReadySeconds, 'spec.minReadySeconds', spec),
    ...natural(revisionHistoryLimit, 'spec.revisionHistoryLimit', spec),
  )
  issues.push(...natural(progressDeadlineSeconds, 'spec.progressDeadlineSeconds', spec))
  if (progressDeadlineSeconds <= minReadySeconds)
    issues.push(
      invalid('spec.progressDeadlineSeconds', progressDeadlineSeconds, 'must be greater than minReadySeconds'),
    )
  return issues
}

function validateTemplate(
  template: NonNullable<Deployment['spec']>['template'],
  selector: LabelSelector | undefined,
): readonly Issue[] {
  const { metadata: { labels, annotations = {} } = {}, spec = {} } = template ?? {}
  const issues: Issue[] = []
  const isEmpty = selector && selectorText(selector) === '<none>'
  if (!isEmpty && !selects(selector, labels))
    issues.push(
      invalid('spec.template.metadata.labels', goTexts(labels), '`selector` does not match template `labels`'),
    )
  for (const [key, value] of Object.entries(labels ?? {})) {
    for (const detail of qualifiedName(key)) issues.push(invalid('spec.template.labels', key, detail))
    for (const detail of labelValue(value)) issues.push(invalid('spec.template.labels', value, detail))
  }
  for (const key of Object.keys(annotations))
    for (const detail of qualifiedName(key.toLowerCase()))
      issues.push(invalid('spec.template.annotations', key, detail))
  issues.push(
    ...validateAnnotations(annotations, spec, 'spec.template.annotations'),
    ...validatePodSpec(spec, 'spec.template.spec'),
  )
  if (spec.ephemeralContainers?.length)
    issues.push(forbidden('spec.template.spec.ephemeralContainers', 'ephemeral containers not allowed in pod template'))
  const { restartPolicy } = spec
  if (restartPolicy !== 'Always')
    issues.push(notSupported('spec.template.spec.restartPolicy', restartPolicy, ['Always']))
  if (spec.activeDeadlineSeconds !== undefined)
    issues.push(
      forbidden('spec.template.spec.activeDeadlineSeconds', 'activeDeadlineSeconds in ReplicaSet is not Supported'),
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
  const amount = (value: number | string) =>
    typeof value === 'number' ? value : percent(value).length > 0 ? 0 : parseInt(value, 10)
  return [
    ...validateShare(maxUnavailable, `${field}.maxUnavailable`),
    ...validateShare(maxSurge, `${field}.maxSurge`),
    ...(amount(maxUnavailable) === 0 && amount(maxSurge) === 0
      ? [invalid(`${field}.maxUnavailable`, goShare(maxUnavailable), 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...(typeof maxUnavailable === 'string' && amount(maxUnavailable) > 100
      ? [invalid(`${field}.maxUnavailable`, goShare(maxUnavailable), 'must not be greater than 100%')]
      : []),
  ]
}

const validateShare = (value: number | string, field: string): readonly Issue[] =>
  typeof value === 'number'
    ? natural(value, field, {})
    : percent(value).map((detail) => invalid(field, goShare(value), detail))

const goShare = (value: number | string) =>
  goStruct('intstr.IntOrString', {
    Type: typeof value === 'number' ? 0 : 1,
    IntVal: typeof value === 'number' ? value : 0,
    StrVal: typeof value === 'string' ? value : '',
  })

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

/** The rules of a Deployment's status. */
export function validateDeploymentStatus({ status = {} }: Deployment): readonly Issue[] {
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = status
  return [
    ...COUNTS.flatMap((count) => natural(status[count], `status.${count}`, status)),
    ...(['updatedReplicas', 'readyReplicas', 'availableReplicas'] as const)
      .filter((count) => (status[count] ?? 0) > replicas)
      .map((count) => invalid(`status.${count}`, status[count], 'cannot be greater than status.replicas')),
    ...(availableReplicas > readyReplicas
      ? [invalid('status.availableReplicas', availableReplicas, 'cannot be greater than readyReplicas')]
      : []),
  ]
}
