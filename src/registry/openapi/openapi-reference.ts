import { isObject, type JsonObject } from '../../base/json.js'

/** The component a schema is of: referred to alone, or with something said beside it. */
export function componentOf(written: JsonObject): string | undefined {
  const [only] = Array.isArray(written['allOf']) ? written['allOf'] : []
  const reference = written['$ref'] ?? (isObject(only) ? only['$ref'] : undefined)
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : undefined
}
