import type { ObjectOf } from '../../kinds/object-types.js'
import type { LabelSelector } from '../../registry/label-selector.js'
import type { KubeObject } from '../../schema/object.js'

/** A PodDisruptionBudget. */
export type Budget = ObjectOf<'PodDisruptionBudget'>

/** The selector of a budget. */
export const selectorOf = ({ spec }: Budget) => spec?.selector as LabelSelector | undefined // its schema says no less

/** How many pods an object wants; undefined where its kind does not say. */
export function replicasOf(object: KubeObject | undefined): number | undefined {
  // A spec is an object in every kind that has one.
  const { replicas } = (object?.['spec'] ?? {}) as { replicas?: unknown }
  return typeof replicas === 'number' ? replicas : undefined
}
