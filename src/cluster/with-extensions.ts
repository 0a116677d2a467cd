import type { KubeObject } from '../schema/object.js'
import type { ObjectTable } from '../store/log.js'
import { isUnmade } from '../base/lists/sorted-map.js'
import { type Registry, createRegistry } from '../model/registry/registry.js'
import { combinedRegistry } from '../model/registry/combined-registry.js'
import { extensionKinds } from '../kinds/builtin.js'

/**
 * Returns a registry that also serves the kinds of extension API servers, each version as long as the table has an
 * APIService of its name.
 */
export function withExtensions(base: Registry, table: () => ObjectTable<KubeObject> | undefined): Registry {
  let last: ObjectTable<KubeObject> | undefined
  let served: Registry | undefined
  let made: Registry | undefined
  return combinedRegistry(base, () => {
    const next = table()
    if (next !== last) {
      last = next
      served = next && isRegistered(next, base) ? (made ??= extensionsOf(base)) : undefined
    }
    return served
  })
}

const extensionsOf = ({ profile, standard }: Registry) => createRegistry(profile, extensionKinds, standard)

/** Tells whether an extension is registered; a table that was never built has none. */
function isRegistered(table: ObjectTable<KubeObject>, { profile }: Registry): boolean {
  if (isUnmade(table)) return false
  return extensionKinds.some((kind) => {
    const { group, version } = kind.mapping(profile)
    return table.has(`${version}.${group}`)
  })
}
