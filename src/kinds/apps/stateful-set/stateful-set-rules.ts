import { podStructOf } from '../../core/pod/kept-empty.js'
import { semanticEqual } from '../../../schema/semantic-equal.js'
import { GoText } from '../../../base/go/printable.js'
import { type Issue, forbidden, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { dns1123Label } from '../../../base/rules/names.js'
import { validateLasting, validateSelected, validateTemplateMetadata } from '../../core/pod/template-rules.js'
import { goStruct } from '../../shared/go-struct.js'
import { amountOf, goIntOrString, validateIntOrPercent, validateWholeAtMost } from '../../shared/int-or-percent.js'
import { goSelector, validateLabelSelector } from '../../shared/label-selector.js'
import { validateAvailable, validateCollisions, validateCounts, validateParts } from '../../shared/replica-counts.js'
import { natural } from '../../struct/member-rules.js'
import { validateOwnSelector } from '../replica-template.js'
import type { StatefulSet, StatefulSetSpec } from './stateful-set-types.js'

type Strategy = NonNullable<StatefulSetSpec['updateStrategy']>

/**
 * Validates a StatefulSet's spec (ValidateStatefulSetSpec). The pod spec in the template is not validated, because some
 * of its volumes come from volumeClaimTemplates.
 */
export function validateStatefulSet({ spec = {} }: StatefulSet, isNew: boolean): readonly Issue[] {
  const { podManagementPolicy = '', persistentVolumeClaimRetentionPolicy: retention, serviceName = '' } = spec
  return [
    ...(podManagementPolicy === 'OrderedReady' || podManagementPolicy === 'Parallel'
      ? []
      : [invalid('spec.podManagementPolicy', podManagementPolicy, "must be 'OrderedReady' or 'Parallel'")]),
    ...validateStrategy(spec.updateStrategy ?? {}, 'spec.updateStrategy'),
    ...(['whenDeleted', 'whenScaled'] as const).flatMap((member) =>
      validateRetention(retention?.[member], `spec.persistentVolumeClaimRetentionPolicy.${member}`),
    ),
    ...natural(spec.replicas, 'spec.replicas', spec),
    ...natural(spec.minReadySeconds, 'spec.minReadySeconds', spec),
    ...natural(spec.ordinals?.start, 'spec.ordinals.start', spec),
    ...(isNew && serviceName
      ? dns1123Label(serviceName).map((detail) => invalid('spec.serviceName', serviceName, detail))
      : []),
    ...validateTemplate(spec),
  ]
}

function validateTemplate({ selector, template = {} }: StatefulSetSpec): readonly Issue[] {
  const field = 'spec.template'
  return [
    ...validateOwnSelector(selector, 'statefulset'),
    ...(selector && validateLabelSelector(selector, '').length > 0
      ? [invalid('spec.selector', goSelector(selector), '')]
      : [...validateSelected(template, selector ?? undefined, field), ...validateTemplateMetadata(template, field)]),
    ...validateLasting(template, field, 'StatefulSet'),
  ]
}

function validateStrategy(strategy: Strategy, field: string): readonly Issue[] {
  const { type = '', rollingUpdate } = strategy
  switch (type) {
    case '':
      return [required(field)]
    case 'OnDelete':
      return rollingUpdate
        ? [
            invalid(
              `${field}.rollingUpdate`,
              goRolling(rollingUpdate),
              "only allowed for updateStrategy 'RollingUpdate'",
            ),
          ]
        : []
    case 'RollingUpdate':
      return rollingUpdate ? validateRolling(rollingUpdate, `${field}.rollingUpdate`) : []
    default:
      return [invalid(field, goStrategy(strategy), "must be 'RollingUpdate' or 'OnDelete'")]
  }
}

type Rolling = NonNullable<Strategy['rollingUpdate']>

function validateRolling({ partition, maxUnavailable }: Rolling, field: string): readonly Issue[] {
  const at = `${field}.maxUnavailable`
  return [
    ...natural(partition, `${field}.partition`, {}),
    ...(maxUnavailable === undefined
      ? []
      : [
          ...validateIntOrPercent(maxUnavailable, at),
          ...(amountOf(maxUnavailable) === 0 ? [invalid(at, goIntOrString(maxUnavailable), 'cannot be 0')] : []),
          ...validateWholeAtMost(maxUnavailable, at),
        ]),
  ]
}

const pointer = (type: string, value: unknown) =>
  new GoText(`(*${type})(${value === undefined ? 'nil' : '0xc000000000'})`)

const goRolling = ({ partition = 0, maxUnavailable }: Rolling) =>
  goStruct('apps.RollingUpdateStatefulSetStrategy', {
    Partition: partition,
    MaxUnavailable: pointer('intstr.IntOrString', maxUnavailable),
  })

const goStrategy = ({ type = '', rollingUpdate }: Strategy) =>
  goStruct('apps.StatefulSetUpdateStrategy', {
    Type: type,
    RollingUpdate: pointer('apps.RollingUpdateStatefulSetStrategy', rollingUpdate),
  })

const RETENTIONS = ['Retain', 'Delete']

const validateRetention = (policy: string | undefined, field: string): readonly Issue[] =>
  policy === undefined || RETENTIONS.includes(policy) ? [] : [notSupported(field, policy, RETENTIONS)]

const CHANGEABLE: ReadonlySet<string> = new Set([
  'replicas',
  'template',
  'updateStrategy',
  'minReadySeconds',
  'ordinals',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
])

const fixedOf = (spec: StatefulSetSpec) =>
  Object.fromEntries(Object.entries(spec).filter(([member]) => !CHANGEABLE.has(member)))

/** Rejects changes of a StatefulSet's immutable spec fields. */
export const validateFixed = ({ spec = {} }: StatefulSet, { spec: old = {} }: StatefulSet): readonly Issue[] =>
  semanticEqual(podStructOf('apps.v1.StatefulSetSpec'), fixedOf(spec), fixedOf(old))
    ? []
    : [
        forbidden(
          'spec',
          "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
        ),
      ]

const COUNTS = [
  'replicas',
  'readyReplicas',
  'currentReplicas',
  'updatedReplicas',
  'availableReplicas',
  'observedGeneration',
  'collisionCount',
]

/** Validates a StatefulSet's status. */
export const validateStatefulSetStatus = ({ status = {} }: StatefulSet): readonly Issue[] => [
  ...validateCounts(status, COUNTS),
  ...validateParts(status, ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas']),
  ...validateAvailable(status, 'status.readyReplicas'),
]

/** Validates an update of a StatefulSet's status: collisionCount must not decrease. */
export const validateStatefulSetStatusChange = (
  { status = {} }: StatefulSet,
  { status: old = {} }: StatefulSet,
): readonly Issue[] => validateCollisions(status, old)
