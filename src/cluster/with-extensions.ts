import type { KubeObject } from '../schema/object.js'
import type { ObjectTable } from '../store/log.js'
import { isUnmade } from '../base/btree.js'
import { type Registry, createRegistry } from '../registry/registry.js'
import { withMore } from '../registry/with-more.js'
import { extensionKinds } from '../kinds/builtin.js'

/**
 * A registry that serves the kinds of other servers besides, each version of them for as long as there is an APIService
 * of its name in a table.
 */
export function withExtensions(base: Registry, table: () => ObjectTable<KubeObject> | undefined): Registry {
  let last: ObjectTable<KubeObject> | undefined
  let served: Registry | undefined
  let made: Registry | undefined
  return withMore(base, () => {
    const next = table()
    if (next !== last) {
      last = next
      served = next && isRegistered(next, base) ? (made ??= extensionsOf(base)) : undefined
    }
    return served
  })
}

const extensionsOf = ({ profile, standard }: Registry) => createRegistry(profile, extensionKinds, standard)

/** Nobody has registered anything where nobody has looked yet. */
function isRegistered(table: ObjectTable<KubeObject>, { profile }: Registry): boolean {
  if (isUnmade(table)) return false
  return extensionKinds.some((kind) => {
    const { group, version } = kind.mapping(profile)
    return table.has(`${version}.${group}`)
  })
}
