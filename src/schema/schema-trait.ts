import type { Schema } from './types.js'

/**
 * Makes a test that tells whether a schema or any schema inside it passes `test`; results are cached. Schemas may be
 * recursive.
 */
export function schemaTrait(test: (schema: Schema) => boolean): (schema: Schema) => boolean {
  const known = new WeakMap<Schema, boolean>()
  return (root) => {
    const found = new Set([root])
    // The iteration includes the schemas that are added meanwhile.
    for (const schema of found) {
      const before = known.get(schema)
      if (before ?? test(schema)) {
        known.set(root, true)
        return true
      }
      if (before === undefined) for (const inner of [...innerSchemas(schema), ...alternatives(schema)]) found.add(inner)
    }
    for (const schema of found) known.set(schema, false)
    return false
  }
}

/** Returns the schemas directly inside a schema. */
export const innerSchemas = ({ items, additionalProperties, properties, allOf }: Schema): readonly Schema[] =>
  [items, additionalProperties, ...Object.values(properties ?? {}), ...(allOf ?? [])].filter(
    (schema) => schema !== undefined,
  )

const alternatives = ({ anyOf = [], oneOf = [], not }: Schema): readonly Schema[] => [
  ...anyOf,
  ...oneOf,
  ...(not ? [not] : []),
]

/** Tells whether a schema or any schema inside it has rules. */
export const isRuled = schemaTrait((schema) => (schema['x-kubernetes-validations'] ?? []).length > 0)
