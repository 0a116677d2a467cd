import { CelError } from './cel-error.js'
import { charBytes } from '../base/utf8.js'
import { getOwn, isObject } from '../base/json.js'
import type { Schema } from '../schema/types.js'
import type { Environment } from '@marcbachmann/cel-js'
import type { Library } from './cel-js.js'
import { celName, wordOf } from './names.js'
import { durationOf, timestampOf } from './moments.js'
import { GivenMap, createClass } from './struct.js'
import { sameValue } from './value.js'

/** A type of values in expressions. */
export type CelType = {
  /** Its name in signatures. */
  readonly name: string
  /** Converts a JSON value to the type; undefined if it does not fit. */
  readonly of: (value: unknown) => unknown
}

const scalar = (name: string, of: (value: unknown) => unknown): CelType => ({ name, of })
const integer = (value: unknown) =>
  typeof value === 'bigint' ? value : typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined
const dynamic = scalar('dyn', (value) => integer(value) ?? value)
const TIMES: ReadonlySet<string> = new Set(['date', 'date-time', 'datetime'])

/**
 * Declares the type of a schema in an environment, with names that begin with `name`; returns undefined for values
 * without a CEL type.
 */
export function declareType(env: Environment, library: Library, schema: Schema, name: string): CelType | undefined {
  const { type, items, properties = {}, additionalProperties } = schema
  const format: string = schema.format ?? ''
  if (schema['x-kubernetes-int-or-string']) return dynamic
  switch (type) {
    case 'boolean':
      return scalar('bool', (value) => value)
    case 'integer':
      return scalar('int', integer)
    case 'number':
      return scalar('double', (value) => (typeof value === 'bigint' ? Number(value) : value))
    case 'string':
      if (format === 'byte') return scalar('bytes', (value) => bytesOf(value))
      if (format === 'duration') return scalar('google.protobuf.Duration', readBy(durationOf))
      if (TIMES.has(format)) return scalar('google.protobuf.Timestamp', timeOf)
      return scalar('string', (value) => value)
    case 'array': {
      const item = items && declareType(env, library, items, `${name}.item`)
      return (
        item && { name: `list<${item.name}>`, of: (value) => (Array.isArray(value) ? value.map(item.of) : undefined) }
      )
    }
    case 'object':
      break
    default:
      return undefined
  }
  if (additionalProperties && Object.keys(properties).length === 0) {
    const member = declareType(env, library, additionalProperties, `${name}.value`)
    if (!member) return undefined
    const of = (value: unknown) =>
      isObject(value) ? new GivenMap(Object.entries(value).map(([key, one]) => [key, member.of(one)])) : undefined
    return { name: `map<string, ${member.name}>`, of }
  }
  const members = schema['x-kubernetes-embedded-resource'] ? { ...properties, ...RESOURCE } : properties
  return declareStruct(env, library, members, name)
}

const text: Schema = { type: 'string' }
const RESOURCE: { readonly [member: string]: Schema } = {
  apiVersion: text,
  kind: text,
  metadata: { type: 'object', properties: { name: text, generateName: text } },
}

function declareStruct(
  env: Environment,
  library: Library,
  properties: { readonly [member: string]: Schema },
  name: string,
): CelType {
  const found = Object.entries(properties).flatMap(([member, schema]) => {
    const field = celName(member)
    const type = field === undefined ? undefined : declareType(env, library, schema, `${name}.${field}`)
    return field === undefined || !type ? [] : [{ member, field, type }]
  })
  const Struct = createClass()
  env.registerType(name, {
    ctor: Struct,
    fields: Object.fromEntries(
      found.flatMap(({ member, field, type }) => [
        [field, type.name],
        // A field named like a keyword is also available unescaped.
        ...(wordOf(member) === undefined ? [] : [[member, type.name] as const]),
      ]),
    ),
  })
  env.registerOperator(`${name} == ${name}`, (a: unknown, b: unknown) => sameValue(a, b))
  return { name, of: structOf(Struct, found) }
}

type Member = { readonly member: string; readonly field: string; readonly type: CelType }

/**
 * Converts objects to instances of a class. The closure does not hold the environment, which is large and not needed
 * once the rules are compiled.
 */
const structOf =
  (Struct: ReturnType<typeof createClass>, members: readonly Member[]): CelType['of'] =>
  (value) => {
    if (!isObject(value)) return undefined
    const fields = members.flatMap(({ member, field, type }): readonly (readonly [string, unknown])[] => {
      const given = getOwn(value, member)
      // A member that is null is absent.
      return given === undefined || given === null ? [] : [[field, type.of(given)]]
    })
    return new Struct(Object.fromEntries(fields))
  }

/** Reads a text; undefined for other values and for texts that cannot be read. */
const readBy =
  <T>(read: (text: string) => T | undefined) =>
  (value: unknown): T | undefined => {
    try {
      return typeof value === 'string' ? read(value) : undefined
    } catch (error) {
      if (!(error instanceof CelError)) throw error
      return undefined
    }
  }

const timeOf = readBy((text) => timestampOf(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text))

function bytesOf(value: unknown): unknown {
  if (typeof value !== 'string') return undefined
  try {
    return charBytes(atob(value))
  } catch {
    return undefined
  }
}
