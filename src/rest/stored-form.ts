import type { Target } from '../model/call/target.js'
import { subresourceOf } from '../model/registry/subresource-of.js'
import type { KubeObject } from '../schema/object.js'
import type { Store } from '../store/store.js'
import { keyOf, tableOf } from './context.js'

/** Returns the object that a write is about, if it is stored in the same form as the write's body. */
export function storedForm({ get }: Pick<Store<KubeObject>, 'get'>, target: Target): KubeObject | undefined {
  const { def, namespace, name, subresource } = target
  if (def.storage.conversion || subresourceOf(def, subresource).view) return undefined
  return get(tableOf(target), keyOf(namespace, name))
}
