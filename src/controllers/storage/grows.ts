import { compareQuantity } from '../../base/quantity.js'
import type { Claim } from './storage.js'

/** How much a claim asks for. */
export const wantedOf = ({ spec }: Claim): string => spec?.resources?.requests?.['storage'] ?? '0'

/** Whether a bound claim asks for more than it has. */
export function grows(claim: Claim): boolean {
  const { phase, capacity, allocatedResourceStatuses } = claim.status ?? {}
  const wanted = wantedOf(claim)
  const there = capacity?.['storage']
  // What waits for a node is the node's to finish.
  if (allocatedResourceStatuses?.['storage'] === 'NodeResizePending') return false
  return phase === 'Bound' && there !== undefined && there !== wanted && compareQuantity(wanted, there) > 0
}
