import { highestOf } from '../../../base/lists/lists.js'
import { isSidecar } from '../../../kinds/shared/pods.js'
import type { Pod } from '../../pods/pod-state.js'

type Statuses = NonNullable<NonNullable<Pod['status']>['containerStatuses']>

/**
 * Returns when a pod finished, in milliseconds since 1970: by its containers, or else by its condition Ready, its
 * deletion or its creation.
 */
export function finishedAt(pod: Pod): number {
  const { status, metadata } = pod
  const byContainers = latestEnd(pod)
  if (byContainers !== undefined) return byContainers
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  if (ready?.status === 'False' && ready.lastTransitionTime) return Date.parse(ready.lastTransitionTime)
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, creationTimestamp } = metadata
  if (deletionTimestamp) return Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000
  return Date.parse(creationTimestamp ?? '')
}

/**
 * Returns when the last container terminated, including sidecars; undefined if one is still running, or there is none.
 */
function latestEnd({ spec, status }: Pod): number | undefined {
  const beside = new Set((spec?.initContainers ?? []).filter(isSidecar).map(({ name }) => name))
  const all: Statuses = [
    ...(status?.containerStatuses ?? []),
    ...(status?.initContainerStatuses ?? []).filter(({ name }) => beside.has(name)),
  ]
  const ends = all.map(({ state }) => state?.terminated?.finishedAt)
  return ends.length > 0 && ends.every(Boolean) ? highestOf(ends.map((end) => Date.parse(end ?? ''))) : undefined
}
