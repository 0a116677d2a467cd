import { changedObject } from '../../schema/changed-object.js'
import { identityOf } from '../../schema/identity.js'
import type { Controller } from '../runtime/types.js'

/** For so long the server keeps an Event after it was last written. */
const TTL = 3_600_000

/** Removes Events an hour after they were last written, as storage does. */
export const eventExpiry: Controller = {
  name: 'event-expiry',
  user: 'system:apiserver',
  manager: 'kube-apiserver',
  watches: {
    // One that is new is looked at when its hour is over, and not before: there are many of them.
    Event(change) {
      const key = identityOf(changedObject(change))
      return change.prev ? [{ key, told: 'written' }] : [{ key, after: TTL }]
    },
  },
  reconcile({ apiVersion, kind, namespace, name }, world) {
    const type = `${apiVersion}/${kind}`
    if (!world.get(type, { namespace, name })) return undefined
    if (world.stated || world.told.length > 0) return { after: TTL }
    return world.delete(type, { namespace, name })
  },
}
