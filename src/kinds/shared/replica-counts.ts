import { type Issue, invalid } from '../../base/errors/issue.js'
import type { FeatureGates } from '../../model/registry/feature-gates.js'
import { type GatedFields, withoutGatedFields } from '../struct/gated-fields.js'
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

const TERMINATING: readonly GatedFields[] = [
  { gate: 'DeploymentReplicaSetTerminatingReplicas', fields: ['status.terminatingReplicas'] },
]

/** Returns the status of an update without terminatingReplicas, unless their feature gate is on or they are stored. */
export const withoutTerminating = <T extends object>(next: T, old: T, gates: FeatureGates): T =>
  withoutGatedFields(next, old, TERMINATING, gates)
