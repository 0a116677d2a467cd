import { withObjectMeta, withObjectMetaUpdate } from '../../../model/registry/rule-context.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { autoscalerColumns } from './autoscaler-columns.js'
import { NEW_STATUS, countsGeneration, fillAutoscaler, dropDisabledAutoscalerFields } from './autoscaler-spec.js'
import { type Autoscaler, FIRST } from './autoscaler-types.js'
import { firstOf, loadRules, storedOf, validateAutoscaler, validateAutoscalerStatus } from './rules.js'
import type { FirstAutoscaler } from './first-version.js'
import { withoutMemberAnnotations } from './member-annotations.js'

// Policies are defaulted only if they are missing, not if they are empty.
const KEPT_EMPTY = { 'autoscaling.v2.HPAScalingRules': ['policies'] }

/** HorizontalPodAutoscaler: scales a workload by its metrics. The kind itself scales nothing. */
export const horizontalPodAutoscaler = defineStructKind<Autoscaler>(
  'autoscaling.v2.HorizontalPodAutoscaler',
  ({ version }) => ({
    group: 'autoscaling',
    scope: 'Namespaced',
    names: {
      kind: 'HorizontalPodAutoscaler',
      plural: 'horizontalpodautoscalers',
      shortNames: ['hpa'],
      categories: ['all'],
    },
    schema: {
      ready: loadRules,
      defaults: (object) => ({ ...withoutMemberAnnotations(object), spec: fillAutoscaler(object.spec) }),
    },
    metadata: { generation: countsGeneration(version) },
    subresources: { main: mainSubresource, status: statusSubresource },
    create: {
      resetFields: ['status'],
      prepare: (object, { featureGates }) => ({
        ...dropDisabledAutoscalerFields(object, featureGates),
        status: NEW_STATUS,
      }),
      validate: withObjectMeta((object, { featureGates }) => validateAutoscaler(object, featureGates)),
    },
    update: {
      prepare: (next, old, { subresource, featureGates }) =>
        subresource === 'main' ? dropDisabledAutoscalerFields(next, featureGates, old) : next,
      validate: withObjectMetaUpdate((next, old, { subresource, featureGates }) =>
        subresource === 'status' ? validateAutoscalerStatus(next) : validateAutoscaler(next, featureGates, old),
      ),
    },
    storage: {
      otherVersions: [
        {
          apiVersion: FIRST,
          struct: 'autoscaling.v1.HorizontalPodAutoscaler',
          form: firstOf,
          back: (object) => storedOf(object as FirstAutoscaler), // objects of that version
        },
      ],
    },
    selectable: { conversion: 'default' },
    table: { columns: autoscalerColumns },
    example: {
      metadata: { name: 'web', namespace: 'default' },
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3 },
    },
  }),
  KEPT_EMPTY,
)
