import { type Issue, invalid } from '../../base/issue.js'
import { natural } from '../struct/member-rules.js'

type Counts = { readonly [count: string]: number | undefined }

/** No count is below zero. */
export const validateCounts = (status: Counts, counts: readonly string[]): readonly Issue[] =>
  counts.flatMap((count) => natural(status[count], `status.${count}`, status))

/** No count of some replicas is greater than that of all of them. */
export const validateParts = (status: Counts, parts: readonly string[]): readonly Issue[] =>
  parts
    .filter((part) => (status[part] ?? 0) > (status['replicas'] ?? 0))
    .map((part) => invalid(`status.${part}`, status[part] ?? 0, 'cannot be greater than status.replicas'))

/** What is available is ready; `ready` is what messages call that. */
export const validateAvailable = (status: Counts, ready = 'readyReplicas'): readonly Issue[] =>
  (status['availableReplicas'] ?? 0) > (status['readyReplicas'] ?? 0)
    ? [invalid('status.availableReplicas', status['availableReplicas'] ?? 0, `cannot be greater than ${ready}`)]
    : []

/** Collisions of names are only ever counted up. */
export const validateCollisions = (
  { collisionCount: next }: Counts,
  { collisionCount: old }: Counts,
): readonly Issue[] =>
  old !== undefined && (next ?? -Infinity) < old
    ? [invalid('status.collisionCount', next ?? 0, 'cannot be decremented')]
    : []

/**
 * A status without the count of pods on their way out, which a gate keeps closed by default, save where the stored one
 * has it.
 */
export function withoutTerminating<T extends { readonly terminatingReplicas?: number }>(
  next: T = {} as T, // all members may be missing
  old?: T,
): T {
  if (next.terminatingReplicas === undefined || old?.terminatingReplicas !== undefined) return next
  const { terminatingReplicas: _, ...status } = next
  return status as T // the same but for that
}
