import { KEPT_EMPTY_OF_PODS } from './pod/pod-types.js'
import { type Issue, required, declared } from '../../base/errors/issue.js'
import { type Column, docOf } from '../../model/registry/column.js'
import { ageColumn, integerColumn, nameColumn } from '../../model/registry/columns.js'
import { withCreateRules } from '../../model/registry/rule-context.js'
import type { KubeObject, Texts } from '../../schema/object.js'
import { scaleView } from '../autoscaling/scale.js'
import { labelsText } from '../autoscaling/selector.js'
import { validateAvailable, validateCounts, validateParts } from '../shared/replica-counts.js'
import { taggedName } from '../shared/tagged-name.js'
import { natural } from '../struct/member-rules.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../struct/struct-kind.js'
import {
  type PodTemplateSpec,
  warningsOfTemplate,
  exampleTemplate,
  fillTemplate,
  dropDisabledWorkloadFields,
} from './pod/pod-template.js'
import { warningsOfName } from './pod/pod-warnings.js'
import { templateColumns } from './pod/template-columns.js'
import { validateLasting, validateSelected, validateTemplate } from './pod/template-rules.js'

type ReplicationController = KubeObject & {
  readonly spec?: {
    readonly replicas?: number
    readonly minReadySeconds?: number
    readonly selector?: Texts
    readonly template?: PodTemplateSpec
  }
  readonly status?: { readonly [count in Count]?: number }
}

const COUNTS = ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'] as const
type Count = (typeof COUNTS)[number]

/** ReplicationController: a number of identical pods, the predecessor of ReplicaSet. The kind itself creates none. */
export const replicationController = defineStructKind<ReplicationController>(
  'core.v1.ReplicationController',
  () => ({
    group: '',
    scope: 'Namespaced',
    names: { kind: 'ReplicationController', plural: 'replicationcontrollers', shortNames: ['rc'], categories: ['all'] },
    schema: { defaults: fill },
    metadata: { generation: true },
    storage: { prefix: 'controllers', reread: labelled },
    subresources: {
      main: mainSubresource,
      status: statusSubresource,
      scale: {
        verbs: ['get', 'patch', 'update'],
        resetFields: ['status'],
        view: scaleView({
          group: '',
          plural: 'replicationcontrollers',
          versions: ['v1'],
          // The view is of this kind.
          selected: (object) => labelsText((object as ReplicationController).spec?.selector ?? {}).join(','),
        }),
      },
    },
    create: {
      resetFields: ['status'],
      prepare: (object, { featureGates }) => ({
        ...dropDisabledWorkloadFields(object, featureGates),
        status: { replicas: 0 },
      }),
      validate: (object, context) => [...taggedName(context.validateObjectMeta(object)), ...validateController(object)],
      warnings: ({ metadata, spec }) => [
        ...warningsOfName(metadata.name, 'Pod names and hostnames'),
        ...warningsOfTemplate(spec?.template, 'spec.template'),
      ],
    },
    update: {
      prepare: (next, old, { subresource, featureGates }) =>
        subresource === 'main' ? dropDisabledWorkloadFields(next, featureGates, old) : next,
      validate: withCreateRules(
        validateController,
        (next, _, { subresource }) => (subresource === 'status' ? validateStatus(next) : validateController(next)),
        '1.35',
      ),
      // A real server checks the stored template here, not the new one.
      warnings: (next, old) =>
        next.metadata.generation === old.metadata.generation
          ? []
          : warningsOfTemplate(old.spec?.template, 'spec.template'),
    },
    delete: { garbageCollection: 'orphan' },
    selectable: { fields: { 'status.replicas': ({ status }) => String(status?.replicas ?? 0) } },
    table: { columns },
    example: {
      metadata: { name: 'web', namespace: 'default' },
      spec: {
        selector: { app: 'web' },
        template: exampleTemplate('web'),
      },
    },
  }),
  KEPT_EMPTY_OF_PODS,
)

const columns: readonly Column<ReplicationController>[] = [
  nameColumn,
  integerColumn('Desired', docOf('core.v1.ReplicationControllerSpec', 'replicas'), ({ spec }) => spec?.replicas ?? 0),
  integerColumn(
    'Current',
    docOf('core.v1.ReplicationControllerStatus', 'replicas'),
    ({ status }) => status?.replicas ?? 0,
  ),
  integerColumn(
    'Ready',
    docOf('core.v1.ReplicationControllerStatus', 'readyReplicas'),
    ({ status }) => status?.readyReplicas ?? 0,
  ),
  ageColumn,
  ...templateColumns<ReplicationController>(({ spec }) => spec?.template),
  {
    name: 'Selector',
    priority: 1,
    description: docOf('core.v1.ReplicationControllerSpec', 'selector'),
    cell: ({ spec }) => labelsText(spec?.selector ?? {}).join(',') || '<none>',
  },
]

const isNone = (texts: Texts = {}) => Object.keys(texts).length === 0

/** Defaults empty labels to those of the pod template, as a server does on every read. */
function labelled(object: ReplicationController): ReplicationController {
  const { metadata, spec = {} } = object
  const labels = spec.template?.metadata?.labels
  return labels && isNone(metadata.labels) ? { ...object, metadata: { ...metadata, labels } } : object
}

/** Defaults an empty selector, and empty labels, to the labels of the pod template. */
function fill(object: ReplicationController): ReplicationController {
  const { spec = {} } = object
  const labels = spec.template?.metadata?.labels
  return {
    ...labelled(object),
    spec: {
      ...spec,
      replicas: spec.replicas ?? 1,
      ...(labels && isNone(spec.selector) ? { selector: labels } : {}),
      ...(spec.template ? { template: fillTemplate(spec.template) } : {}),
    },
  }
}

function validateController({ spec = {} }: ReplicationController): readonly Issue[] {
  const { template, selector = {} } = spec
  const field = 'spec.template'
  return [
    ...natural(spec.minReadySeconds, 'spec.minReadySeconds', spec).map(declared),
    ...(isNone(selector) ? [required('spec.selector')] : []),
    ...natural(spec.replicas, 'spec.replicas', spec).map(declared),
    ...(template
      ? [
          ...validateSelected(template, { matchLabels: selector }, field),
          ...validateTemplate(template, field),
          ...validateLasting(template, field, 'ReplicationController'),
        ]
      : [required(field)]),
  ]
}

const validateStatus = ({ status = {} }: ReplicationController): readonly Issue[] => [
  ...validateCounts(status, COUNTS),
  ...validateParts(status, ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas']),
  ...validateAvailable(status),
]
