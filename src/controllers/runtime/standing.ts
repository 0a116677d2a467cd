import type { SortedMap } from '../../base/lists/sorted-map.js'
import type { Cause } from '../../model/call/call.js'
import { FIXTURES } from '../../model/call/cause.js'
import { type KubeObject, identityOf } from '../../schema/object.js'
import type { Change } from '../../store/history.js'
import { isBuiltIn } from '../built-in.js'
import { placeOf } from './state.js'
import type { Controller } from './types.js'

/**
 * The origin of a change: a fixture, a built-in controller, or anything else: a request, a script, a custom controller.
 */
export type Origin = 'fixture' | 'built-in' | 'other'

/** Returns the origin of a change, given its cause and the running controller. */
export function originOf({ cause }: Pick<Change<KubeObject>, 'cause'>, acting: Controller | undefined): Origin {
  if (cause === FIXTURES) return 'fixture'
  return acting && isBuiltIn(acting) ? 'built-in' : 'other'
}

/**
 * Updates the set of objects that fixtures state with a deletionTimestamp. Such an object stays as it is stated until
 * something else than a built-in controller changes it, or something it waits for.
 */
export function noteStanding(
  standing: SortedMap<true>,
  { prev, next }: Pick<Change<KubeObject>, 'prev' | 'next'>,
  origin: Origin,
): void {
  if (origin === 'fixture' && next?.metadata.deletionTimestamp) standing.set(placeOf(identityOf(next)), true)
  else if (standing.size > 0 && (origin !== 'built-in' || !next)) {
    const object = next ?? prev
    if (object) standing.delete(placeOf(identityOf(object)))
  }
}

/** Returns whether a change is only a heartbeat of a simulated node. */
export const isHeartbeat = ({ cause }: Pick<Change<KubeObject>, 'cause'>): boolean =>
  (cause as Cause | undefined)?.heartbeat === true // the store keeps the cause that rest/ gave it
