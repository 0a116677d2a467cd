import { goMap, goQuote } from '../base/go-print.js'
import { isObject } from '../base/json.js'
import type { Schema } from '../schema/types.js'
import { pathsOf } from './conflict.js'
import { LEAF } from './fields.js'
import { elementOf, memberSchema, topologyOf } from './topology.js'

/** What keeps a configuration from being read by its schema, in the words of structured-merge-diff; undefined for a good one. */
export function typedProblem(value: unknown, schema: Schema): string | undefined {
  const problems: string[] = []
  visit(value, schema, '', problems)
  if (problems.length === 0) return undefined
  return problems.length === 1 ? problems[0] : `errors:\n${problems.map((problem) => `  ${problem}`).join('\n')}`
}

// `open` is below a schema that keeps members it does not know: so do those inside it.
function visit(value: unknown, schema: Schema | undefined, path: string, problems: string[], open = false): void {
  if (value === null || value === undefined || !schema) return
  const say = (text: string) => problems.push(path ? `${path}: ${text}` : text)
  if (schema.type === 'object') return isObject(value) ? visitMembers(value, schema, path, problems, open) : void say(`expected map, got ${boxed(value)}`)
  if (schema.type === 'array')
    return Array.isArray(value) ? visitItems(value, schema, path, problems, say, open) : void say(`expected list, got ${boxed(value)}`)
  // Quantities, times and IntOrString are untyped scalars to the server.
  if (schema.format && schema.type !== 'integer') return typeof value === 'object' ? void say(`expected scalar, got ${goValueOf(value)}`) : undefined
  if (schema.type === 'string' && typeof value !== 'string') say(`expected string, got ${goValueOf(value)}`)
  if ((schema.type === 'integer' || schema.type === 'number') && typeof value !== 'number' && typeof value !== 'bigint')
    say(`expected numeric (int or float), got ${typeOf(value)}`)
  if (schema.type === 'boolean' && typeof value !== 'boolean') say(`expected boolean, got ${goValueOf(value)}`)
}

function visitMembers(value: Readonly<Record<string, unknown>>, schema: Schema, path: string, problems: string[], open: boolean): void {
  const keeps = open || schema['x-kubernetes-preserve-unknown-fields'] === true
  if (!schema.properties && !schema.additionalProperties) return
  for (const name of Object.keys(value).sort()) {
    const member = memberSchema(schema, name)
    if (member) visit(value[name], member, `${path}.${name}`, problems, keeps)
    else if (!keeps) problems.push(`${path}.${name}: field not declared in schema`)
  }
}

function visitItems(list: readonly unknown[], schema: Schema, path: string, problems: string[], say: (text: string) => void, open: boolean): void {
  const seen = new Set<string>()
  const keyed = topologyOf(schema) === 'items'
  for (const [i, item] of list.entries()) {
    let at = `${path}[${i}]`
    if (keyed) {
      const fault = elementFault(schema, item)
      // Items behind one that is not known by keys are not looked at.
      if (fault !== undefined) return say(`element ${i}: ${fault}`)
      const element = elementOf(schema, item)
      const text = pathsOf({ [element]: LEAF })[0]!
      if (seen.has(element)) say(`duplicate entries for key ${text}`)
      seen.add(element)
      at = path + text
    }
    visit(item, schema.items, at, problems, open)
  }
}

/** Why an item of a set, or of a list with keys, has no place of its own. */
function elementFault(schema: Schema, item: unknown): string | undefined {
  const keys = schema['x-kubernetes-list-type'] === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : undefined
  if (!keys) return item === null ? "associative list without keys has an element that's an explicit null" : undefined
  if (item === null) return "associative list with keys may not have an element that's an explicit null"
  if (!isObject(item)) return 'associative list with keys may not have non-map elements'
  const missing = keys.find((key) => item[key] === undefined && schema.items?.properties?.[key]?.default === undefined)
  return missing === undefined
    ? undefined
    : `associative list with keys has an element that omits key field ${goQuote(missing)} (and doesn't have default value)`
}

function typeOf(value: unknown): string {
  if (typeof value === 'object') return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}'
  return typeof value === 'boolean' ? 'bool' : 'string'
}

const boxed = (value: unknown) => `&{${goMap(value)}}`

const goValueOf = (value: unknown): string => `&value.valueUnstructured{Value:${inner(value)}}`

function composite(value: object): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(inner).join(', ')}}`
  const members = Object.entries(value).map(([name, member]) => `${goQuote(name)}:${inner(member)}`)
  return `map[string]interface {}{${members.join(', ')}}`
}

/** A value inside another, as Go's `%#v` prints it. */
function inner(value: unknown): string {
  if (typeof value === 'string') return goQuote(value)
  if (value === null || value === undefined) return 'interface {}(nil)'
  return typeof value === 'object' ? composite(value) : String(value)
}
