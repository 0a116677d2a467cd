import { utf8Length } from '../../base/bytes/utf8.js'
import type { Schema } from '../../schema/types.js'
import { celName } from '../syntax/keywords.js'
import { RESOURCE, valuesOf } from '../types/schema-types.js'

/** The size limits of the values of a schema (k8s.io/apiserver: cel.DeclType). */
export type Sizes = {
  /** The maximum number of items, entries or characters. */
  readonly most: number
  /** The minimum size as JSON, in bytes. */
  readonly least: number
  readonly items?: Sizes
  readonly fields?: ReadonlyMap<string, Sizes>
  /** The sizes of fields of any other name. */
  readonly others?: Sizes
}

/** The maximum size of a request, in bytes. */
export const MOST_BYTES = 3 * 1024 * 1024

const TIMES: { readonly [format: string]: readonly [most: number, least: number] } = {
  duration: [32, 3],
  date: [12, 12],
  'date-time': [32, 21],
}

/**
 * Returns the size limits of the values of a schema; undefined for values without a CEL type (common: SchemaDeclType).
 */
export function sizesOf(schema: Schema): Sizes | undefined {
  const { type, items } = schema
  const bound = (given: number | undefined, else_: () => number) =>
    given === undefined ? Math.floor(else_()) : Math.max(0, given)
  if (schema['x-kubernetes-int-or-string']) return { most: MOST_BYTES - 2, least: 1 }
  switch (type) {
    case 'array': {
      const each = items && sizesOf(asResource(items))
      if (!each) return undefined
      return { most: bound(schema.maxItems, () => (MOST_BYTES - 2) / (each.least + 1)), least: 2, items: each }
    }
    case 'object': {
      const values = valuesOf(schema)
      if (!values) return ofMembers(asResource(schema))
      const each = sizesOf(asResource(values))
      return (
        each && { most: bound(schema.maxProperties, () => (MOST_BYTES - 2) / (each.least + 6)), least: 2, items: each }
      )
    }
    case 'string':
      return ofText(schema)
    case 'boolean':
      return { most: 0, least: 4 }
    case 'number':
    case 'integer':
      return { most: 0, least: 1 }
    default:
      return undefined
  }
}

function ofText({ format: given, maxLength, enum: allowed = [] }: Schema): Sizes {
  const format: string = given ?? ''
  const time = Object.hasOwn(TIMES, format) ? TIMES[format] : undefined
  if (time) return { most: time[0], least: time[1] }
  if (maxLength !== undefined) return { most: Math.max(0, maxLength) * (format === 'byte' ? 1 : 4), least: 2 }
  if (format === 'byte' || allowed.length === 0) return { most: MOST_BYTES - 2, least: 2 }
  return { most: allowed.reduce<number>((most, one) => Math.max(most, utf8Length(String(one))), 0), least: 2 }
}

function ofMembers({ properties = {}, required = [] }: Schema): Sizes {
  const fields = new Map<string, Sizes>()
  let least = 2
  for (const [name, schema] of Object.entries(properties)) {
    const sizes = sizesOf(asResource(schema))
    if (!sizes) continue
    const field = celName(name)
    if (field !== undefined) fields.set(field, sizes)
    if (required.includes(name) && schema.default === undefined) least += utf8Length(name) + sizes.least + 4
  }
  return { most: 0, least, fields }
}

/** Adds the fields of every resource to the schema of one. */
export const asResource = (schema: Schema): Schema =>
  schema['x-kubernetes-embedded-resource']
    ? { ...schema, properties: { ...schema.properties, ...RESOURCE }, 'x-kubernetes-embedded-resource': false }
    : schema
