import { someSchema } from '../schema/some-schema.js'
import type { Schema } from '../schema/types.js'

const ruled = new WeakMap<Schema, boolean>()

/** Tells whether a schema or any schema inside it has rules. */
export function isRuled(schema: Schema): boolean {
  let is = ruled.get(schema)
  if (is === undefined) ruled.set(schema, (is = someSchema(schema, hasOwnRules)))
  return is
}

const hasOwnRules = (schema: Schema): boolean => (schema['x-kubernetes-validations'] ?? []).length > 0
