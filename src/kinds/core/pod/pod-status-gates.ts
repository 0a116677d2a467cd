import type { ContainerStatus, Pod } from './pod-types.js'

type Status = NonNullable<Pod['status']>
type Gated = Status & { readonly observedGeneration?: number; readonly resourceClaimStatuses?: readonly object[] }
type GatedContainer = ContainerStatus & { readonly allocatedResourcesStatus?: readonly object[] }

const KINDS = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'] as const

const listOf = (status: Status, kind: (typeof KINDS)[number]) =>
  (status as { readonly [kind: string]: readonly GatedContainer[] | undefined })[kind] // the schema has it so

const isReported = ({ allocatedResourcesStatus }: GatedContainer) => allocatedResourcesStatus !== undefined

const hasGated = (status: Gated) =>
  status.observedGeneration !== undefined ||
  status.resourceClaimStatuses !== undefined ||
  (status.conditions ?? []).some(({ observedGeneration }) => observedGeneration !== undefined) ||
  KINDS.some((kind) => listOf(status, kind)?.some(isReported))

/**
 * A pod's status without what gates keep closed by default, save for what the stored one has
 * (dropDisabledPodStatusFields).
 */
export function withoutGatedStatus(status: Status, old: Status, claims: boolean): Status {
  if (!hasGated(status as Gated)) return status // the schema has it so
  const before = old as Gated // the schema has it so
  const observed = Boolean(before.observedGeneration || before.conditions?.some((each) => each.observedGeneration))
  const { observedGeneration, resourceClaimStatuses, ...rest } = status as Gated // the schema has it so
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
