import { DEFINITIONS } from '../apiextensions/definition-table.js'
import type { Kind } from '../registry/kind.js'
import type { Profile } from '../registry/profile.js'
import type { LateKind } from '../registry/registry.js'
import { companions } from './companions.js'
import { customResourceDefinition } from '../apiextensions/custom-resource-definition.js'

/** A kind that is made when it is first asked for, where it can tell its place before. */
export function late(kind: Kind, profile: Profile): LateKind {
  return { ...kind.mapping(profile), make: () => kind(profile) }
}

/** Kinds that give way to others at their path: the companions unless they are unwanted, and definitions of others. */
export function yieldingKinds(profile: Profile, wantsCompanions: boolean): readonly LateKind[] {
  const own: LateKind = {
    ...DEFINITIONS,
    kind: 'CustomResourceDefinition',
    make: () => customResourceDefinition(profile),
  }
  return [...(wantsCompanions ? companions(profile) : []), own]
}
