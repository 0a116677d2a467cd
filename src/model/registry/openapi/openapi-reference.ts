import { isObject, type JsonObject } from '../../../base/json/json.js'

/** Returns the component that a schema refers to: by a plain `$ref`, or by an allOf with siblings. */
export function componentOf(written: JsonObject): string | undefined {
  const [only] = Array.isArray(written['allOf']) ? written['allOf'] : []
  const reference = written['$ref'] ?? (isObject(only) ? only['$ref'] : undefined)
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : undefined
}
