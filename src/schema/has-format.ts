import type { Schema } from './types.js'

const known = new Map<string, WeakMap<Schema, boolean>>()

/** Tells whether a schema has, anywhere, values of a format. */
export function hasFormat(schema: Schema, format: NonNullable<Schema['format']>): boolean {
  let schemas = known.get(format)
  if (!schemas) known.set(format, (schemas = new WeakMap()))
  return look(schema, format, schemas)
}

function look(schema: Schema, format: string, schemas: WeakMap<Schema, boolean>): boolean {
  let has = schemas.get(schema)
  if (has === undefined) {
    // A struct that holds itself is looked at once.
    schemas.set(schema, false)
    const parts = [...Object.values(schema.properties ?? {}), schema.items, schema.additionalProperties]
    has = schema.format === format || parts.some((part) => part !== undefined && look(part, format, schemas))
    schemas.set(schema, has)
  }
  return has
}
