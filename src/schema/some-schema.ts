import type { Schema } from './types.js'

/** Tells whether a schema or any schema inside it passes a test. Each is visited once: schemas may be recursive. */
export function someSchema(root: Schema, test: (schema: Schema) => boolean): boolean {
  const found = new Set<Schema>([root])
  // The iteration includes the schemas that are added meanwhile.
  for (const schema of found) {
    if (test(schema)) return true
    for (const inner of innerSchemas(schema)) found.add(inner)
  }
  return false
}

/** Returns the schemas directly inside a schema. */
export const innerSchemas = ({ items, additionalProperties, properties, allOf }: Schema): readonly Schema[] =>
  [items, additionalProperties, ...Object.values(properties ?? {}), ...(allOf ?? [])].filter(
    (schema) => schema !== undefined,
  )
