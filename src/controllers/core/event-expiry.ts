import { changedObject, identityOf } from '../../schema/object.js'
import type { Controller } from '../runtime/types.js'

/** How long the server keeps an Event after its last write, in milliseconds (`--event-ttl`). */
const TTL = 3_600_000

/** Deletes Events an hour after they were last written, as etcd's leases do. */
export const eventExpiry: Controller = {
  name: 'event-expiry',
  user: 'system:apiserver',
  manager: 'kube-apiserver',
  watches: {
    // A new Event is only looked at when its hour is over: there are many of them.
    Event(change) {
      const key = identityOf(changedObject(change))
      return change.prev ? [{ key, told: 'written' }] : [{ key, after: TTL }]
    },
  },
  *reconcileInSteps({ apiVersion, kind, namespace, name }, world) {
    const type = `${apiVersion}/${kind}`
    if (!world.get(type, { namespace, name })) return undefined
    if (world.stated || world.told.length > 0) return { after: TTL }
    return yield* world.delete(type, { namespace, name })
  },
}
