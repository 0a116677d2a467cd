import type { PastState } from './controlled.js'
import type { Workings } from './workings.js'

/**
 * A state by what people call it: a resource version, or the id of a snapshot.
 *
 * @throws StatusError 404, RangeError for a resource version that is not held
 */
export const pastState = ({ cluster, snapshots }: Workings, name: string): PastState =>
  cluster.at(/^\d+$/.test(name) ? name : snapshots.get(name))
