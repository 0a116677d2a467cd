import type { PastState } from './controlled.js'
import type { OperationContext } from './operation-context.js'

/**
 * Finds a state by resourceVersion or by the id of a snapshot.
 *
 * @throws StatusError 404, RangeError for a resourceVersion that is not kept
 */
export const pastState = ({ cluster, snapshots }: OperationContext, name: string): PastState =>
  cluster.at(/^\d+$/.test(name) ? name : snapshots.get(name))
