import { KEPT_EMPTY_OF_PODS } from '../../core/pod/pod-types.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../../model/registry/rule-context.js'
import { type Column, docOf } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import {
  type PodTemplateSpec,
  dropDisabledWorkloadFields,
  exampleTemplate,
  fillTemplate,
  warningsOfChange,
  warningsOfTemplate,
} from '../../core/pod/pod-template.js'
import { warningsOfName } from '../../core/pod/pod-warnings.js'
import { templateColumns } from '../../core/pod/template-columns.js'
import { validateSameSelector } from '../../shared/immutable.js'
import {
  validateAvailable,
  validateCollisions,
  validateCounts,
  validateParts,
  withoutTerminating,
} from '../../shared/replica-counts.js'
import { scaleView } from '../../autoscaling/scale.js'
import { selectorText } from '../../autoscaling/selector.js'
import { append } from '../../../base/lists/lists.js'
import { type Issue, forbidden, invalid, notSupported } from '../../../base/errors/issue.js'
import { goPointer, goStruct } from '../../shared/go-struct.js'
import {
  type IntOrPercent,
  amountOf,
  goIntOrString,
  validateIntOrPercent,
  validateWholeAtMost,
} from '../../shared/int-or-percent.js'
import { natural } from '../../struct/member-rules.js'
import { validateReplicaTemplate } from '../replica-template.js'
import type { LabelSelector } from '../../../model/registry/label-selector.js'
import type { KubeObject } from '../../../schema/object.js'

type Strategy = NonNullable<NonNullable<Deployment['spec']>['strategy']>

const goRolling = ({ maxUnavailable = 0, maxSurge = 0 }: NonNullable<Strategy['rollingUpdate']>) =>
  goStruct('apps.RollingUpdateDeployment', {
    MaxUnavailable: goIntOrString(maxUnavailable),
    MaxSurge: goIntOrString(maxSurge),
  })

const goStrategy = ({ type = '', rollingUpdate }: Strategy) =>
  goStruct('apps.DeploymentStrategy', {
    Type: type,
    RollingUpdate: goPointer('apps.RollingUpdateDeployment', rollingUpdate && goRolling(rollingUpdate)),
  })

/** Validates a Deployment's spec (ValidateDeploymentSpec). */
function validateDeployment({ spec = {} }: Deployment): readonly Issue[] {
  const { replicas = 0, minReadySeconds = 0, revisionHistoryLimit, progressDeadlineSeconds = 0 } = spec
  const issues: Issue[] = [...natural(replicas, 'spec.replicas', spec), ...validateReplicaTemplate(spec)]
  append(issues, validateStrategy(spec.strategy))
  append(issues, [
    ...natural(minReadySeconds, 'spec.minReadySeconds', spec),
    ...natural(revisionHistoryLimit, 'spec.revisionHistoryLimit', spec),
  ])
  append(issues, natural(progressDeadlineSeconds, 'spec.progressDeadlineSeconds', spec))
  if (progressDeadlineSeconds <= minReadySeconds)
    issues.push(
      invalid('spec.progressDeadlineSeconds', progressDeadlineSeconds, 'must be greater than minReadySeconds'),
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
  return [
    ...validateIntOrPercent(maxUnavailable, `${field}.maxUnavailable`),
    ...validateIntOrPercent(maxSurge, `${field}.maxSurge`),
    ...(amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0
      ? [invalid(`${field}.maxUnavailable`, goIntOrString(maxUnavailable), 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...validateWholeAtMost(maxUnavailable, `${field}.maxUnavailable`),
  ]
}

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

/** Validates a Deployment's status. */
const validateDeploymentStatus = ({ status = {} }: Deployment, { status: old = {} }: Deployment): readonly Issue[] => [
  ...validateCounts(status, COUNTS),
  ...validateParts(status, ['updatedReplicas', 'readyReplicas', 'availableReplicas']),
  ...validateAvailable(status),
  ...validateCollisions(status, old),
]

const QUARTER = '25%'

/** Deployment: identical pods, rolled out by means of ReplicaSets. The kind itself creates none. */
export const deployment = defineStructKind<Deployment>(
  'apps.v1.Deployment',
  () => ({
    group: 'apps',
    scope: 'Namespaced',
    names: { kind: 'Deployment', plural: 'deployments', shortNames: ['deploy'], categories: ['all'] },
    schema: { defaults: (object) => ({ ...object, spec: fill(object.spec) }) },
    // Annotations count because they are copied to its ReplicaSets.
    metadata: { generation: ['spec', 'metadata.annotations'] },
    subresources: {
      main: mainSubresource,
      status: { ...statusSubresource, resetFields: ['spec', 'metadata.labels'] },
      scale: {
        verbs: ['get', 'patch', 'update'],
        resetFields: ['status'],
        view: scaleView({ group: 'apps', plural: 'deployments', versions: ['v1', 'v1beta1', 'v1beta2'] }),
      },
    },
    create: {
      resetFields: ['status'],
      prepare: (object, { featureGates }) => ({ ...dropDisabledWorkloadFields(object, featureGates), status: {} }),
      validate: withObjectMeta(validateDeployment),
      warnings: (object) => [
        ...warningsOfName(object.metadata.name, 'Pod names and hostnames'),
        ...warningsOfTemplate(object.spec?.template, 'spec.template'),
      ],
    },
    update: {
      prepare: (next, old, { subresource, featureGates }) => {
        if (subresource === 'status') return withoutTerminating(next, old, featureGates)
        return subresource === 'main' ? dropDisabledWorkloadFields(next, featureGates, old) : next
      },
      validate: withObjectMetaUpdate((next, old, { subresource }) =>
        subresource === 'status'
          ? validateDeploymentStatus(next, old)
          : [...validateDeployment(next), ...validateSameSelector(next.spec, old.spec)],
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

const columns: readonly Column<Deployment>[] = [
  nameColumn,
  {
    name: 'Ready',
    description: 'Number of the pod with ready state',
    cell: ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
  },
  {
    name: 'Up-to-date',
    description: docOf('apps.v1.DeploymentStatus', 'updatedReplicas'),
    cell: ({ status }) => status?.updatedReplicas ?? 0,
  },
  {
    name: 'Available',
    description: docOf('apps.v1.DeploymentStatus', 'availableReplicas'),
    cell: ({ status }) => status?.availableReplicas ?? 0,
  },
  ageColumn,
  ...templateColumns<Deployment>(({ spec }) => spec?.template),
  {
    name: 'Selector',
    priority: 1,
    description: [
      [
        '1.33',
        'Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this deployment.',
      ],
      ['1.36', docOf('apps.v1.DeploymentSpec', 'selector')],
    ],
    cell: ({ spec }) => selectorText(spec?.selector ?? undefined),
  },
]

function fill(spec: NonNullable<Deployment['spec']> = {}): NonNullable<Deployment['spec']> {
  const type = spec.strategy?.type || 'RollingUpdate'
  const given = spec.strategy?.rollingUpdate
  const { maxUnavailable = QUARTER, maxSurge = QUARTER } = given ?? {}
  return {
    ...spec,
    replicas: spec.replicas ?? 1,
    template: fillTemplate(spec.template),
    strategy: {
      type,
      ...(type === 'RollingUpdate'
        ? { rollingUpdate: { maxUnavailable, maxSurge } }
        : given && { rollingUpdate: given }),
    },
    revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
    progressDeadlineSeconds: spec.progressDeadlineSeconds ?? 600,
  }
}

/** The fields of a Deployment that its validation reads. */
type Deployment = KubeObject & {
  readonly spec?: {
    readonly replicas?: number
    readonly selector?: LabelSelector | null
    readonly template?: PodTemplateSpec
    readonly strategy?: {
      readonly type?: string
      readonly rollingUpdate?: { readonly maxUnavailable?: IntOrPercent; readonly maxSurge?: IntOrPercent }
    }
    readonly minReadySeconds?: number
    readonly revisionHistoryLimit?: number
    readonly progressDeadlineSeconds?: number
  }
  readonly status?: { readonly [count in DeploymentCount]?: number }
}

/** The integer fields of a Deployment's status. */
type DeploymentCount =
  | 'observedGeneration'
  | 'replicas'
  | 'updatedReplicas'
  | 'readyReplicas'
  | 'availableReplicas'
  | 'unavailableReplicas'
  | 'terminatingReplicas'
  | 'collisionCount'
