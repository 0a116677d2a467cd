import { withObjectMeta, withObjectMetaUpdate } from '../../../registry/rule-context.js'
import { immutable } from '../../../base/issue.js'
import { jsonEqual } from '../../../base/json.js'
import { ageColumn, nameColumn } from '../../../registry/columns.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { fillPodStruct } from '../../core/pod/pod-struct-defaults.js'
import { goSelector, validateDeployment, validateDeploymentStatus } from './deployment-rules.js'
import type { Deployment } from './deployment-types.js'
import { withoutGated } from '../../core/pod/pod-gates.js'
import { adviceOfName, adviceOfPod } from '../../core/pod/pod-warnings.js'
import { scaleView } from '../../autoscaling/scale.js'
import { selectorText } from '../../autoscaling/selector.js'

const QUARTER = '25%'

/** Deployment: pods of one sort. None are made here; its status is what clients write. */
export const deployment = defineStructKind<Deployment>('apps.v1.Deployment', () => ({
  group: 'apps',
  scope: 'Namespaced',
  names: { kind: 'Deployment', plural: 'deployments', shortNames: ['deploy'], categories: ['all'] },
  schema: { defaults: (object) => ({ ...object, spec: fill(object.spec) }) },
  metadata: { generation: true },
  subresources: {
    main: mainSubresource,
    status: statusSubresource,
    scale: {
      verbs: ['get', 'patch', 'update'],
      resetFields: ['status'],
      view: scaleView({ group: 'apps', plural: 'deployments', versions: ['v1', 'v1beta1', 'v1beta2'] }),
    },
  },
  create: {
    resetFields: ['status'],
    prepare: (object) => ({ ...opened(object), status: {} }),
    validate: withObjectMeta(validateDeployment),
    warnings: (object) => [
      ...adviceOfName(object.metadata.name, 'Pod names and hostnames'),
      ...adviceOfTemplate(object),
    ],
  },
  update: {
    prepare: (next, old, { subresource }) => (subresource === 'main' ? opened(next, old) : next),
    validate: withObjectMetaUpdate((next, old, { subresource }) =>
      subresource === 'status'
        ? validateDeploymentStatus(next)
        : [
            ...validateDeployment(next),
            ...(jsonEqual(next.spec?.selector, old.spec?.selector)
              ? []
              : [immutable('spec.selector', goSelector(next.spec?.selector ?? {}))]),
          ],
    ),
    warnings: (next, old) => (next.metadata.generation === old.metadata.generation ? [] : adviceOfTemplate(next)),
  },
  selectable: { conversion: 'default' },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Ready',
        description: 'Pods that are ready, of those wanted.',
        cell: ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
      },
      {
        name: 'Up-to-date',
        description: 'Pods made of the present template.',
        cell: ({ status }) => status?.updatedReplicas ?? 0,
      },
      {
        name: 'Available',
        description: 'Pods that have been ready long enough.',
        cell: ({ status }) => status?.availableReplicas ?? 0,
      },
      ageColumn,
      {
        name: 'Containers',
        priority: 1,
        description: 'Names of each container in the template.',
        cell: (object) =>
          containersOf(object)
            .map(({ name }) => name)
            .join(','),
      },
      {
        name: 'Images',
        priority: 1,
        description: 'Images referenced by each container in the template.',
        cell: (object) =>
          containersOf(object)
            .map(({ image }) => image ?? '')
            .join(','),
      },
      {
        name: 'Selector',
        priority: 1,
        description: 'Labels of the pods that are counted.',
        cell: ({ spec }) => selectorText(spec?.selector ?? undefined),
      },
    ],
  },
  example: {
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image: 'example.io/web:1' }] },
      },
    },
  },
}))

function opened(object: Deployment, old?: Deployment): Deployment {
  const { spec } = object
  const template = spec?.template
  return template?.spec
    ? {
        ...object,
        spec: { ...spec, template: { ...template, spec: withoutGated(template.spec, old?.spec?.template?.spec) } },
      }
    : object
}

const containersOf = ({ spec }: Deployment) => spec?.template?.spec?.containers ?? []

function fill(spec: NonNullable<Deployment['spec']> = {}): NonNullable<Deployment['spec']> {
  const type = spec.strategy?.type || 'RollingUpdate'
  const { maxUnavailable = QUARTER, maxSurge = QUARTER } = spec.strategy?.rollingUpdate ?? {}
  return {
    ...spec,
    replicas: spec.replicas ?? 1,
    template: { ...spec.template, spec: fillPodStruct('core.v1.PodSpec', spec.template?.spec ?? {}) },
    strategy: {
      ...spec.strategy,
      type,
      ...(type === 'RollingUpdate' ? { rollingUpdate: { maxUnavailable, maxSurge } } : {}),
    },
    revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
    progressDeadlineSeconds: spec.progressDeadlineSeconds ?? 600,
  }
}

const adviceOfTemplate = ({ spec: { template } = {} }: Deployment): readonly string[] =>
  adviceOfPod(template?.spec, template?.metadata?.annotations, 'spec.template.')
