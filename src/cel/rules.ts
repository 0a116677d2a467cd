import { schemaTrait } from '../schema/schema-trait.js'

/** Tells whether a schema or any schema inside it has rules. */
export const isRuled = schemaTrait((schema) => (schema['x-kubernetes-validations'] ?? []).length > 0)
