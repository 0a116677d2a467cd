import { isObject } from '../base/json.js'
import { hasRules } from '../cel/has-rules.js'
import { loadLibrary } from '../cel/library.js'
import type { KindDef } from '../kind/define.js'
import type { Definition } from '../kind/definition.js'
import { DEFINITIONS } from '../kind/definitions.js'
import { defsOf, withLiveKinds } from '../kind/live.js'
import { readAs } from '../kind/read.js'
import type { Registry } from '../kind/registry.js'
import type { Names } from '../kind/translate.js'
import { validateDefinition } from '../kind/validate-definition.js'
import { DecodeError } from '../schema/decode.js'
import type { Located } from '../source/documents.js'
import { flatten } from './flatten.js'

const API_VERSION = `${DEFINITIONS.group}/${DEFINITIONS.version}`

/** Tells whether a document is a definition of custom resources. */
export const isDefinition = (value: unknown): boolean => isObject(value) && value['kind'] === 'CustomResourceDefinition' && value['apiVersion'] === API_VERSION

/** A registry that knows, beside what is served, what the documents define, so that the objects of a definition may stand before it. */
export function withDefined(registry: Registry, documents: readonly Located[], names: Names): Registry {
  const silent = () => () => undefined
  const defined = flatten(documents, registry, names, silent).filter(({ value }) => isDefinition(value))
  if (defined.length === 0) return registry
  const def = registry.at(DEFINITIONS.group, DEFINITIONS.version, DEFINITIONS.plural)!
  const kinds = defined.flatMap(({ value }) => kindsOf(value, def, registry))
  return withLiveKinds(registry, () => kinds)
}

/** Waits for what the kinds of documents need. */
export async function readyFor(registry: Registry, documents: readonly Located[]): Promise<void> {
  for (const { value } of documents) {
    if (hasRules(value)) await loadLibrary()
    if (isObject(value)) await registry.of(String(value['apiVersion']), String(value['kind']))?.ready?.(value)
  }
}

function kindsOf(value: unknown, def: KindDef, { profile, standard }: Registry): readonly KindDef[] {
  try {
    const read = def.defaults(readAs(def, value).object) as Definition // the schema has those members
    // What is wrong with it is told where it is stored.
    if (validateDefinition(read).length > 0) return []
    const { status: _, ...definition } = read
    return defsOf(definition as Definition, standard, profile)
  } catch (error) {
    if (error instanceof DecodeError) return []
    throw error
  }
}
