import { type JsonObject, entriesByName, isObject } from '../../../base/json/json.js'

/** The keywords of a schema in the order of a real server (kube-openapi: SchemaProps); extensions follow, by name. */
const ORDER = [
  'description',
  'type',
  'nullable',
  'format',
  'title',
  'default',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'multipleOf',
  'enum',
  'maxProperties',
  'minProperties',
  'required',
  'items',
  'allOf',
  'oneOf',
  'anyOf',
  'not',
  'properties',
  'additionalProperties',
  '$ref',
]

const PLACES = new Map(ORDER.map((key, place) => [key, String(place).padStart(2, '0')]))

const placeOf = (key: string): string => PLACES.get(key) ?? key

/** Returns a schema with its keywords in the order of a real server. */
export const inOrder = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).sort(([a], [b]) => (placeOf(a) < placeOf(b) ? -1 : 1)))

/** Returns members in the order of their names, in which Go writes a map. */
export const byName = <V>(members: { readonly [name: string]: V }): { readonly [name: string]: V } =>
  Object.fromEntries(entriesByName(members))

/** Returns a value with the members of all objects in it by name. */
export function allByName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(allByName)
  if (!isObject(value)) return value
  return byName(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, allByName(member)])))
}
