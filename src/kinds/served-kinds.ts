import { ageColumn, nameColumn } from '../model/registry/columns.js'
import type { Kind } from '../model/registry/kind-def.js'
import type { Profile } from '../model/registry/profile.js'
import { type Registry, createRegistry, pathOf } from '../model/registry/registry.js'
import type { IsServed } from '../model/registry/runtime-config.js'
import { scale } from './autoscaling/scale.js'
import { builtinKindsOf } from './builtin.js'

/**
 * Returns the registry of a cluster: the built-in kinds that it serves, and its own kinds at other paths. A kind of an
 * OpenAPI document is left out if its path is taken.
 *
 * @throws TypeError if the path of any other own kind is taken
 */
export function registryOf(profile: Profile, own: readonly Kind[], isServed: IsServed = () => true): Registry {
  const known = builtinKindsOf(profile)
  const builtin = known.filter((kind) => isServed(kind.mapping(profile)))
  const served = new Set(builtin)
  const off = known.filter((kind) => !served.has(kind)).map((kind) => kind.mapping(profile))
  const taken = new Map(builtin.map((kind) => [pathOf(kind.mapping(profile)), 'a built-in kind']))
  const added = own.filter((kind, i) => {
    const mapping = kind.mapping(profile)
    const path = pathOf(mapping)
    const before = taken.get(path)
    if (before === undefined) taken.set(path, `kinds[${i}]`)
    else if (!kind.fromDocument)
      throw new TypeError(
        `createCluster: kinds[${i}]: ${mapping.kind} cannot be served at ${path}, where ${before} is; give it another group, version or plural, or leave it out`,
      )
    return before === undefined
  })
  return createRegistry(profile, [...builtin, ...added], { nameColumn, ageColumn, scale, off })
}
