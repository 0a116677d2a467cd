import { isObject, type JsonObject } from '../../../base/json/json.js'
import { stringFormat } from '../../../schema/string-format.js'
import type { Schema } from '../../../schema/types.js'
import { componentOf } from './openapi-reference.js'

const BOUNDS = [
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
] as const

/**
 * Makes a reader for the bounds that components set on values, without types, which are checked when a body is decoded.
 */
export function createBoundsReader(written: JsonObject): (component: string) => Schema {
  const known = new Map<string, Schema>()
  const ofComponent = (name: string): Schema => {
    const found = known.get(name)
    if (found) return found
    const schema: Schema = {}
    known.set(name, schema)
    const component = written[name]
    // Registered before it is filled in, because the component may refer to itself.
    return Object.assign(schema, ofSchema(isObject(component) ? component : {}))
  }
  const ofSchema = (given: JsonObject): Schema => {
    const reference = componentOf(given)
    // Siblings of a reference are only the member's description and default.
    if (reference !== undefined) return ofComponent(reference)
    const { properties, items, additionalProperties } = given
    return {
      ...ownBounds(given),
      ...(isObject(properties) ? { properties: each(properties, ofSchema) } : {}),
      ...(isObject(items) ? { items: ofSchema(items) } : {}),
      ...(isObject(additionalProperties) ? { additionalProperties: ofSchema(additionalProperties) } : {}),
    }
  }
  return ofComponent
}

const each = (members: JsonObject, read: (member: JsonObject) => Schema): Record<string, Schema> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, read(isObject(member) ? member : {})]))

function ownBounds(written: JsonObject): Schema {
  const { format } = written
  const isChecked = typeof format === 'string' && written['type'] === 'string' && stringFormat(format) !== undefined
  const bounds = BOUNDS.flatMap((bound) => (written[bound] === undefined ? [] : [[bound, written[bound]]]))
  return Object.fromEntries(isChecked ? [...bounds, ['format', format]] : bounds)
}
