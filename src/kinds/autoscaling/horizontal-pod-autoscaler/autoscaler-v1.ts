import { withObjectMeta, withObjectMetaUpdate } from '../../../registry/rule-context.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { autoscalerColumns } from './autoscaler-columns.js'
import { validateAutoscaler, validateAutoscalerStatus } from './autoscaler-rules.js'
import { NEW_STATUS, openAutoscaler } from './autoscaler-spec.js'
import type { Autoscaler } from './autoscaler-types.js'
import { type FirstAutoscaler, STORED, firstOf, storedOf } from './first-version.js'
import { MEMBER_ANNOTATIONS } from './member-annotations.js'

/** HorizontalPodAutoscaler in its first version: the same objects, told with annotations where it has no members. */
export const firstHorizontalPodAutoscaler = defineStructKind<FirstAutoscaler>(
  'autoscaling.v1.HorizontalPodAutoscaler',
  () => ({
    group: 'autoscaling',
    scope: 'Namespaced',
    names: {
      kind: 'HorizontalPodAutoscaler',
      plural: 'horizontalpodautoscalers',
      shortNames: ['hpa'],
      categories: ['all'],
    },
    schema: { defaults: fill },
    metadata: { memberAnnotations: Object.values(MEMBER_ANNOTATIONS) },
    subresources: { main: mainSubresource, status: statusSubresource },
    create: {
      prepare: (object) => firstOf({ ...openAutoscaler(storedOf(object)), status: NEW_STATUS }),
      validate: withObjectMeta((object) => validateAutoscaler(storedOf(object))),
    },
    update: {
      prepare: (next, old, { subresource }) => firstOf(kept(storedOf(next), storedOf(old), subresource === 'status')),
      validate: withObjectMetaUpdate((next, old, { subresource }) =>
        subresource === 'status'
          ? validateAutoscalerStatus(storedOf(next))
          : validateAutoscaler(storedOf(next), storedOf(old)),
      ),
    },
    storage: {
      conversion: {
        toStored: (object) => storedOf(object as FirstAutoscaler), // objects of this kind
        fromStored: (stored) => firstOf(stored as Autoscaler), // and those its table holds
      },
      otherVersion: { apiVersion: STORED, struct: 'autoscaling.v2.HorizontalPodAutoscaler', form: storedOf },
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

/** What is scaled by where nothing is said comes with the stored form. */
const fill = (object: FirstAutoscaler): FirstAutoscaler =>
  firstOf(storedOf({ ...object, spec: { ...object.spec, minReplicas: object.spec?.minReplicas ?? 1 } }))

/** What the other subresource is for stays as it is stored, also where annotations tell it. */
const kept = (next: Autoscaler, old: Autoscaler, isStatus: boolean): Autoscaler =>
  isStatus
    ? { ...next, ...(old.spec ? { spec: old.spec } : {}) }
    : openAutoscaler({ ...next, ...(old.status ? { status: old.status } : {}) }, old)
