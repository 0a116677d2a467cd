import type { ObjectOf } from '../../kinds/object-types.js'
import type { LabelSelector } from '../../model/registry/label-selector.js'
import type { KubeObject } from '../../schema/object.js'

export type Budget = ObjectOf<'PodDisruptionBudget'>

/** Returns the selector of a budget. */
export const selectorOf = ({ spec }: Budget) => spec?.selector as LabelSelector | undefined // validated by its schema

/** Returns the desired replicas of an object; undefined if its kind has none. */
export function replicasOf(object: KubeObject | undefined): number | undefined {
  // A spec is an object in every kind that has one.
  const { replicas } = (object?.['spec'] ?? {}) as { replicas?: unknown }
  return typeof replicas === 'number' ? replicas : undefined
}
