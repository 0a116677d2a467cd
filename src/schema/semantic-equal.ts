import { getOwn, isObject, jsonEqual } from '../base/json/json.js'
import { quantityEqual } from '../base/numbers/quantity.js'
import type { Schema } from './types.js'

/**
 * Tells whether two values of a schema are equal (apiequality.Semantic): quantities are compared by value, and an empty
 * list equals a missing one. Without a schema, quantities are texts like others. One that has to be made first is made
 * only where the values are not just equal.
 */
export const semanticEqual = (schema: Schema | (() => Schema) | undefined, a: unknown, b: unknown): boolean =>
  jsonEqual(a, b) || isAlike(typeof schema === 'function' ? schema() : schema, a, b)

function isAlike(schema: Schema | undefined, a: unknown, b: unknown): boolean {
  if (a === b || (isVoid(a) && isVoid(b))) return true
  if (schema?.format === 'quantity') return typeof a === 'string' && typeof b === 'string' && quantityEqual(a, b)
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false
    for (let i = 0; i < a.length; i++) if (!isAlike(schema?.items, a[i], b[i])) return false
    return true
  }
  if (!isObject(a) || !isObject(b)) return false
  for (const name in { ...a, ...b })
    if (!isAlike(schema?.properties?.[name] ?? schema?.additionalProperties, getOwn(a, name), getOwn(b, name)))
      return false
  return true
}

const isVoid = (value: unknown) => value === undefined || value === null || (Array.isArray(value) && value.length === 0)
