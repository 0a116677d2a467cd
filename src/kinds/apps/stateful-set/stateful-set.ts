import { createLateLibrary } from '../../../base/turns/late-library.js'
import { KEPT_EMPTY_OF_PODS } from '../../core/pod/pod-types.js'
import { dns1123Label, maskTrailingDash } from '../../../base/rules/names.js'
import type { Column } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { type FeatureGates, featureGatesOf } from '../../../model/registry/feature-gates.js'
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
import { type GatedFields, withoutGatedFields } from '../../struct/gated-fields.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import type { KubernetesVersion } from '../../../model/registry/kubernetes-version.js'
import { structOf } from '../../../model/registry/struct-schema.js'
import { inWireOrder } from '../../../schema/order.js'
import { fillPodStruct } from '../../core/pod/pod-struct-defaults.js'
import { type IntOrPercent } from '../../shared/int-or-percent.js'
import type { LabelSelector } from '../../../model/registry/label-selector.js'
import type { KubeObject } from '../../../schema/object.js'
import type { ClaimSpec } from '../../core/persistent-volume-claim/schema.js'

// Loaded on demand: only writes of a StatefulSet need its rules.
const rules = createLateLibrary(() => import('./stateful-set-rules.js'))

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
 * Drops the fields of feature gates that are off, unless the stored object uses them (dropStatefulSetDisabledFields),
 * and sets the defaults of one that is on only here.
 */
function dropDisabledStatefulSetFields(object: StatefulSet, gates: FeatureGates, old?: StatefulSet): StatefulSet {
  const kept = withoutGatedFields(object, old, GATED, gates)
  const { template, updateStrategy: strategy } = kept.spec ?? {}
  return {
    ...kept,
    spec: {
      ...kept.spec,
      ...(template ? { template: dropDisabledTemplateFields(template, gates, old?.spec?.template) } : {}),
      ...(strategy && gates.MaxUnavailableStatefulSet ? { updateStrategy: fillStrategy(strategy, true) } : {}),
    },
  }
}

const GATED: readonly GatedFields[] = [
  { gate: 'MaxUnavailableStatefulSet', fields: ['spec.updateStrategy.rollingUpdate.maxUnavailable'] },
]

const isLimitedIn = (version: KubernetesVersion) => featureGatesOf(version).MaxUnavailableStatefulSet

/** StatefulSet: pods with stable names and persistent volume claims of their own. */
export const statefulSet = defineStructKind<StatefulSet>(
  'apps.v1.StatefulSet',
  ({ version }) => ({
    group: 'apps',
    scope: 'Namespaced',
    names: { kind: 'StatefulSet', plural: 'statefulsets', shortNames: ['sts'], categories: ['all'] },
    schema: {
      ready: rules.load,
      defaults: (object) => ({ ...object, spec: fillStatefulSet(object.spec, isLimitedIn(version)) }),
    },
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
        ...dropDisabledStatefulSetFields(object, featureGates),
        status: { replicas: 0, availableReplicas: 0 },
      }),
      validate: withObjectMeta((object) => rules.needed().validateStatefulSet(object)),
      warnings: (object) => [
        ...warningsOfTemplate(object.spec?.template, 'spec.template'),
        ...warningsOfSpec(object, ''),
      ],
    },
    update: {
      prepare: (next, old, { subresource, featureGates }) =>
        subresource === 'main' ? dropDisabledStatefulSetFields(next, featureGates, old) : next,
      validate(next, old, { subresource, validateObjectMetaUpdate }) {
        const { validateStatefulSet, validateFixed, validateStatefulSetStatus, validateStatefulSetStatusChange } =
          rules.needed()
        return subresource === 'status'
          ? [
              ...validateStatefulSetStatus(next),
              ...validateObjectMetaUpdate(next, old),
              ...validateStatefulSetStatusChange(next, old),
            ]
          : [...validateObjectMetaUpdate(next, old), ...validateStatefulSet(next, old), ...validateFixed(next, old)]
      },
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
export type StatefulSetSpec = {
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
export type StatefulSet = KubeObject & {
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
