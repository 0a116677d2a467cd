import type { ContainerStatus, Pod } from './pod-types.js'

type Status = NonNullable<Pod['status']>
type Gated = Status & { readonly observedGeneration?: number }
type GatedContainer = ContainerStatus & { readonly allocatedResourcesStatus?: readonly object[] }

const KINDS = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'] as const

const listOf = (status: Status, kind: (typeof KINDS)[number]) =>
  (status as { readonly [kind: string]: readonly GatedContainer[] | undefined })[kind] // ensured by the schema

const isReported = ({ allocatedResourcesStatus }: GatedContainer) => allocatedResourcesStatus !== undefined

const hasGated = (status: Gated) =>
  status.observedGeneration !== undefined ||
  status.resourceClaimStatuses !== undefined ||
  (status.conditions ?? []).some(({ observedGeneration }) => observedGeneration !== undefined) ||
  KINDS.some((kind) => listOf(status, kind)?.some(isReported))

/**
 * Drops the status fields of feature gates that are off by default, unless the stored status uses them
 * (dropDisabledPodStatusFields).
 */
export function withoutGatedStatus(status: Status, old: Status, claims: boolean): Status {
  if (!hasGated(status as Gated)) return status // ensured by the schema
  const before = old as Gated // ensured by the schema
  const observed = Boolean(before.observedGeneration || before.conditions?.some((each) => each.observedGeneration))
  const { observedGeneration, resourceClaimStatuses, ...rest } = status as Gated // ensured by the schema
  const { conditions } = rest
  return {
    ...(observedGeneration !== undefined && observed ? { observedGeneration } : {}),
    ...rest,
    ...(conditions && !observed ? { conditions: conditions.map(({ observedGeneration: _, ...each }) => each) } : {}),
    ...(resourceClaimStatuses && claims ? { resourceClaimStatuses } : {}),
    ...Object.fromEntries(
      KINDS.flatMap((kind) => {
        const list = listOf(rest, kind)
        return list?.some(isReported) ? [[kind, list.map(({ allocatedResourcesStatus: _, ...each }) => each)]] : []
      }),
    ),
  }
}
