import { KEPT_EMPTY_OF_PODS } from '../core/pod/pod-types.js'
import type { Issue } from '../../base/errors/issue.js'
import { type Column, docOf } from '../../model/registry/column.js'
import { ageColumn, integerColumn, nameColumn } from '../../model/registry/columns.js'
import type { LabelSelector } from '../../model/registry/label-selector.js'
import { withCreateRules, withObjectMeta } from '../../model/registry/rule-context.js'
import type { KubeObject } from '../../schema/object.js'
import { scaleView } from '../autoscaling/scale.js'
import { selectorText } from '../autoscaling/selector.js'
import {
  type PodTemplateSpec,
  warningsOfChange,
  warningsOfTemplate,
  exampleTemplate,
  fillTemplate,
  dropDisabledWorkloadFields,
} from '../core/pod/pod-template.js'
import { warningsOfName } from '../core/pod/pod-warnings.js'
import { templateColumns } from '../core/pod/template-columns.js'
import { validateSameSelector } from '../shared/immutable.js'
import { validateAvailable, validateCounts, validateParts, withoutTerminating } from '../shared/replica-counts.js'
import { natural } from '../struct/member-rules.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../struct/struct-kind.js'
import { validateReplicaTemplate } from './replica-template.js'

type ReplicaSet = KubeObject & {
  readonly spec?: {
    readonly replicas?: number
    readonly minReadySeconds?: number
    readonly selector?: LabelSelector | null
    readonly template?: PodTemplateSpec
  }
  readonly status?: { readonly [count in Count]?: number }
}

const COUNTS = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
  'observedGeneration',
  'terminatingReplicas',
] as const
type Count = (typeof COUNTS)[number]

/** ReplicaSet: a number of identical pods. The kind itself creates none. */
export const replicaSet = defineStructKind<ReplicaSet>(
  'apps.v1.ReplicaSet',
  () => ({
    group: 'apps',
    scope: 'Namespaced',
    names: { kind: 'ReplicaSet', plural: 'replicasets', shortNames: ['rs'], categories: ['all'] },
    schema: { defaults: fill },
    metadata: { generation: true },
    subresources: {
      main: mainSubresource,
      status: statusSubresource,
      scale: {
        verbs: ['get', 'patch', 'update'],
        resetFields: ['status'],
        view: scaleView({ group: 'apps', plural: 'replicasets', versions: ['v1', 'v1beta2'] }),
      },
    },
    create: {
      resetFields: ['status'],
      prepare: (object, { featureGates }) => ({
        ...dropDisabledWorkloadFields(object, featureGates),
        status: { replicas: 0 },
      }),
      validate: withObjectMeta(validateReplicaSet),
      warnings: ({ metadata, spec }) => [
        ...warningsOfName(metadata.name, 'Pod names and hostnames'),
        ...warningsOfTemplate(spec?.template, 'spec.template'),
      ],
    },
    update: {
      prepare: (next, old, { subresource, featureGates }) => {
        if (subresource === 'status') return withoutTerminating(next, old, featureGates)
        return subresource === 'main' ? dropDisabledWorkloadFields(next, featureGates, old) : next
      },
      validate: withCreateRules(
        validateReplicaSet,
        (next, old, { subresource }) =>
          subresource === 'status'
            ? validateStatus(next)
            : [...validateReplicaSet(next), ...validateSameSelector(next.spec, old.spec)],
        '1.34',
      ),
      warnings: warningsOfChange,
    },
    selectable: { conversion: 'default' },
    table: { columns },
    example: {
      metadata: { name: 'web', namespace: 'default' },
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: exampleTemplate('web'),
      },
    },
  }),
  KEPT_EMPTY_OF_PODS,
)

const columns: readonly Column<ReplicaSet>[] = [
  nameColumn,
  integerColumn('Desired', docOf('apps.v1.ReplicaSetSpec', 'replicas'), ({ spec }) => spec?.replicas ?? 0),
  integerColumn('Current', docOf('apps.v1.ReplicaSetStatus', 'replicas'), ({ status }) => status?.replicas ?? 0),
  integerColumn(
    'Ready',
    docOf('apps.v1.ReplicaSetStatus', 'readyReplicas'),
    ({ status }) => status?.readyReplicas ?? 0,
  ),
  ageColumn,
  ...templateColumns<ReplicaSet>(({ spec }) => spec?.template),
  {
    name: 'Selector',
    priority: 1,
    description: [
      [
        '1.33',
        'Selector is a label query over pods that should match the replica count. If the selector is empty, it is defaulted to the labels present on the pod template. Label keys and values that must match in order to be controlled by this replica set. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
      ],
      ['1.36', docOf('apps.v1.ReplicaSetSpec', 'selector')],
    ],
    cell: ({ spec }) => selectorText(spec?.selector ?? undefined),
  },
]

const fill = ({ spec, ...object }: ReplicaSet): ReplicaSet => ({
  ...object,
  spec: { ...spec, replicas: spec?.replicas ?? 1, template: fillTemplate(spec?.template) },
})

function validateReplicaSet({ spec = {} }: ReplicaSet): readonly Issue[] {
  return [
    ...natural(spec.replicas, 'spec.replicas', spec),
    ...natural(spec.minReadySeconds, 'spec.minReadySeconds', spec),
    ...validateReplicaTemplate(spec),
  ]
}

const validateStatus = ({ status = {} }: ReplicaSet): readonly Issue[] => [
  ...validateCounts(status, COUNTS),
  ...validateParts(status, ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas']),
  ...validateAvailable(status),
]
