import { worded } from '../../base/errors/wording.js'
import { type KubernetesVersion, runsAtLeast, wordingOf } from '../registry/kubernetes-version.js'
import { GoValue, goMap, goQuote, goSyntax, goType } from '../../base/go/printable.js'
import { type JsonObject, isObject } from '../../base/json/json.js'
import { inMembers, inParts, placeOf, withParts } from '../../base/turns/work-in-parts.js'
import type { Schema } from '../../schema/types.js'
import { pathsOf } from './conflict.js'
import { LEAF } from './fields.js'
import { isUntyped } from './misfit.js'
import { elementOf, lackedKeys, memberSchema, topologyOf } from './topology.js'

/**
 * Returns why a value does not fit its schema, in the wording of the structured-merge-diff of a version; undefined if
 * it fits. Stored values may have items with duplicate keys (`repeats`), applied ones may not.
 */
export const typedProblem = (
  value: unknown,
  schema: Schema,
  server: KubernetesVersion,
  { repeats = false } = {},
): string | undefined => worded(wordingOf(server), () => problemOf(value, schema, repeats))

function problemOf(value: unknown, schema: Schema, repeats: boolean): string | undefined {
  if (isGood(value, schema, repeats)) return undefined
  const problems: string[] = []
  withParts(undefined, () => visit(value, schema, '', { problems, repeats, isQuick: false }))
  return problems.length === 1 ? problems[0] : `errors:\n${problems.map((problem) => `  ${problem}`).join('\n')}`
}

/** Fast path, as most values have no problems: no paths are built, and long lists take several event-loop turns. */
function isGood(value: unknown, schema: Schema, repeats: boolean): boolean {
  try {
    visit(value, schema, '', { problems: [], repeats, isQuick: true })
    return true
  } catch (error) {
    if (error === PROBLEM) return false
    throw error
  }
}

/** Thrown at the first problem on the fast path. */
const PROBLEM = new Error('there is a problem')

function tell(found: Found, problem: () => string): void {
  if (found.isQuick) throw PROBLEM
  found.problems.push(problem())
}

type Found = { readonly problems: string[]; readonly repeats: boolean; readonly isQuick: boolean }

// `open` is set below a schema that preserves unknown fields, and is inherited by the fields inside.
function visit(value: unknown, schema: Schema | undefined, path: string, found: Found, open = false): void {
  // A value with alternative types has a deduced schema.
  if (value === null || value === undefined || !schema || schema.or) return
  if (typeof value === 'string' && schema.type === 'string') return
  if (isUntyped(schema.component)) return
  const say = (text: string) => tell(found, () => (path ? `${path}: ${text}` : text))
  if (schema.type === 'object')
    return isMap(value) ? visitMembers(value, schema, path, found, open) : void say(`expected map, got ${boxed(value)}`)
  if (schema.type === 'array')
    return Array.isArray(value)
      ? visitItems(value, schema, path, found, say, open)
      : void say(`expected list, got ${boxed(value)}`)
  if (schema.format === 'int-or-string') return
  // A string with a format is an untyped scalar to the server, except for bytes (schemaconv: convertPrimitive).
  if (schema.type === 'string' && schema.format !== undefined && schema.format !== 'byte')
    return typeof value === 'object' ? void say(`expected any scalar, got ${boxed(value)}`) : undefined
  if (schema.type === 'string' && typeof value !== 'string') say(`expected string, got ${goValueOf(value)}`)
  if ((schema.type === 'integer' || schema.type === 'number') && typeof value !== 'number' && typeof value !== 'bigint')
    say(`expected numeric (int or float), got ${goType(value)}`)
  if (schema.type === 'boolean' && typeof value !== 'boolean') say(`expected boolean, got ${boxed(value)}`)
}

// Progress keys for visits with unknown fields allowed and forbidden.
const [OPEN, CLOSED] = [{}, {}]

function visitMembers(
  value: Readonly<Record<string, unknown>>,
  schema: Schema,
  path: string,
  found: Found,
  open: boolean,
): void {
  const keeps = open || schema['x-kubernetes-preserve-unknown-fields'] === true
  if (!schema.properties && !schema.additionalProperties && !schema['x-kubernetes-embedded-resource']) return
  // The first unknown field ends the loop. Go iterates in random order; we sort by name when reporting.
  const state = { isOver: false }
  const look = (name: string) => {
    if (state.isOver) return
    const member = memberSchema(schema, name)
    // The head of an embedded object (apiVersion, kind, metadata) has a struct.
    if (member)
      visit(
        value[name],
        member,
        found.isQuick ? '' : `${path}.${name}`,
        found,
        keeps && !(schema['x-kubernetes-embedded-resource'] && isHead(schema, name)),
      )
    else if (!keeps) {
      state.isOver = true
      tell(found, () => `${path}.${name}: field not declared in schema`)
    }
  }
  if (found.isQuick)
    inMembers(
      value,
      placeOf(keeps ? OPEN : CLOSED, schema),
      () => undefined,
      (_, name) => look(name),
    )
  else Object.keys(value).sort().forEach(look)
}

function visitItems(
  list: readonly unknown[],
  schema: Schema,
  path: string,
  found: Found,
  say: (text: string) => void,
  open: boolean,
): void {
  const keyed = topologyOf(schema) === 'items'
  const begin = () => ({ seen: new Set<string>(), isOver: false })
  inParts(list, placeOf(visitItems, schema), list.length, begin, (state, i) => {
    // The first item that cannot be identified ends the loop.
    if (state.isOver) return
    const item = list[i]
    let at = found.isQuick ? '' : `${path}[${i}]`
    if (keyed) {
      const problem = elementProblem(schema, item)
      if (problem !== undefined) {
        state.isOver = true
        return say(`element ${i}: ${problem}`)
      }
      const element = elementOf(schema, item)
      const text = () => pathsOf({ [element]: LEAF }).join()
      if (state.seen.has(element) && !found.repeats) say(`duplicate entries for key ${text()}`)
      state.seen.add(element)
      if (!found.isQuick) at = path + text()
    }
    visit(item, schema.items, at, found, open)
  })
}

/** Returns why an item of a set or keyed list cannot be identified. */
function elementProblem(list: Schema, item: unknown): string | undefined {
  const { 'x-kubernetes-list-map-keys': keys } = list
  if (!keys) {
    if (isObject(item)) return "associative list without keys has an element that's a map type"
    if (Array.isArray(item)) return 'not supported: associative list with lists as elements'
    return item === null ? "associative list without keys has an element that's an explicit null" : undefined
  }
  if (item === null) return 'associative list with keys may not have a null element'
  if (!isMap(item)) return 'associative list with keys may not have non-map elements'
  const [lacked] = lackedKeys(list, item)
  if (lacked === undefined) return undefined
  const [owed, none] = runsAtLeast('1.34')
    ? [`all key fields [${keys.map(goQuote).join(' ')}]`, 'default values for any key fields']
    : [`key field ${goQuote(lacked)}`, 'default value']
  return `associative list with keys has an element that omits ${owed} (and doesn't have ${none})`
}

const isMap = (value: unknown): value is JsonObject => isObject(value) && !(value instanceof GoValue)

const isHead = ({ properties = {} }: Schema, name: string) =>
  !Object.hasOwn(properties, name) && ['apiVersion', 'kind', 'metadata'].includes(name)

const boxed = (value: unknown) => `&{${goMap(value)}}`

const goValueOf = (value: unknown): string => `&value.valueUnstructured{Value:${goSyntax(value)}}`
