import type { LateKinds, Place } from '../kind/registry.js'
import { DEFINITIONS } from '../kind/definitions.js'
import type { Profile } from '../kind/profile.js'
import { companions } from './companions.js'
import { customResourceDefinition } from './custom-resource-definition/definition.js'

/** Kinds that are made when they are first asked for: definitions of others, and the companions unless they are unwanted. */
export function lateKinds(profile: Profile, wantsCompanions: boolean): LateKinds {
  const own: Place = { ...DEFINITIONS, kind: 'CustomResourceDefinition' }
  const more = wantsCompanions ? companions(profile) : undefined
  return {
    places: [...(more?.places ?? []), own],
    make: (place) => (place === own || !more ? customResourceDefinition(profile) : more.make(place)),
  }
}
