import type { SortedMap } from '../../base/btree.js'
import type { Cause } from '../../api/call.js'
import { FIXTURES } from '../../api/cause.js'
import { identityOf } from '../../schema/identity.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/log.js'
import { isBuiltIn } from './choose.js'
import { placeOf } from './state.js'
import type { Controller } from './types.js'

/**
 * Who made a change: a fixture, a controller that is built in, or somebody else: a request, a script, a controller of
 * one's own.
 */
export type Origin = 'fixture' | 'built-in' | 'other'

/** Who made a change, by its cause and the controller at work. */
export function originOf({ cause }: Pick<Change<KubeObject>, 'cause'>, acting: Controller | undefined): Origin {
  if (cause === FIXTURES) return 'fixture'
  return acting && isBuiltIn(acting) ? 'built-in' : 'other'
}

/**
 * Keeps the list of objects that fixtures state to be on their way out up with a change. Such an object stays as it is
 * stated until somebody else changes it, or something it waits for.
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

/** Whether a change is but a sign of life of a simulated node. */
export const isHeartbeat = ({ cause }: Pick<Change<KubeObject>, 'cause'>): boolean =>
  (cause as Cause | undefined)?.heartbeat === true // the store keeps what rest/ gave it
