import type { JsonObject } from '../../base/json.js'

/** The keywords of a schema in the order of a real server (kube-openapi: SchemaProps); extensions follow, by name. */
const ORDER = [
  '$ref',
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
]

const PLACES = new Map(ORDER.map((key, place) => [key, String(place).padStart(2, '0')]))

const placeOf = (key: string): string => PLACES.get(key) ?? key

/** Returns a schema with its keywords in the order of a real server. */
export const inOrder = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).sort(([a], [b]) => (placeOf(a) < placeOf(b) ? -1 : 1)))
