import { getOwn, isObject, setOwn } from '../../base/json/json.js'
import { goQuote } from '../../base/go/printable.js'
import type { ProfileNames } from '../../model/registry/translate.js'
import { DecodeError, decode } from '../../schema/decode.js'
import type { Schema } from '../../schema/types.js'
import { nearest } from '../../base/text/nearest.js'

/** The annotation of a List that names the release of Kubernetes which its objects are from, as a dump has it. */
export const RELEASE_ANNOTATION = 'fakecluster/kubernetes-release'

/** Reports a member that does not conform: its path and the reason. */
export type Report = (field: string, message: string) => void

/**
 * Decodes a fixture's value by a schema more strictly than a request: unknown members and values of a wrong type are
 * reported, none is dropped. Names of another profile are translated to the served ones.
 */
export function fit(schema: Schema, value: unknown, names: ProfileNames, report: Report, at = ''): unknown {
  if (value === null || value === undefined || (schema.or && typeof value !== 'object')) return value
  if (schema.or === 'array' && Array.isArray(value))
    return value.map((item, i) => fit({ ...schema, or: 'boolean' }, item, names, report, `${at}[${i}]`))
  if (schema.component?.endsWith('.FieldsV1'))
    return isObject(value) ? renameFields(value, names) : misfit(schema, value, report, at)
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return misfit(schema, value, report, at)
    const { items } = schema
    return items ? value.map((item, i) => fit(items, item, names, report, `${at}[${i}]`)) : value
  }
  if (schema.type === 'object') {
    if (!isObject(value)) return misfit(schema, value, report, at)
    return schema.properties ? fitStruct(schema, value, names, report, at) : fitMap(schema, value, names, report, at)
  }
  try {
    decode(schema, value)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return misfit(schema, value, report, at)
  }
  return value
}

function fitStruct(schema: Schema, value: object, names: ProfileNames, report: Report, at: string): unknown {
  const properties = schema.properties!
  const out: Record<string, unknown> = {}
  for (const [written, given] of Object.entries(value)) {
    const name = Object.hasOwn(properties, written) ? written : names.member(written)
    const field = at ? `${at}.${written}` : written
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!member) {
      if (schema['x-kubernetes-preserve-unknown-fields']) setOwn(out, written, given)
      else report(field, unknownText(written, Object.keys(properties)))
    } else if (Object.hasOwn(out, name)) report(field, `is ${goQuote(name)} under another name, and both are given`)
    else setOwn(out, name, translated(name, fit(member, given, names, report, field), names))
  }
  return out
}

function fitMap(schema: Schema, value: object, names: ProfileNames, report: Report, at: string): unknown {
  const values = schema.additionalProperties
  if (!values) return value
  const out: Record<string, unknown> = {}
  for (const [key, given] of Object.entries(value)) setOwn(out, key, fit(values, given, names, report, `${at}.${key}`))
  return out
}

function translated(member: string, value: unknown, names: ProfileNames): unknown {
  if (typeof value !== 'string') return value
  return member === 'apiVersion' ? names.apiVersion(value) : member === 'apiGroup' ? names.group(value) : value
}

/**
 * Translates the names in a field set (`f:name`), except below metadata, as labels and annotations may have any name.
 */
function renameFields(fields: object, names: ProfileNames): unknown {
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) {
    const name = key.startsWith('f:') ? `f:${names.member(key.slice(2))}` : key
    setOwn(out, name, isObject(value) && key !== 'f:metadata' ? renameFields(value, names) : value)
  }
  return out
}

function unknownText(member: string, known: readonly string[]): string {
  const near = nearest(member, known)
  return `unknown member${near ? `, did you mean ${goQuote(near)}?` : `; there are ${known.join(', ')}`}`
}

const WANTED: { readonly [type: string]: string } = {
  string: 'text',
  boolean: 'true or false',
  integer: 'a whole number',
  int32: 'a whole number of 32 bits',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  'int-or-string': 'a whole number or text',
  'date-time': 'a time such as 2024-05-01T10:00:00Z',
  'micro-time': 'a time with six fraction digits such as 2024-05-01T10:00:00.000000Z',
  quantity: 'an amount such as 500m or 1Gi',
  byte: 'base64',
}

function misfit({ type = 'object', format }: Schema, value: unknown, report: Report, at: string): undefined {
  // In YAML `n` and `12` are not strings, a common mistake.
  const hint =
    type === 'string' && (typeof value === 'boolean' || typeof value === 'number') ? '; put quotes around it' : ''
  report(at, `must be ${WANTED[format ?? type] ?? WANTED[type]}, is ${shown(value)}${hint}`)
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isObject(value)) return 'an object'
  return typeof value === 'string'
    ? `the text ${goQuote(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`
    : String(value)
}

/** Returns a non-empty string member of an object; undefined if there is none. */
export function textOf(value: unknown, member: string): string | undefined {
  const found = isObject(value) ? getOwn(value, member) : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}
