import { compareQuantity } from '../../base/numbers/quantity.js'
import type { Claim } from './storage.js'

/** Returns the storage that a claim requests. */
export const wantedOf = ({ spec }: Claim): string => spec?.resources?.requests?.['storage'] ?? '0'

/** Returns whether a bound claim requests more storage than it has. */
export function grows(claim: Claim): boolean {
  const { phase, capacity, allocatedResourceStatuses } = claim.status ?? {}
  const wanted = wantedOf(claim)
  const there = capacity?.['storage']
  // The node finishes a resize that is pending on it.
  if (allocatedResourceStatuses?.['storage'] === 'NodeResizePending') return false
  return phase === 'Bound' && there !== undefined && there !== wanted && compareQuantity(wanted, there) > 0
}
