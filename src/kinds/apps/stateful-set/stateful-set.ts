import { KEPT_EMPTY_OF_PODS, podStructOf } from '../../core/pod/kept-empty.js'
import { dns1123Label, maskTrailingDash } from '../../../base/rules/names.js'
import { type KubernetesVersion, atLeast, runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import type { Column } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { withObjectMeta } from '../../../model/registry/rule-context.js'
import { scaleView } from '../../autoscaling/scale.js'
import { warningsOfClaimSpec } from '../../core/persistent-volume-claim/claim-warnings.js'
import {
  type PodTemplateSpec,
  dropDisabledTemplateFields,
  exampleTemplate,
  fillTemplate,
  warningsOfChange,
  warningsOfTemplate,
} from '../../core/pod/pod-template.js'
import { templateColumns } from '../../core/pod/template-columns.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { structOf } from '../../../model/registry/struct-schema.js'
import { inWireOrder } from '../../../schema/order.js'
import { fillPodStruct } from '../../core/pod/pod-struct-defaults.js'
import { semanticEqual } from '../../../schema/semantic-equal.js'
import { GoText } from '../../../base/go/printable.js'
import { type Issue, forbidden, invalid, notSupported, required, immutable } from '../../../base/errors/issue.js'
import {
  validateTemplate as validatePodTemplate,
  validateLasting,
  validateSelected,
  validateTemplateMetadata,
} from '../../core/pod/template-rules.js'
import { goStruct } from '../../shared/go-struct.js'
import {
  type IntOrPercent,
  amountOf,
  goIntOrString,
  validateIntOrPercent,
  validateWholeAtMost,
} from '../../shared/int-or-percent.js'
import { goSelector, validateLabelSelector } from '../../shared/label-selector.js'
import { validateAvailable, validateCollisions, validateCounts, validateParts } from '../../shared/replica-counts.js'
import { natural } from '../../struct/member-rules.js'
import { validateOwnSelector } from '../replica-template.js'
import type { LabelSelector } from '../../../model/registry/label-selector.js'
import type { KubeObject } from '../../../schema/object.js'
import type { ClaimSpec } from '../../core/persistent-volume-claim/schema.js'

type Strategy = NonNullable<StatefulSetSpec['updateStrategy']>

/**
 * Validates a StatefulSet's spec (ValidateStatefulSetSpec). The pod spec in the template is validated since v1.34,
 * unless that of the stored object has faults.
 */
function validateStatefulSet({ spec = {} }: StatefulSet, old?: StatefulSet): readonly Issue[] {
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
    ...(!old && serviceName
      ? dns1123Label(serviceName).map((detail) => invalid('spec.serviceName', serviceName, detail))
      : []),
    ...validateTemplate(spec, runsAtLeast('1.34') && !(old && hasFaults(old.spec))),
  ]
}

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
    else yield* validateTemplateMetadata(template, field)
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

/** The immutable fields, each of which is told by itself since v1.37. */
const FIXED = ['selector', 'volumeClaimTemplates', 'serviceName', 'podManagementPolicy'] as const

/** Rejects changes of a StatefulSet's immutable spec fields. */
const validateFixed = ({ spec = {} }: StatefulSet, { spec: old = {} }: StatefulSet): readonly Issue[] =>
  semanticEqual(podStructOf('apps.v1.StatefulSetSpec'), fixedOf(spec), fixedOf(old))
    ? []
    : runsAtLeast('1.37')
      ? FIXED.flatMap((member) =>
          semanticEqual(podStructOf('apps.v1.StatefulSetSpec'), { [member]: spec[member] }, { [member]: old[member] })
            ? []
            : [immutable(`spec.${member}`, spec[member])],
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
const validateStatefulSetStatus = ({ status = {} }: StatefulSet): readonly Issue[] => [
  ...validateCounts(status, COUNTS),
  ...validateParts(status, ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas']),
  ...validateAvailable(status, 'status.readyReplicas'),
]

/** Validates an update of a StatefulSet's status: collisionCount must not decrease. */
const validateStatefulSetStatusChange = (
  { status = {} }: StatefulSet,
  { status: old = {} }: StatefulSet,
): readonly Issue[] => validateCollisions(status, old)

/** Sets the defaults of a StatefulSet's spec (SetDefaults_StatefulSet). */
function fillStatefulSet(spec: StatefulSetSpec = {}, isLimited: boolean): StatefulSetSpec {
  const { volumeClaimTemplates: claims, persistentVolumeClaimRetentionPolicy: retention } = spec
  return {
    ...spec,
    replicas: spec.replicas ?? 1,
    template: fillTemplate(spec.template),
    ...(claims ? { volumeClaimTemplates: claims.map(fillClaim) } : {}),
    podManagementPolicy: spec.podManagementPolicy || 'OrderedReady',
    updateStrategy: fillStrategy(spec.updateStrategy, isLimited),
    revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
    persistentVolumeClaimRetentionPolicy: {
      whenDeleted: retention?.whenDeleted || 'Retain',
      whenScaled: retention?.whenScaled || 'Retain',
    },
  }
}

type UpdateStrategy = NonNullable<StatefulSetSpec['updateStrategy']>

function fillStrategy({ type = '', rollingUpdate }: UpdateStrategy = {}, isLimited: boolean): UpdateStrategy {
  const rolling = rollingUpdate ?? (type ? undefined : {})
  if (!rolling) return { type }
  const isRolling = !type || type === 'RollingUpdate'
  return {
    type: type || 'RollingUpdate',
    rollingUpdate: isRolling
      ? {
          ...rolling,
          partition: rolling.partition ?? 0,
          ...(isLimited ? { maxUnavailable: rolling.maxUnavailable ?? 1 } : {}),
        }
      : rolling,
  }
}

/** Completes a volumeClaimTemplate, which is served with kind, apiVersion and status. */
const fillClaim = (claim: ClaimTemplate): ClaimTemplate =>
  inWireOrder(structOf('core.v1.PersistentVolumeClaim'), {
    ...claim,
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    spec: fillPodStruct('core.v1.PersistentVolumeClaimSpec', claim.spec ?? {}),
    status: { ...claim.status, phase: claim.status?.phase || 'Pending' },
  })

/**
 * Drops the fields of feature gates that are off by default, unless the stored object uses them
 * (dropStatefulSetDisabledFields).
 */
function dropDisabledStatefulSetFields(
  object: StatefulSet,
  isLimited: boolean,
  gates: FeatureGates,
  old?: StatefulSet,
): StatefulSet {
  const { spec = {} } = object
  const { updateStrategy: strategy } = spec
  const drops =
    !isLimited && strategy?.rollingUpdate && old?.spec?.updateStrategy?.rollingUpdate?.maxUnavailable === undefined
  const { maxUnavailable: _, ...rollingUpdate } = strategy?.rollingUpdate ?? {}
  return {
    ...object,
    spec: {
      ...spec,
      ...(spec.template ? { template: dropDisabledTemplateFields(spec.template, gates, old?.spec?.template) } : {}),
      ...(drops ? { updateStrategy: { ...strategy, rollingUpdate } } : {}),
    },
  }
}

/** Tells whether updates heed `maxUnavailable` (the gate MaxUnavailableStatefulSet, on since 1.37). */
const limitsOutage = (version: KubernetesVersion): boolean => atLeast(version, '1.37')

/** StatefulSet: pods with stable names and persistent volume claims of their own. */
export const statefulSet = defineStructKind<StatefulSet>(
  'apps.v1.StatefulSet',
  ({ version }) => ({
    group: 'apps',
    scope: 'Namespaced',
    names: { kind: 'StatefulSet', plural: 'statefulsets', shortNames: ['sts'], categories: ['all'] },
    schema: { defaults: (object) => ({ ...object, spec: fillStatefulSet(object.spec, limitsOutage(version)) }) },
    metadata: {
      name: (name, prefix) => dns1123Label(prefix ? maskTrailingDash(name) : name),
      generation: true,
    },
    subresources: {
      main: mainSubresource,
      status: statusSubresource,
      scale: {
        verbs: ['get', 'patch', 'update'],
        resetFields: ['status'],
        view: scaleView({ group: 'apps', plural: 'statefulsets', versions: ['v1', 'v1beta1', 'v1beta2'] }),
      },
    },
    create: {
      resetFields: ['status'],
      prepare: (object, { featureGates }) => ({
        ...dropDisabledStatefulSetFields(object, limitsOutage(version), featureGates),
        status: { replicas: 0, availableReplicas: 0 },
      }),
      validate: withObjectMeta((object) => validateStatefulSet(object)),
      warnings: (object) => [
        ...warningsOfTemplate(object.spec?.template, 'spec.template'),
        ...warningsOfSpec(object, ''),
      ],
    },
    update: {
      prepare: (next, old, { subresource, featureGates }) =>
        subresource === 'main' ? dropDisabledStatefulSetFields(next, limitsOutage(version), featureGates, old) : next,
      validate: (next, old, { subresource, validateObjectMetaUpdate }) =>
        subresource === 'status'
          ? [
              ...validateStatefulSetStatus(next),
              ...validateObjectMetaUpdate(next, old),
              ...validateStatefulSetStatusChange(next, old),
            ]
          : [...validateObjectMetaUpdate(next, old), ...validateStatefulSet(next, old), ...validateFixed(next, old)],
      warnings: (next, old) => [...warningsOfChange(next, old), ...warningsOfSpec(next, '.Spec')],
    },
    selectable: { conversion: 'default' },
    table: { columns },
    example: {
      metadata: { name: 'db', namespace: 'default' },
      spec: {
        serviceName: 'db',
        selector: { matchLabels: { app: 'db' } },
        template: exampleTemplate('db'),
      },
    },
  }),
  KEPT_EMPTY_OF_PODS,
)

const columns: readonly Column<StatefulSet>[] = [
  nameColumn,
  {
    name: 'Ready',
    description: 'Number of the pod with ready state',
    cell: ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
  },
  ageColumn,
  ...templateColumns<StatefulSet>(({ spec }) => spec?.template),
]

// Warnings of creates and updates spell the field path of a claim differently.
const warningsOfSpec = ({ spec = {} }: StatefulSet, at: '' | '.Spec'): readonly string[] => [
  ...(spec.volumeClaimTemplates ?? []).flatMap((claim, i) =>
    warningsOfClaimSpec(claim.spec, `spec.volumeClaimTemplates[${i}]${at}`),
  ),
  ...((spec.revisionHistoryLimit ?? 0) < 0
    ? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
    : []),
]

/** The fields of a volumeClaimTemplate that validation and defaulting read. */
type ClaimTemplate = {
  readonly metadata?: { readonly name?: string }
  readonly kind?: string
  readonly apiVersion?: string
  readonly spec?: ClaimSpec
  readonly status?: { readonly phase?: string }
}

/** The fields of a StatefulSet's spec that validation and defaulting read. */
type StatefulSetSpec = {
  readonly replicas?: number
  readonly selector?: LabelSelector | null
  readonly template?: PodTemplateSpec
  readonly volumeClaimTemplates?: readonly ClaimTemplate[]
  readonly serviceName?: string
  readonly podManagementPolicy?: string
  readonly updateStrategy?: {
    readonly type?: string
    readonly rollingUpdate?: { readonly partition?: number; readonly maxUnavailable?: IntOrPercent }
  }
  readonly revisionHistoryLimit?: number
  readonly minReadySeconds?: number
  readonly persistentVolumeClaimRetentionPolicy?: { readonly whenDeleted?: string; readonly whenScaled?: string }
  readonly ordinals?: { readonly start?: number }
}

/** The fields of a StatefulSet that its validation reads. */
type StatefulSet = KubeObject & {
  readonly spec?: StatefulSetSpec
  readonly status?: {
    readonly [
      count in
        | 'replicas'
        | 'readyReplicas'
        | 'currentReplicas'
        | 'updatedReplicas'
        | 'availableReplicas'
        | 'observedGeneration'
        | 'collisionCount'
    ]?: number
  }
}
