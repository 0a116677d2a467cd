import type { View } from './controlled.js'
import type { Workings } from './workings.js'

/**
 * A state by what people call it: a resource version, or the id of a snapshot.
 *
 * @throws StatusError 404, RangeError for a resource version that is not held
 */
export const viewOf = ({ cluster, snapshots }: Workings, name: string): View =>
  cluster.at(/^\d+$/.test(name) ? name : snapshots.get(name))
