import { type Issue, invalid } from '../../base/errors/issue.js'
import { natural } from '../struct/member-rules.js'

type Counts = { readonly [count: string]: number | undefined }

/** Validates that counts are not negative. */
export const validateCounts = (status: Counts, counts: readonly string[]): readonly Issue[] =>
  counts.flatMap((count) => natural(status[count], `status.${count}`, status))

/** Validates that partial counts do not exceed status.replicas. */
export const validateParts = (status: Counts, parts: readonly string[]): readonly Issue[] =>
  parts
    .filter((part) => (status[part] ?? 0) > (status['replicas'] ?? 0))
    .map((part) => invalid(`status.${part}`, status[part] ?? 0, 'cannot be greater than status.replicas'))

/** Validates that availableReplicas do not exceed readyReplicas, which messages call `ready`. */
export const validateAvailable = (status: Counts, ready = 'readyReplicas'): readonly Issue[] =>
  (status['availableReplicas'] ?? 0) > (status['readyReplicas'] ?? 0)
    ? [invalid('status.availableReplicas', status['availableReplicas'] ?? 0, `cannot be greater than ${ready}`)]
    : []

/** Validates that collisionCount does not decrease. */
export const validateCollisions = (
  { collisionCount: next }: Counts,
  { collisionCount: old }: Counts,
): readonly Issue[] =>
  old !== undefined && (next ?? -Infinity) < old
    ? [invalid('status.collisionCount', next ?? 0, 'cannot be decremented')]
    : []

/** Drops terminatingReplicas, whose feature gate is off by default, unless the stored status has it. */
export function withoutTerminating<T extends { readonly terminatingReplicas?: number }>(
  next: T = {} as T, // all fields are optional
  old?: T,
): T {
  if (next.terminatingReplicas === undefined || old?.terminatingReplicas !== undefined) return next
  const { terminatingReplicas: _, ...status } = next
  return status as T // the same without that field
}
