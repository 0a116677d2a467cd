import type { SortedMap } from '../../base/lists/sorted-map.js'
import { jsonEqual } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { Definition } from './definition.js'
import { conditionIsTrue } from './definition-status.js'
import { kindsOfDefinition } from './kinds-of-definition.js'
import type { Profile } from '../../model/registry/profile.js'
import { type Registry, type Standard, createRegistry } from '../../model/registry/registry.js'
import { combinedRegistry } from '../../model/registry/combined-registry.js'
import { objectsOf } from '../../store/page.js'

/** Returns a registry with the kinds of another one, plus the current result of `now`. */
export function withLiveKinds(base: Registry, now: () => readonly KindDef[]): Registry {
  let kinds: readonly KindDef[] = []
  let live: Registry | undefined
  const current = (): Registry | undefined => {
    const next = now()
    if (next !== kinds) {
      kinds = next
      const free = next.filter((def) => !base.at(def.group, def.version, def.plural))
      live = free.length === 0 ? undefined : createRegistry(base.profile, free, base.standard)
    }
    return live
  }
  return {
    ...combinedRegistry(base, current),
    isCustom: (group) => !base.versions(group) && current()?.versions(group) !== undefined,
  }
}

const NONE: readonly KindDef[] = []

/** Returns the kinds of the established definitions in a table; the same array while they do not change. */
export function kindsOfTable(
  { profile, standard }: Registry,
  table: () => SortedMap<KubeObject> | undefined,
): () => readonly KindDef[] {
  let last: SortedMap<KubeObject> | undefined
  let kinds = NONE
  return () => {
    const next = table()
    if (next === last) return kinds
    last = next
    const definitions = objectsOf(next) as readonly Definition[] // the table holds definitions
    const found = definitions
      .filter((definition) => conditionIsTrue(definition, 'Established'))
      .flatMap((definition) => defsOf(definition, standard, profile))
    if (found.length !== kinds.length || found.some((def, i) => def !== kinds[i]))
      kinds = found.length === 0 ? NONE : found
    return kinds
  }
}

type Known = {
  readonly names: unknown
  readonly terminating: boolean
  readonly converted: boolean
  readonly profile: Profile
  readonly defs: readonly KindDef[]
}

// Keyed by the spec, which keeps its identity while it does not change.
const known = new WeakMap<object, Known>()

/** Returns the kinds of a definition, the same ones while it does not change. */
export function defsOf(definition: Definition, standard: Standard, profile: Profile): readonly KindDef[] {
  const { spec, status, metadata } = definition
  const names = status?.acceptedNames ?? spec.names
  const converted =
    (metadata.generation ?? 1) > 1 || spec.versions.length > 1 || (status?.storedVersions ?? []).length > 1
  const found = known.get(spec)
  const terminating = conditionIsTrue(definition, 'Terminating')
  if (
    found &&
    found.names === names &&
    found.terminating === terminating &&
    found.converted === converted &&
    found.profile === profile
  )
    return found.defs
  const defs = kindsOfDefinition({ ...definition, spec: { ...spec, names } }, standard, converted).map((kind) =>
    kind(profile),
  )
  known.set(spec, { names, terminating, converted, profile, defs })
  for (const def of defs) stated.set(def, { spec, names })
  return defs
}

const stated = new WeakMap<KindDef, object>()

/** Tells whether two kinds were made of definitions with the same spec and accepted names. */
export const areSameStated = (one: KindDef, other: KindDef): boolean =>
  one === other || jsonEqual(stated.get(one), stated.get(other))
