import { storedRevision } from '../../schema/stored-metadata.js'
import type { Controller } from '../runtime/types.js'

/** For so long the server keeps an Event after it was last written. */
const TTL = 3_600_000

type Memory = { readonly revision: string; readonly ends: number }

/** Removes Events an hour after they were last written, as storage does. */
export const eventExpiry: Controller = {
  name: 'event-expiry',
  user: 'system:apiserver',
  manager: 'kube-apiserver',
  watches: { Event: 'own' },
  reconcile({ apiVersion, kind, namespace, name }, world) {
    const type = `${apiVersion}/${kind}`
    const event = world.get(type, { namespace, name })
    if (!event) return world.remember(undefined)
    const revision = storedRevision(event)
    const before = world.memory as Memory | undefined // as remembered below
    const memory = before?.revision === revision ? before : { revision, ends: world.now() + TTL }
    if (memory.ends > world.now()) {
      world.remember(memory)
      return { after: memory.ends - world.now() }
    }
    world.remember(undefined)
    return world.delete(type, { namespace, name })
  },
}
