import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { type GatedFields, withoutGatedFields } from '../../struct/gated-fields.js'
import type { Pod, PodCondition } from './pod-types.js'

const STATUS_GATES: readonly GatedFields[] = [
  {
    gate: 'PodObservedGenerationTracking',
    fields: ['status.observedGeneration', 'status.conditions.*.observedGeneration'],
  },
  {
    gate: 'ResourceHealthStatus',
    fields: ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'].map(
      (list) => `status.${list}.*.allocatedResourcesStatus`,
    ),
  },
  { gate: 'DRAExtendedResource', fields: ['status.extendedResourceClaimStatus'] },
  { fields: ['status.nodeAllocatableResourceClaimStatuses'] },
]

/**
 * Returns the status of an update without the fields of feature gates that are off, unless the stored status uses them
 * (dropDisabledPodStatusFields). Generations that were observed stay if the update has none.
 */
export function gatedStatus(next: Pod, old: Pod, gates: FeatureGates): NonNullable<Pod['status']> {
  const { status = {} } = withoutGatedFields(withObserved(next, old), old, STATUS_GATES, gates)
  if (gates.DynamicResourceAllocation || old.spec?.resourceClaims !== undefined) return status
  const { resourceClaimStatuses: _, ...rest } = status
  return rest
}

/** Keeps the stored generations of the status and its conditions (preserveOldObservedGeneration). */
function withObserved(next: Pod, { status: { observedGeneration, conditions: before = [] } = {} }: Pod): Pod {
  const { status = {} } = next
  const isKept = (observedGeneration ?? 0) > 0 && !status.observedGeneration
  const observed = before.filter((condition) => condition.observedGeneration)
  if (!isKept && observed.length === 0) return next
  const left = [...observed]
  // Types may be repeated; each takes the generation of the first that is left.
  const conditions = status.conditions?.map((condition): PodCondition => {
    const at = left.findIndex(({ type }) => type === condition.type)
    const [known] = at < 0 ? [] : left.splice(at, 1)
    return known?.observedGeneration && !condition.observedGeneration
      ? { ...condition, observedGeneration: known.observedGeneration }
      : condition
  })
  return {
    ...next,
    status: {
      ...status,
      ...(isKept && observedGeneration ? { observedGeneration } : {}),
      ...(conditions ? { conditions } : {}),
    },
  }
}
