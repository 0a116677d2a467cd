import { givenOf } from '../../../base/json/as-given.js'
import { validateTemplateSpec } from '../../core/persistent-volume-claim/validate.js'
import { podStructOf } from '../../core/pod/pod-types.js'
import { dns1123Label } from '../../../base/rules/names.js'
import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import type { PodTemplateSpec } from '../../core/pod/pod-template.js'
import { semanticEqual } from '../../../schema/semantic-equal.js'
import { type Issue, forbidden, invalid, notSupported, required, immutable } from '../../../base/errors/issue.js'
import {
  validateTemplate as validatePodTemplate,
  validateLasting,
  validateSelected,
  validateTemplateMetadata,
} from '../../core/pod/template-rules.js'
import { goPointer, goStruct } from '../../shared/go-struct.js'
import { amountOf, goIntOrString, validateIntOrPercent, validateWholeAtMost } from '../../shared/int-or-percent.js'
import { goSelector, validateLabelSelector } from '../../shared/label-selector.js'
import { validateAvailable, validateCollisions, validateCounts, validateParts } from '../../shared/replica-counts.js'
import { natural } from '../../struct/member-rules.js'
import { validateOwnSelector } from '../replica-template.js'
import type { StatefulSet, StatefulSetSpec } from './stateful-set.js'

type Strategy = NonNullable<StatefulSetSpec['updateStrategy']>

/**
 * Validates a StatefulSet's spec (ValidateStatefulSetSpec). Since v1.34 the pod spec in the template is validated,
 * unless that of the stored object has faults, and so are templates of claims, which cannot change.
 */
export function validateStatefulSet({ spec = {} }: StatefulSet, old?: StatefulSet): readonly Issue[] {
  const { podManagementPolicy = '', persistentVolumeClaimRetentionPolicy: retention, serviceName = '' } = spec
  return [
    ...(podManagementPolicy === 'OrderedReady' || podManagementPolicy === 'Parallel'
      ? []
      : [invalid('spec.podManagementPolicy', podManagementPolicy, "must be 'OrderedReady' or 'Parallel'")]),
    ...validateStrategy(spec.updateStrategy ?? {}, 'spec.updateStrategy'),
    ...(['whenDeleted', 'whenScaled'] as const).flatMap((member) =>
      validateRetention(retention?.[member], `spec.persistentVolumeClaimRetentionPolicy.${member}`),
    ),
    ...(runsAtLeast('1.34') && !old ? validateClaims(spec) : []),
    ...natural(spec.replicas, 'spec.replicas', spec),
    ...natural(spec.minReadySeconds, 'spec.minReadySeconds', spec),
    ...natural(spec.ordinals?.start, 'spec.ordinals.start', spec),
    ...(!old && serviceName
      ? dns1123Label(serviceName).map((detail) => invalid('spec.serviceName', serviceName, detail))
      : []),
    ...validateTemplate(spec, runsAtLeast('1.34') && !(old && hasFaults(old.spec))),
  ]
}

const validateClaims = ({ volumeClaimTemplates = [] }: StatefulSetSpec): readonly Issue[] =>
  volumeClaimTemplates.flatMap(({ spec = {} }, i) => validateTemplateSpec(spec, `spec.volumeClaimTemplates[${i}]`))

const hasFaults = (spec: StatefulSetSpec = {}): boolean => [...validateTemplate(spec, true)].length > 0

function* validateTemplate(spec: StatefulSetSpec, isWhole: boolean): Iterable<Issue> {
  const { selector, template = {} } = spec
  const field = 'spec.template'
  yield* validateOwnSelector(selector, 'statefulset')
  if (selector && validateLabelSelector(selector, '').length > 0)
    yield invalid('spec.selector', goSelector(selector), '')
  else {
    yield* validateSelected(template, selector ?? undefined, field)
    if (isWhole) yield* validatePodTemplate(templateOfPods(spec), field)
    // That validates them too, but they are asked for once more.
    yield* validateTemplateMetadata(template, field)
  }
  yield* validateLasting(template, field, 'StatefulSet')
}

/** A pod spec with the name that its controller gives. */
type Placed = NonNullable<PodTemplateSpec['spec']> & { readonly hostname?: string; readonly subdomain?: string }

/** Returns the template with the volumes of its claims, and without what the controller sets. */
function templateOfPods({ template = {}, volumeClaimTemplates = [] }: StatefulSetSpec): PodTemplateSpec {
  const { hostname: _1, subdomain: _2, volumes = [], ...spec }: Placed = template.spec ?? {}
  const claims = new Map(
    volumeClaimTemplates.map(({ metadata }) => {
      const name = metadata?.name ?? ''
      return [name, { name, persistentVolumeClaim: { claimName: name } }]
    }),
  )
  const all = [...claims.values(), ...volumes.filter(({ name }) => !claims.has(String(name)))]
  return { ...template, spec: { ...spec, ...(all.length > 0 ? { volumes: all } : {}) } }
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

const goRolling = ({ partition = 0, maxUnavailable }: Rolling) =>
  goStruct('apps.RollingUpdateStatefulSetStrategy', {
    Partition: partition,
    MaxUnavailable: goPointer('intstr.IntOrString', maxUnavailable),
  })

const goStrategy = ({ type = '', rollingUpdate }: Strategy) =>
  goStruct('apps.StatefulSetUpdateStrategy', {
    Type: type,
    RollingUpdate: goPointer('apps.RollingUpdateStatefulSetStrategy', rollingUpdate && goRolling(rollingUpdate)),
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

/** The immutable fields, each of which is told by itself since v1.37. */
const FIXED = ['selector', 'volumeClaimTemplates', 'serviceName', 'podManagementPolicy'] as const

/** Rejects changes of a StatefulSet's immutable spec fields. */
export const validateFixed = ({ spec = {} }: StatefulSet, { spec: old = {} }: StatefulSet): readonly Issue[] =>
  semanticEqual(podStructOf('apps.v1.StatefulSetSpec'), fixedOf(spec), fixedOf(old))
    ? []
    : runsAtLeast('1.37')
      ? FIXED.flatMap((member) =>
          semanticEqual(podStructOf('apps.v1.StatefulSetSpec'), { [member]: spec[member] }, { [member]: old[member] })
            ? []
            : [immutable(`spec.${member}`, givenOf<unknown>(spec, member, spec[member], []))],
        )
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
