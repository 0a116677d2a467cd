import { mustHave } from '../../base/must-have.js'
import { isObject } from '../../base/json/json.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { type Definition, DEFINITIONS } from './definition.js'
import { defsOf, withLiveKinds } from './live-kinds.js'
import { readAs } from '../../model/registry/read.js'
import type { Registry } from '../../model/registry/registry.js'
import { definitionRules } from './custom-resource-definition.js'
import { DecodeError } from '../../schema/decode.js'
import type { Located } from '../../base/input/documents.js'

const API_VERSION = `${DEFINITIONS.group}/${DEFINITIONS.version}`

/** Whether a document is a CustomResourceDefinition. */
export const isDefinition = (value: unknown): boolean =>
  isObject(value) && value['kind'] === 'CustomResourceDefinition' && value['apiVersion'] === API_VERSION

/**
 * Returns a registry that also has the kinds of the definitions among the objects, so that custom resources may precede
 * their definition.
 */
export function withDefined(registry: Registry, objects: readonly Located[]): Registry {
  const defined = objects.filter(({ value }) => isDefinition(value))
  if (defined.length === 0) return registry
  const def = mustHave(
    registry.at(DEFINITIONS.group, DEFINITIONS.version, DEFINITIONS.plural),
    'the kind of definitions',
  )
  const kinds = defined.flatMap(({ value }) => kindsOf(value, def, registry))
  return withLiveKinds(registry, () => kinds)
}

function kindsOf(value: unknown, def: KindDef, { profile, standard }: Registry): readonly KindDef[] {
  try {
    const read = def.defaults(readAs(def, value).object) as Definition // the schema has these fields
    // Errors in the definition are reported when it is stored.
    const { nameFaults, validateDefinition } = definitionRules.needed()
    const faults = nameFaults(read.metadata.name ?? '', false, read)
    if (faults.length > 0 || validateDefinition(read).length > 0) return []
    const { status: _, ...definition } = read
    return defsOf(definition, standard, profile)
  } catch (error) {
    if (error instanceof DecodeError) return []
    throw error
  }
}
