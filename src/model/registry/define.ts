import { deepFreeze } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'
import type { Infer, Schema } from '../../schema/types.js'
import type { Kind, RestMapping } from './kind.js'
import type { KindDeclaration } from './kind-declaration.js'
import type { KindDef } from './kind-def.js'
import { makeKind } from './make-kind.js'
import type { Profile } from './profile.js'

type Members = { readonly [member: string]: Schema }

/** The TypeScript type of an object with the given members. */
export type ObjectOf<M extends Members> = KubeObject & { readonly [K in keyof M]?: Infer<M[K]> }

/**
 * Declares a kind. `members` are its own top-level members; kind, apiVersion and metadata are added.
 *
 * @example
 * const spec = always(struct('io.k8s.api.coordination.v1.LeaseSpec', { … }))
 * export const lease = defineKind({ spec }, (profile) => ({
 *   group: profile.group('coordination'),
 *   version: 'v1',
 *   names: { kind: 'Lease', plural: 'leases' },
 *   …
 * }))
 */
export function defineKind<const M extends Members>(
  members: M | ((profile: Profile) => M),
  declare: (profile: Profile) => KindDeclaration<ObjectOf<M>>,
): Kind<ObjectOf<M>> {
  // A declaration depends only on the profile, so clusters share the result.
  const declared = oncePerProfile(declare)
  const make = oncePerProfile((profile): KindDef => {
    // From here on objects of the kind are handled generically: the member types only serve inside the kind's file.
    const declaration = declared(profile) as unknown as KindDeclaration
    const own = typeof members === 'function' ? members(profile) : members
    return deepFreeze(makeKind(declaration, own, profile))
  })
  const mapping = oncePerProfile((profile): RestMapping => {
    const { group, version, names } = declared(profile)
    return { group, version, plural: names.plural, kind: names.kind }
  })
  return Object.assign(make, { mapping })
}

function oncePerProfile<V>(make: (profile: Profile) => V): (profile: Profile) => V {
  const made = new WeakMap<Profile, { readonly value: V }>()
  return (profile) => {
    let known = made.get(profile)
    if (!known) made.set(profile, (known = { value: make(profile) }))
    return known.value
  }
}
