import { Float } from '../base/go/numbers.js'
import { setGiven } from '../base/json/as-given.js'
import type { JsonTree } from '../base/json/json-tree.js'
import { listOfLength } from '../base/lists/lists.js'
import { inParts } from '../base/turns/work-in-parts.js'
import { mustHave } from '../base/must-have.js'
import { fitsInteger } from './integer.js'
import type { Schema } from './types.js'

/**
 * Evaluates parsed JSON as Go does, where JSON.parse differs: a duplicate struct or map is merged into the first, the
 * items of a duplicate list are decoded over those of the first, a null leaves a non-pointer value unchanged,
 * quantities keep their digits, integers beyond JavaScript's safe range become bigints, and a number that is not
 * written as an integer is not one (NaN in its place).
 */
export const exactValue = (schema: Schema | undefined, tree: JsonTree): unknown => valueOf(tree, schema)

/** The same for an object without a struct, with notes of the numbers that were written as floats ({@link givenAt}). */
export function givenValue(tree: JsonTree): unknown {
  const value = valueOf(tree, undefined, undefined, floatOf)
  return value instanceof Float ? value.value : value
}

/** Evaluates a number; a Float is noted in the list or map that it is in. */
type NumberOf = (text: string, schema: Schema | undefined) => unknown

function valueOf(
  tree: JsonTree,
  schema: Schema | undefined,
  before?: unknown,
  numberOf: NumberOf = plainNumber,
): unknown {
  switch (tree.type) {
    case 'object':
      return objectOf(schema, tree.members, before, numberOf)
    case 'array':
      return listOf(schema, tree.items, Array.isArray(before) ? before : NOTHING, numberOf)
    case 'number':
      return numberOf(tree.text, schema)
    case 'null':
      return before !== undefined && schema && isPlain(schema) ? before : null
    default:
      return tree.value
  }
}

const NOTHING: readonly unknown[] = []

/** Tells a type that is not a pointer, list or map in Go. */
const isPlain = ({ type, properties, empty }: Schema) =>
  empty !== 'keep' && (type === 'object' ? properties !== undefined : type !== undefined && type !== 'array')

function listOf(
  schema: Schema | undefined,
  items: readonly JsonTree[],
  before: readonly unknown[],
  numberOf: NumberOf,
): readonly unknown[] {
  const begin = () => listOfLength<unknown>(items.length)
  return inParts(items, schema, items.length, begin, (made, i) =>
    setGiven(made, i, valueOf(mustHave(items[i], 'an item'), schema?.items, before[i], numberOf)),
  )
}

function objectOf(
  schema: Schema | undefined,
  members: Extract<JsonTree, { type: 'object' }>['members'],
  before: unknown,
  numberOf: NumberOf,
): unknown {
  const merges = schema?.properties ?? schema?.additionalProperties
  const begin = (): Record<string, unknown> => ({ ...(merges && typeof before === 'object' ? before : {}) })
  return inParts(members, schema, members.length, begin, (out, i) => {
    const { name, value } = mustHave(members[i], 'a member')
    const member = schema?.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    const earlier = member && Object.hasOwn(out, name) ? out[name] : undefined
    setGiven(out, name, valueOf(value, member ?? schema?.additionalProperties, earlier, numberOf))
  })
}

/** Evaluates a number of an object without a struct. */
const floatOf: NumberOf = (text) => (/[.eE]/.test(text) ? new Float(text) : plainNumber(text, undefined))

function plainNumber(text: string, schema: Schema | undefined): unknown {
  if (schema?.format === 'quantity') return text
  const type =
    schema?.format === 'int-or-string' ? 'int32' : schema?.type === 'integer' ? (schema.format ?? 'int64') : undefined
  if (!fitsInteger(text, type ?? 'int64')) return type === undefined ? Number(text) : NaN
  const number = Number(text)
  return Number.isSafeInteger(number) || String(number) === text ? number : BigInt(text)
}
