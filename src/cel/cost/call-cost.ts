import type { ExprOf } from '../syntax/expression.js'
import { SORT_BY } from '../syntax/macros.js'
import { ORDERED } from '../types/library-declarations.js'
import { isList, itemOf } from '../run/joined.js'
import { sizeOf, smallerSize } from '../run/value.js'
import { work } from '../run/work.js'

/** The cost of traversing a string, per character (cel-go: common.StringTraversalCostFactor). */
export const BY_CHARACTER = 0.1
/** The cost of a pattern, per character (common.RegexStringLengthCostFactor). */
export const BY_PATTERN_CHARACTER = 0.25

const traversal = (value: unknown, times = 1) => Math.ceil(sizeOf(value) * times * BY_CHARACTER)
const matching = (text: unknown, pattern: unknown) =>
  Math.ceil((1 + sizeOf(text)) * BY_CHARACTER) * Math.ceil(sizeOf(pattern) * BY_PATTERN_CHARACTER)
const sets = (factor: number) => (a: unknown, b: unknown) => 1 + sizeOf(a) * sizeOf(b) * factor

type Cost = (...values: readonly unknown[]) => number

const TEXTS = ['string', 'bytes']
const ORDERS = ['_<_', '_<=_', '_>_', '_>=_']

// Functions not listed here cost 1 (k8s.io/apiserver: library.CostEstimator.CallCost, cel-go:
// interpreter.CostTracker.costCall).
const COSTS: { readonly [name: string]: Cost } = {
  ...named(['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'], (list) => wholeTraversal(list)),
  ...named(
    [
      'url',
      'lowerAscii',
      'upperAscii',
      'substring',
      'trim',
      'cidr',
      'isIP',
      'isCIDR',
      'quantity',
      'isQuantity',
      'semver',
      'isSemver',
      'jsonpatch.escapeKey',
    ],
    (text) => traversal(text),
  ),
  ...named(['startsWith', 'endsWith', 'format'], (text) => traversal(text)),
  ...named(['replace', 'split'], (text) => traversal(text, 2)),
  ...named(['find', 'findAll'], matching),
  ip: (given) => (typeof given === 'string' ? traversal(given) : 1),
  'ip.isCanonical': (text) => traversal(text, 2),
  contains: (text, part) => traversal(text) * traversal(part),
  containsIP: (block, other) => traversal(block, 2) + (typeof other === 'string' ? traversal(other) : 0),
  containsCIDR: (block, other) =>
    traversal(block, 2) + traversal(block) + 1 + (typeof other === 'string' ? traversal(other) : 0),
  validate: (format, text) =>
    Math.ceil((1 + sizeOf(text)) * BY_CHARACTER) *
    // A format has one.
    Math.ceil(((format as { readonly patternSize?: number } | null)?.patternSize ?? 0) * BY_PATTERN_CHARACTER),
  check: () => 350_000,
  ...named(
    ['fieldSelector', 'labelSelector'],
    (_, selector) => 10 + traversal(selector) + 50 * Math.ceil(sizeOf(selector) / 2),
  ),
  'sets.contains': sets(1),
  'sets.intersects': sets(1),
  'sets.equivalent': sets(2),
}

function named(names: readonly string[], cost: Cost): { readonly [name: string]: Cost } {
  return Object.fromEntries(names.map((name) => [name, cost]))
}

/** Returns the cost of a call, without its arguments, as a function of the argument values and the result. */
export function callCost({ name, overloads }: ExprOf<'call'>): (values: Values, result: unknown) => number {
  if (name === '@in_set') return () => 0
  if (name === '_==_') return (values) => (isNamed(values[0]) ? 1 : compared(values))
  if (name === '_!=_') return compared
  const made = Object.hasOwn(BY_RESULT, name) ? BY_RESULT[name] : undefined
  if (made) return (_, result) => made(result)
  const own = Object.hasOwn(COSTS, name) ? COSTS[name] : undefined
  if (own) return (values) => own(...values)
  // Which of several overloads is called is not known before.
  const [only, other] = overloads
  const known = only && !other && Object.hasOwn(BY_OVERLOAD, only.id) ? BY_OVERLOAD[only.id] : undefined
  return known ? (values) => known(...values) : one
}

type Values = readonly unknown[]
const one = () => 1
/** Whether a value is of a class of its own, such as an address. */
const isNamed = (value: unknown): boolean => typeof value === 'object' && value !== null && 'typeName' in value
const compared = ({ 0: a, 1: b }: Values) => Math.ceil(smallerSize(a, b) * BY_CHARACTER)

/** The cost of a call that makes a list, from what it handles (cel-go: ext.trackAllocatingListCall). */
const listMade = (factor: number, size: number): number => Math.floor(size * factor) + 1 + 10

/** Functions whose cost is that of what they make. */
const BY_RESULT: { readonly [name: string]: (result: unknown) => number } = {
  join: (text) => traversal(text, 2),
  ...Object.fromEntries(['slice', 'reverse', 'lists.range'].map((name) => [name, (list) => listMade(1, sizeOf(list))])),
}

/** The cost of comparing the items of a list with each other (ext.trackListSelfCompare). */
function selfCompared(list: unknown): number {
  const size = sizeOf(list)
  const first = isList(list) && size > 0 ? itemOf(list, 0) : undefined
  const isText = typeof first === 'string' || first instanceof Uint8Array
  return listMade(2 + (isText ? BY_CHARACTER : 0), size * size)
}

const BY_OVERLOAD: { readonly [id: string]: Cost } = {
  '.flatten(list(list(T)))': (list) => listMade(1, sizeOf(list)),
  '.flatten(list(dyn), int)': (list, depth) => listMade(Number(depth), sizeOf(list)),
  '.distinct(list(T))': selfCompared,
  ...named(
    ORDERED.map((type) => `.sort(list(${type}))`),
    selfCompared,
  ),
  ...named(
    ORDERED.map((type) => `.${SORT_BY}(list(T), list(${type}))`),
    (_, keys) => selfCompared(keys),
  ),
  ...named(
    TEXTS.flatMap((type) => ORDERS.map((name) => `${name}(${type}, ${type})`)),
    (...values) => compared(values),
  ),
  ...named(
    TEXTS.map((type) => `_+_(${type}, ${type})`),
    (a, b) => Math.ceil((sizeOf(a) + sizeOf(b)) * BY_CHARACTER),
  ),
  ...named(['bytes(string)', 'string(bytes)', 'strings.quote(string)'], (value) => traversal(value)),
  '@in(A, list(A))': (_, list) => sizeOf(list),
  '.matches(string, string)': matching,
}

/** The cost of traversing a value with everything in it (library: traversalCost). */
function wholeTraversal(value: unknown): number {
  // Rounding down makes a short string free.
  work(1)
  if (typeof value === 'string') return Math.floor(bytesOf(value) * BY_CHARACTER)
  if (value instanceof Uint8Array) return Math.floor(value.length * BY_CHARACTER)
  if (isList(value)) {
    let sum = 0
    for (const item of value) sum += wholeTraversal(item)
    return sum
  }
  if (value instanceof Map)
    return [...value].reduce((sum, [key, item]) => sum + wholeTraversal(key) + wholeTraversal(item), 0)
  return 1
}

/** Returns the length of a string in UTF-8, in bytes. */
function bytesOf(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    // A surrogate pair is four bytes in UTF-8: two for each half.
    if (code >= 0x800) bytes += (code & 0xf800) === 0xd800 ? 1 : 2
    else if (code >= 0x80) bytes++
  }
  return bytes
}
