import { append } from '../lists/lists.js'
import { isInt64 } from '../go/numbers.js'
import { compareBytes, isObject } from './json.js'
import { Float, type PathNode, parseTemplate } from './json-path-parser.js'

/** A parsed JSONPath. */
export type JsonPath = readonly PathNode[]

/** Parses a JSONPath (`.spec.x`, `.list[-1]`, `.conditions[?(@.type=="Ready")].status`); undefined if it is none. */
export const parseJsonPath = (path: string): JsonPath | undefined => parseTemplate(`{${path}}`)

/**
 * Returns the first value that a path selects, as client-go's JSONPath with missing keys allowed does; undefined if it
 * selects none or fails.
 */
export function firstOfJsonPath(path: JsonPath, value: unknown): { readonly value: unknown } | undefined {
  const walk = new Walk()
  const found = path.map((node) => walk.follow([value], node))
  const [values] = found
  if (!values || values.values.length === 0 || found.some(({ fails }) => fails)) return undefined
  const [first] = values.values
  return { value: first instanceof Float ? first.value : first instanceof Byte ? first.text : first }
}

/** The values that a node selects. Where it fails, those that it was given. */
type Found = { readonly values: readonly unknown[]; readonly fails?: true }

// Descents after one another select the same parts again and again.
const MOST_VALUES = 100_000

const fails = (values: readonly unknown[]): Found => ({ values, fails: true })

/** A byte of a text, which a wildcard selects: it prints as a number, but is no integer. */
class Byte {
  readonly text: string
  constructor(code: number) {
    this.text = String(code)
  }
}

class Walk {
  #seen = 0

  follow(input: readonly unknown[], node: PathNode): Found {
    this.#seen += input.length
    if (this.#seen > MOST_VALUES) return fails(input)
    switch (node.type) {
      case 'list':
        return this.#list(input, node.nodes)
      case 'union':
        return this.#union(input, node.lists)
      case 'field':
        return { values: input.flatMap((value) => memberOf(value, node.name)) }
      case 'wildcard':
        return this.#wildcard(input)
      case 'descent':
        return this.#descent(input)
      case 'slice':
        return slices(input, node)
      case 'filter':
        return this.#filter(input, node)
      case 'literal':
        return { values: typeof node.value === 'string' ? [node.value] : input.map(() => node.value) }
      default:
        return fails(input)
    }
  }

  #list(input: readonly unknown[], nodes: readonly PathNode[]): Found {
    let found: Found = { values: input }
    for (const node of nodes) {
      found = this.follow(found.values, node)
      if (found.fails) break
    }
    return found
  }

  #union(input: readonly unknown[], lists: readonly PathNode[]): Found {
    const all = lists.map((list) => this.follow(input, list))
    return all.some((found) => found.fails) ? fails(input) : { values: all.flatMap(({ values }) => values) }
  }

  #wildcard(input: readonly unknown[]): Found {
    const values: unknown[] = []
    for (const value of input) {
      const parts = partsOf(typeof value === 'string' ? value.slice(0, MOST_VALUES) : value)
      this.#seen += parts.length
      if (this.#seen > MOST_VALUES) return fails(input)
      append(values, parts)
    }
    return { values }
  }

  #descent(input: readonly unknown[]): Found {
    const values: unknown[] = []
    const visit = (value: unknown): void => {
      const parts = typeof value === 'string' ? [] : partsOf(value)
      if ((parts.length === 0 && (typeof value !== 'string' || value === '')) || ++this.#seen > MOST_VALUES) return
      values.push(value)
      parts.forEach(visit)
    }
    input.forEach(visit)
    return this.#seen > MOST_VALUES ? fails(input) : { values }
  }

  #filter(input: readonly unknown[], { left, operator, right }: PathNode & { readonly type: 'filter' }): Found {
    const values: unknown[] = []
    for (const list of input) {
      if (!Array.isArray(list)) return fails(input)
      const items: readonly unknown[] = list
      for (const item of items) {
        const lefts = this.follow([item], left)
        // Whether something exists is told by what was found, even by a path that fails.
        if (operator === undefined) {
          if (lefts.values.length > 0) values.push(item)
          continue
        }
        if (lefts.fails || lefts.values.length > 1) return fails(input)
        if (lefts.values.length === 0) continue
        const rights = this.follow([item], right)
        if (rights.fails || rights.values.length > 1) return fails(input)
        if (rights.values.length === 0) continue
        const passes = compare(lefts.values[0], operator, rights.values[0])
        if (passes === undefined) return fails(values)
        if (passes) values.push(item)
      }
    }
    return { values }
  }
}

const memberOf = (value: unknown, name: string): readonly unknown[] =>
  isObject(value) && Object.hasOwn(value, name) ? [value[name]] : []

/** Returns the parts of a value; those of a map, which are in no order, sorted by name. */
function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return Array.from(new TextEncoder().encode(value), (code) => new Byte(code))
  if (!isObject(value)) return []
  return Object.keys(value)
    .sort(compareBytes)
    .map((name) => value[name])
}

function slices(input: readonly unknown[], node: PathNode & { readonly type: 'slice' }): Found {
  const values: unknown[] = []
  for (const list of input) {
    if (list === null) continue
    if (!Array.isArray(list)) return fails(input)
    const { length } = list
    const start = fromEnd(node.start ?? 0, length)
    const end = node.end === undefined ? length : node.isIndex && node.end === 0 ? length : fromEnd(node.end, length)
    if (start === end) return { values }
    if (start < 0 || start >= length || end < 0 || end > length || start > end) return fails(input)
    const { step = 1 } = node
    if (step <= 0) return fails(input)
    for (let i = start; i < end; i += step) values.push(list[i])
  }
  return { values }
}

const fromEnd = (bound: number, length: number): number => (bound < 0 ? bound + length : bound)

type Scalar = { readonly kind: string; readonly value: string | number | bigint | boolean }

/** Compares two values; undefined if they cannot be: only values of one kind can, and integers are no floats. */
function compare(left: unknown, operator: string, right: unknown): boolean | undefined {
  const [a, b] = [scalarOf(left), scalarOf(right)]
  if (!a || !b || a.kind !== b.kind) return undefined
  if (operator === '==') return a.value === b.value
  if (operator === '!=') return a.value !== b.value
  if (a.kind === 'boolean') return undefined
  const order =
    typeof a.value === 'string' && typeof b.value === 'string'
      ? compareBytes(a.value, b.value)
      : Number(a.value > b.value) - Number(a.value < b.value)
  return ORDERS[operator]?.(order)
}

const ORDERS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

function scalarOf(value: unknown): Scalar | undefined {
  if (value instanceof Float) return { kind: 'float', value: value.value }
  if (typeof value === 'string' || typeof value === 'boolean') return { kind: typeof value, value }
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined
  return isInt64(value) ? { kind: 'int', value: BigInt(value) } : { kind: 'float', value: Number(value) }
}
