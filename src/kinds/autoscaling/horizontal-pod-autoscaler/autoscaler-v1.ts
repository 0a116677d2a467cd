import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../../model/registry/rule-context.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { autoscalerColumns } from './autoscaler-columns.js'
import { NEW_STATUS, countsGeneration, dropDisabledAutoscalerFields } from './autoscaler-spec.js'
import { type Autoscaler, STORED } from './autoscaler-types.js'
import { firstOf, loadRules, storedOf, validateAutoscaler, validateAutoscalerStatus } from './rules.js'
import type { FirstAutoscaler } from './first-version.js'
import { MEMBER_ANNOTATIONS } from './member-annotations.js'

/** HorizontalPodAutoscaler in autoscaling/v1: the same objects, with annotations for the fields v1 does not have. */
export const firstHorizontalPodAutoscaler = defineStructKind<FirstAutoscaler>(
  'autoscaling.v1.HorizontalPodAutoscaler',
  ({ version }) => ({
    group: 'autoscaling',
    scope: 'Namespaced',
    names: {
      kind: 'HorizontalPodAutoscaler',
      plural: 'horizontalpodautoscalers',
      shortNames: ['hpa'],
      categories: ['all'],
    },
    schema: { ready: loadRules, defaults: fill },
    metadata: { generation: countsGeneration(version), memberAnnotations: Object.values(MEMBER_ANNOTATIONS) },
    subresources: { main: mainSubresource, status: statusSubresource },
    create: {
      prepare: (object, { featureGates }) =>
        firstOf({ ...dropDisabledAutoscalerFields(storedOf(object), featureGates), status: NEW_STATUS }),
      validate: withObjectMeta((object, { featureGates }) => validateAutoscaler(storedOf(object), featureGates)),
    },
    update: {
      prepare: (next, old, { subresource, featureGates }) =>
        firstOf(kept(storedOf(next), storedOf(old), subresource === 'status' ? undefined : featureGates)),
      validate: withObjectMetaUpdate((next, old, { subresource, featureGates }) =>
        subresource === 'status'
          ? validateAutoscalerStatus(storedOf(next))
          : validateAutoscaler(storedOf(next), featureGates, storedOf(old)),
      ),
    },
    storage: {
      conversion: {
        toStored: (object) => storedOf(object as FirstAutoscaler), // objects of this version
        fromStored: (stored) => firstOf(stored as Autoscaler), // objects of the stored version
      },
      otherVersions: [
        {
          apiVersion: STORED,
          struct: 'autoscaling.v2.HorizontalPodAutoscaler',
          form: storedOf,
          back: (object) => firstOf(object as Autoscaler), // objects of that version
        },
      ],
    },
    selectable: { conversion: 'default' },
    table: {
      columns: autoscalerColumns.map((column) => ({
        ...column,
        cell: (object, now) => column.cell(storedOf(object), now),
      })),
    },
    example: {
      metadata: { name: 'web', namespace: 'default' },
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3 },
    },
  }),
)

/** Sets defaults by converting to the stored version and back, which adds the default metric. */
const fill = (object: FirstAutoscaler): FirstAutoscaler =>
  firstOf(storedOf({ ...object, spec: { ...object.spec, minReplicas: object.spec?.minReplicas ?? 1 } }))

/**
 * Keeps the part that belongs to the other subresource as stored, also where v1 holds it in annotations: the status, in
 * an update of the spec, which has the feature gates, or else the spec.
 */
const kept = (next: Autoscaler, old: Autoscaler, gates: FeatureGates | undefined): Autoscaler =>
  gates
    ? dropDisabledAutoscalerFields({ ...next, ...(old.status ? { status: old.status } : {}) }, gates, old)
    : { ...next, ...(old.spec ? { spec: old.spec } : {}) }
