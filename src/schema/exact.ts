import { setOwn } from '../base/json/json.js'
import type { JsonTree } from '../base/json/json-tree.js'
import { listOfLength } from '../base/lists/list-of-length.js'
import { areParted, countParts, inParts } from '../base/turns/work-in-parts.js'
import { mustHave } from '../base/must-have.js'
import { fitsInteger } from './integer.js'
import type { Schema } from './types.js'

/**
 * Evaluates parsed JSON as Go does, where JSON.parse differs: a duplicate struct or map is merged into the first, the
 * items of a duplicate list are decoded over those of the first, a null leaves a non-pointer value unchanged,
 * quantities keep their digits, integers beyond JavaScript's safe range become bigints, and a number that is not
 * written as an integer is not one (NaN in its place).
 */
export function exactValue(schema: Schema | undefined, tree: JsonTree, before?: unknown): unknown {
  switch (tree.type) {
    case 'object':
      return objectOf(schema, tree.members, before)
    case 'array':
      return listOf(schema, tree.items, Array.isArray(before) ? before : NOTHING)
    case 'number':
      return numberOf(schema, tree.text)
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
): readonly unknown[] {
  const read = (item: JsonTree, i: number) => exactValue(schema?.items, item, before[i])
  if (areParted(items.length))
    return inParts(
      items,
      schema,
      items.length,
      () => listOfLength<unknown>(items.length),
      (made, i) => void (made[i] = read(mustHave(items[i], 'an item'), i)),
    )
  countParts(items.length)
  return items.map(read)
}

function objectOf(
  schema: Schema | undefined,
  members: Extract<JsonTree, { type: 'object' }>['members'],
  before: unknown,
): unknown {
  const merges = schema?.properties ?? schema?.additionalProperties
  const begin = (): Record<string, unknown> => ({ ...(merges && typeof before === 'object' ? before : {}) })
  return inParts(members, schema, members.length, begin, (out, i) => {
    const { name, value } = mustHave(members[i], 'a member')
    const member = schema?.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    const earlier = member && Object.hasOwn(out, name) ? out[name] : undefined
    setOwn(out, name, exactValue(member ?? schema?.additionalProperties, value, earlier))
  })
}

function numberOf(schema: Schema | undefined, text: string): unknown {
  if (schema?.format === 'quantity') return text
  const type =
    schema?.format === 'int-or-string' ? 'int32' : schema?.type === 'integer' ? (schema.format ?? 'int64') : undefined
  if (!fitsInteger(text, type ?? 'int64')) return type === undefined ? Number(text) : NaN
  const number = Number(text)
  return Number.isSafeInteger(number) || String(number) === text ? number : BigInt(text)
}
