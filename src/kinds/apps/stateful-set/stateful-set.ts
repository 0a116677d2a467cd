import { KEPT_EMPTY_OF_PODS } from '../../core/pod/kept-empty.js'
import { dns1123Label, maskTrailingDash } from '../../../base/rules/names.js'
import type { Column } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { withObjectMeta } from '../../../model/registry/rule-context.js'
import { scaleView } from '../../autoscaling/scale.js'
import { warningsOfClaimSpec } from '../../core/persistent-volume-claim/claim-warnings.js'
import { warningsOfChange, warningsOfTemplate, exampleTemplate } from '../../core/pod/pod-template.js'
import { templateColumns } from '../../core/pod/template-columns.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import {
  validateFixed,
  validateStatefulSet,
  validateStatefulSetStatus,
  validateStatefulSetStatusChange,
} from './stateful-set-rules.js'
import { fillStatefulSet, dropDisabledStatefulSetFields } from './stateful-set-spec.js'
import type { StatefulSet } from './stateful-set-types.js'

/** StatefulSet: pods with stable names and persistent volume claims of their own. */
export const statefulSet = defineStructKind<StatefulSet>(
  'apps.v1.StatefulSet',
  () => ({
    group: 'apps',
    scope: 'Namespaced',
    names: { kind: 'StatefulSet', plural: 'statefulsets', shortNames: ['sts'], categories: ['all'] },
    schema: { defaults: (object) => ({ ...object, spec: fillStatefulSet(object.spec) }) },
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
      prepare: (object) => ({
        ...dropDisabledStatefulSetFields(object),
        status: { replicas: 0, availableReplicas: 0 },
      }),
      validate: withObjectMeta((object) => validateStatefulSet(object, true)),
      warnings: (object) => [
        ...warningsOfTemplate(object.spec?.template, 'spec.template'),
        ...warningsOfSpec(object, ''),
      ],
    },
    update: {
      prepare: (next, old, { subresource }) =>
        subresource === 'main' ? dropDisabledStatefulSetFields(next, old) : next,
      validate: (next, old, { subresource, validateObjectMetaUpdate }) =>
        subresource === 'status'
          ? [
              ...validateStatefulSetStatus(next),
              ...validateObjectMetaUpdate(next, old),
              ...validateStatefulSetStatusChange(next, old),
            ]
          : [...validateObjectMetaUpdate(next, old), ...validateStatefulSet(next, false), ...validateFixed(next, old)],
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
