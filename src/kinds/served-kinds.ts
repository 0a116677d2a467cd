import { ageColumn, nameColumn } from '../registry/columns.js'
import type { Kind } from '../registry/kind.js'
import type { Profile } from '../registry/profile.js'
import { type Registry, createRegistry, pathOf } from '../registry/registry.js'
import { scale } from './autoscaling/scale.js'
import { builtinKinds } from './builtin.js'

/**
 * The registry of a cluster: the built-in kinds, and some of its own at other paths. Kinds of OpenAPI documents give
 * way to those before them.
 *
 * @throws TypeError for a kind of its own at a path that has one
 */
export function registryOf(profile: Profile, own: readonly Kind[]): Registry {
  const taken = new Map(builtinKinds.map((kind) => [pathOf(kind.mapping(profile)), 'a built-in kind']))
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
  return createRegistry(profile, [...builtinKinds, ...added], { nameColumn, ageColumn, scale })
}
