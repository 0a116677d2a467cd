import { KEPT_EMPTY_OF_PODS } from '../../core/pod/kept-empty.js'
import type { Column } from '../../../model/registry/column.js'
import { ageColumn, integerColumn, nameColumn } from '../../../model/registry/columns.js'
import { withObjectMeta } from '../../../model/registry/rule-context.js'
import { labelsText, selectorText } from '../../autoscaling/selector.js'
import {
  warningsOfTemplate,
  exampleTemplate,
  fillTemplate,
  dropDisabledWorkloadFields,
} from '../../core/pod/pod-template.js'
import { templateColumns } from '../../core/pod/template-columns.js'
import { validateSameSelector } from '../../shared/immutable.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { type DaemonSet, validateDaemonSet, validateDaemonSetStatus } from './daemon-set-rules.js'
import {
  TEMPLATE_GENERATION,
  firstTemplateGeneration,
  hasNewTemplate,
  nextTemplateGeneration,
  statedTemplateGeneration,
} from './template-generation.js'

const columns: readonly Column<DaemonSet>[] = [
  nameColumn,
  integerColumn(
    'Desired',
    'The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon pod). More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/',
    ({ status }) => status?.desiredNumberScheduled ?? 0,
  ),
  integerColumn(
    'Current',
    'The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/',
    ({ status }) => status?.currentNumberScheduled ?? 0,
  ),
  integerColumn(
    'Ready',
    'The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and ready.',
    ({ status }) => status?.numberReady ?? 0,
  ),
  integerColumn(
    'Up-to-date',
    'The total number of nodes that are running updated daemon pod',
    ({ status }) => status?.updatedNumberScheduled ?? 0,
  ),
  integerColumn(
    'Available',
    'The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and available (ready for at least spec.minReadySeconds)',
    ({ status }) => status?.numberAvailable ?? 0,
  ),
  {
    name: 'Node Selector',
    description:
      "NodeSelector is a selector which must be true for the pod to fit on a node. Selector which must match a node's labels for the pod to be scheduled on that node. More info: https://kubernetes.io/docs/concepts/configuration/assign-pod-node/",
    cell: ({ spec }) => labelsText(spec?.template?.spec?.nodeSelector ?? {}).join(',') || '<none>',
  },
  ageColumn,
  ...templateColumns<DaemonSet>(({ spec }) => spec?.template),
  {
    name: 'Selector',
    priority: 1,
    description:
      'A label query over pods that are managed by the daemon set. Must match in order to be controlled. If empty, defaulted to labels on Pod template. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
    cell: ({ spec }) => selectorText(spec?.selector ?? undefined),
  },
]

const NONE = { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 }

/** DaemonSet: one pod on every matching node. */
export const daemonSet = defineStructKind<DaemonSet>(
  'apps.v1.DaemonSet',
  () => ({
    group: 'apps',
    scope: 'Namespaced',
    names: { kind: 'DaemonSet', plural: 'daemonsets', shortNames: ['ds'], categories: ['all'] },
    schema: { defaults: (object) => ({ ...statedTemplateGeneration(object), spec: fill(object.spec) }) },
    metadata: { generation: true, memberAnnotations: [TEMPLATE_GENERATION] },
    subresources: { main: mainSubresource, status: statusSubresource },
    create: {
      resetFields: ['status'],
      prepare: (object) => ({ ...firstTemplateGeneration(dropDisabledWorkloadFields(object)), status: NONE }),
      validate: withObjectMeta((object) => validateDaemonSet(object)),
      warnings: ({ spec }) => warningsOfTemplate(spec?.template, 'spec.template'),
    },
    update: {
      prepare: (next, old, { subresource }) =>
        nextTemplateGeneration(subresource === 'main' ? dropDisabledWorkloadFields(next, old) : next, old),
      validate: (next, old, context) => {
        const { validateObjectMeta, validateObjectMetaUpdate, subresource } = context
        if (subresource === 'status')
          return [...validateObjectMetaUpdate(next, old), ...validateDaemonSetStatus(next, old)]
        const found = validateDaemonSet(next, old)
        const [whole, change] = [validateObjectMeta(next), validateObjectMetaUpdate(next, old)]
        // A real server runs all rules of a create first, then validates the spec once more.
        return [...whole, ...found, ...change, ...found, ...validateSameSelector(next.spec, old.spec)]
      },
      warnings: (next, old) =>
        hasNewTemplate(next, old) ? warningsOfTemplate(next.spec?.template, 'spec.template') : [],
    },
    selectable: { conversion: 'default' },
    table: { columns },
    example: {
      metadata: { name: 'agent', namespace: 'default' },
      spec: {
        selector: { matchLabels: { app: 'agent' } },
        template: exampleTemplate('agent'),
      },
    },
  }),
  KEPT_EMPTY_OF_PODS,
)

function fill(spec: NonNullable<DaemonSet['spec']> = {}): NonNullable<DaemonSet['spec']> {
  const type = spec.updateStrategy?.type || 'RollingUpdate'
  const given = spec.updateStrategy?.rollingUpdate
  const isRolling = type === 'RollingUpdate'
  // With another strategy than RollingUpdate, unset numbers become zero: the stored struct has no pointers there.
  const { maxUnavailable = isRolling ? 1 : 0, maxSurge = 0 } = given ?? {}
  return {
    ...spec,
    template: fillTemplate(spec.template),
    updateStrategy: {
      type,
      ...(isRolling || given ? { rollingUpdate: { maxUnavailable, maxSurge } } : {}),
    },
    revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
  }
}
