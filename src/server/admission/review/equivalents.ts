import { bodyKind } from '../../../model/registry/subresource-of.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import type { Registry } from '../../../model/registry/registry.js'
import { isSubresourceName } from '../../../model/registry/subresource-name.js'
import { connectionKind } from '../../../rest/connect/connection-options.js'
import { tableOf } from '../../../rest/context.js'

const known = new WeakMap<object, Map<KindDef, readonly KindDef[]>>()

/** Returns the other kinds of the same objects: other versions, and those in another group. */
export function equivalentsOf(registry: Registry, def: KindDef): readonly KindDef[] {
  const state = registry.state()
  const byKind = known.get(state) ?? new Map<KindDef, readonly KindDef[]>()
  known.set(state, byKind)
  let found = byKind.get(def)
  if (!found) {
    found = registry.mappings().flatMap(({ group, version, plural }) => {
      if (plural !== def.plural || (group === def.group && version === def.version)) return []
      const other = registry.at(group, version, plural)
      return other && tableOf({ def: other }) === tableOf({ def }) ? [other] : []
    })
    byKind.set(def, found)
  }
  return found
}

/** Returns the kind of the bodies at a resource or subresource of a kind; undefined if it has no such subresource. */
export function kindAt(def: KindDef, subresource: string): KindDef | undefined {
  if (subresource === '') return def
  if (isSubresourceName(subresource)) return def.subresources[subresource] && bodyKind(def, subresource)
  return optionsOf(def, subresource)
}

const options = new WeakMap<KindDef, Map<string, KindDef>>()

/** Returns the kind of the options of a connection, which has no definition of its own. */
function optionsOf(def: KindDef, part: string): KindDef | undefined {
  const kind = connectionKind(def.plural, part)
  if (!kind) return undefined
  const known = options.get(def) ?? new Map<string, KindDef>()
  options.set(def, known)
  let found = known.get(part)
  if (!found) {
    found = { ...def, group: '', version: 'v1', apiVersion: 'v1', ...kind, defaults: (object) => object }
    known.set(part, found)
  }
  return found
}
