import { parseDurationFormat } from '../../base/go/duration.js'
import { Float } from '../../base/go/numbers.js'
import { goType } from '../../base/go/printable.js'
import { givenAt } from '../../base/json/as-given.js'
import { CelError } from '../run/cel-error.js'
import { charBytes } from '../../base/bytes/utf8.js'
import { isObject } from '../../base/json/json.js'
import type { Schema } from '../../schema/types.js'
import type { Fields } from './environment.js'
import { celName, wordOf } from '../syntax/keywords.js'
import { Duration, timestampOf } from '../run/moments.js'
import { GivenMap, Struct } from '../run/struct.js'
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  STRING,
  TIMESTAMP,
  type Type,
  listOf,
  mapOf,
  structOf,
} from './type.js'

/** A type of values in expressions. */
export type CelType = {
  readonly type: Type
  /** Converts a JSON value to the type: to an error if it does not fit, undefined if its text cannot be read. */
  readonly of: (value: unknown) => unknown
}

const scalar = (type: Type, of: (value: unknown) => unknown): CelType => ({ type, of })
const whole = (value: unknown) =>
  typeof value === 'bigint' ? value : typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined
const misfit = (wanted: string, value?: unknown) =>
  new CelError(`invalid data, expected ${wanted}${value === undefined ? '' : `, got ${goType(value)}`}`)
const integer = (value: unknown) => whole(value) ?? misfit('int', value)
const double = (value: unknown) => {
  const number = value instanceof Float ? value.value : typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' ? number : misfit('float', value)
}
const intOrString = scalar(DYN, (value) =>
  typeof value === 'string' ? value : (whole(value) ?? misfit('XIntOrString value to be either a string or integer')),
)
const MAP = 'a map for the provided schema with type=object'
const NULL = new CelError('invalid data, got null for schema with nullable=false')
const ofText =
  (read: (text: string) => unknown): CelType['of'] =>
  (value) =>
    typeof value === 'string' ? read(value) : misfit('string', value)
const TIMES: ReadonlySet<string> = new Set(['date', 'date-time', 'micro-time'])

/** The schema of the values of a map; undefined where any other members are allowed, or none. */
export const valuesOf = ({ additionalProperties: values = {} }: Schema): Schema | undefined =>
  Object.keys(values).length > 0 ? values : undefined

/**
 * Returns the type of a schema (k8s.io/apiserver: common.SchemaDeclType), and adds the structs in it, with names that
 * begin with `name`; returns undefined for values without a CEL type.
 */
export function declareType(structs: Map<string, Fields>, schema: Schema, name: string): CelType | undefined {
  const found = declareValues(structs, schema, name)
  const none = schema.nullable ? null : NULL
  return found && { type: found.type, of: (value) => (value === null ? none : found.of(value)) }
}

/** The type of a schema for values that are not null. */
function declareValues(structs: Map<string, Fields>, schema: Schema, name: string): CelType | undefined {
  const { type, items, properties = {} } = schema
  const format: string = schema.format ?? ''
  if (schema['x-kubernetes-int-or-string']) return intOrString
  switch (type) {
    case 'boolean':
      return scalar(BOOL, (value) => (typeof value === 'boolean' ? value : misfit('bool', value)))
    case 'integer':
      return scalar(INT, integer)
    case 'number':
      return scalar(DOUBLE, double)
    case 'string':
      if (format === 'byte') return scalar(BYTES, ofText(bytesOf))
      if (format === 'duration') return scalar(DURATION, ofText(durationOfFormat))
      if (TIMES.has(format)) return scalar(TIMESTAMP, ofText(timeOf))
      return scalar(
        STRING,
        ofText((value) => value),
      )
    case 'array': {
      const item = items && declareType(structs, items, `${name}.@idx`)
      return (
        item && {
          type: listOf(item.type),
          of: (value) =>
            Array.isArray(value)
              ? value.map((_, i) => item.of(givenAt(value, i)))
              : misfit('an array for the provided schema with type=array'),
        }
      )
    }
    case 'object':
      break
    default:
      return undefined
  }
  const values = valuesOf(schema)
  if (values && Object.keys(properties).length === 0) {
    const member = declareType(structs, values, `${name}.@elem`)
    if (!member) return undefined
    const of = (value: unknown) =>
      isObject(value)
        ? new GivenMap(Object.keys(value).map((key) => [key, member.of(givenAt(value, key))]))
        : misfit(MAP)
    return { type: mapOf(STRING, member.type), of }
  }
  const members = schema['x-kubernetes-embedded-resource'] ? { ...properties, ...RESOURCE } : properties
  return declareStruct(structs, members, name)
}

const text: Schema = { type: 'string' }
/** The schemas of the fields of every resource, as expressions see it. */
export const RESOURCE: { readonly [member: string]: Schema } = {
  apiVersion: text,
  kind: text,
  metadata: { type: 'object', properties: { name: text, generateName: text } },
}

function declareStruct(
  structs: Map<string, Fields>,
  properties: { readonly [member: string]: Schema },
  name: string,
): CelType {
  const found = Object.entries(properties).flatMap(([member, schema]) => {
    const field = celName(member)
    const type = field === undefined ? undefined : declareType(structs, schema, `${name}.${field}`)
    return field === undefined || !type ? [] : [{ member, field, type }]
  })
  const fields = found.flatMap(({ member, field, type }) =>
    // A field named like a keyword is also available unescaped.
    [field, ...(wordOf(member) === undefined ? [] : [member])].map((one) => [one, type.type] as const),
  )
  structs.set(name, new Map(fields))
  return { type: structOf(name), of: structConversion(found) }
}

type Member = { readonly member: string; readonly field: string; readonly type: CelType }

/** Converts objects to structs. */
const structConversion =
  (members: readonly Member[]): CelType['of'] =>
  (value) => {
    if (!isObject(value)) return misfit(MAP)
    const fields = members.flatMap(({ member, field, type }): readonly (readonly [string, unknown])[] => {
      const given = Object.hasOwn(value, member) ? givenAt(value, member) : undefined
      // A member that is null is absent.
      return given === undefined || given === null ? [] : [[field, type.of(given)]]
    })
    return new Struct(fields)
  }

/** Reads a text; undefined for texts that cannot be read. */
const readBy =
  <T>(read: (text: string) => T | undefined) =>
  (text: string): T | undefined => {
    try {
      return read(text)
    } catch (error) {
      if (!(error instanceof CelError)) throw error
      return undefined
    }
  }

const durationOfFormat = readBy((text) => {
  const nanos = parseDurationFormat(text)
  return nanos === undefined ? undefined : new Duration(nanos)
})

const timeOf = readBy((text) => timestampOf(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text))

function bytesOf(text: string): unknown {
  try {
    return charBytes(atob(text))
  } catch {
    return undefined
  }
}
