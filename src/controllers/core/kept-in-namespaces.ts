import { storedName } from '../../schema/stored-metadata.js'
import { changedObject } from '../../schema/changed-object.js'
import { jsonEqual } from '../../base/json/json.js'
import type { Draft } from '../../kinds/object-types.js'
import type { Controller, ObjectChange } from '../runtime/types.js'
import { namespaceKey } from './namespace-end.js'

/** An object that every namespace has. */
type Kept = {
  /** The name of the controller. */
  readonly name: string
  readonly user: string
  /** A kind of the core group. */
  readonly kind: string
  readonly object: Draft<string> & { readonly metadata: { readonly name: string } }
}

/** Creates a controller that keeps an object in every namespace: it creates the object and restores its data. */
export function keptInNamespaces({ name, user, kind, object }: Kept): Controller {
  const own = object.metadata.name
  const type = `v1/${kind}`
  return {
    name,
    user,
    watches: {
      Namespace: ({ prev, next }) => (next && !prev ? [namespaceKey(storedName(next))] : []),
      [kind]: ({ prev, next }: ObjectChange) => {
        const { namespace = '', name: changed } = changedObject({ prev, next }).metadata
        return changed === own && prev ? [namespaceKey(namespace)] : []
      },
    },
    *reconcileInSteps({ name: namespace }, world) {
      const home = world.get('Namespace', { name: namespace })
      if (!home || home.metadata.deletionTimestamp) return
      const there = world.get(type, { namespace, name: own })
      if (!there) yield* world.create(type, { ...object, metadata: { ...object.metadata, namespace } })
      else if (!there.metadata.deletionTimestamp && !jsonEqual(there['data'], object['data']))
        yield* world.edit(type, { namespace, name: own }, (draft) => void (draft['data'] = object['data']))
    },
  }
}
