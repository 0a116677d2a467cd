import type { Expr } from './expression.js'
import { isList } from './joined.js'
import { sizeOf, smallerSize } from './value.js'
import { work } from './work.js'

/** The cost of traversing a string, per character (cel-go: common.StringTraversalCostFactor). */
export const BY_CHARACTER = 0.1
/** The cost of a pattern, per character (common.RegexStringLengthCostFactor). */
export const BY_PATTERN_CHARACTER = 0.25

const traversal = (value: unknown, times = 1) => Math.ceil(sizeOf(value) * times * BY_CHARACTER)
const matching = (text: unknown, pattern: unknown) =>
  Math.ceil((1 + sizeOf(text)) * BY_CHARACTER) * Math.ceil(sizeOf(pattern) * BY_PATTERN_CHARACTER)
const sets = (factor: number) => (a: unknown, b: unknown) => 1 + sizeOf(a) * sizeOf(b) * factor

type Cost = (...values: readonly unknown[]) => number

// Functions not listed here cost 1 (k8s.io/apiserver: library.CostEstimator.CallCost, cel-go:
// interpreter.CostTracker.costCall).
const COSTS: { readonly [name: string]: Cost } = {
  ...named(['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'], (list) => wholeTraversal(list)),
  ...named(
    ['url', 'lowerAscii', 'upperAscii', 'substring', 'trim', 'cidr', 'isIP', 'isCIDR', 'quantity', 'isQuantity'],
    (text) => traversal(text),
  ),
  ...named(['startsWith', 'endsWith', 'format'], (text) => traversal(text)),
  ...named(['replace', 'split'], (text) => traversal(text, 2)),
  ...named(['find', 'findAll', 'matches'], matching),
  ip: (given) => (typeof given === 'string' ? traversal(given) : 1),
  'ip.isCanonical': (text) => traversal(text, 2),
  contains: (text, part) => traversal(text) * traversal(part),
  containsIP: (block, other) => traversal(block, 2) + (typeof other === 'string' ? traversal(other) : 0),
  containsCIDR: (block, other) =>
    traversal(block, 2) + traversal(block) + 1 + (typeof other === 'string' ? traversal(other) : 0),
  validate: (format, text) =>
    Math.ceil((1 + sizeOf(text)) * BY_CHARACTER) *
    Math.ceil((format as { readonly patternSize: number }).patternSize * BY_PATTERN_CHARACTER), // only formats have it
  'sets.contains': sets(1),
  'sets.intersects': sets(1),
  'sets.equivalent': sets(2),
}

function named(names: readonly string[], cost: Cost): { readonly [name: string]: Cost } {
  return Object.fromEntries(names.map((name) => [name, cost]))
}

/** Returns the cost of a call, without its arguments, as a function of the argument values and the result. */
export function callCost({ name, args }: Expr & { readonly is: 'call' }): (values: Values, result: unknown) => number {
  const kind = args[0]?.type.kind
  switch (name) {
    case '_==_':
    case '_!=_':
      return compared
    case '_<_':
    case '_<=_':
    case '_>_':
    case '_>=_':
      return args.every(isText) ? compared : one
    case '_+_':
      return args.every(isText) ? ([a, b]) => Math.ceil((sizeOf(a) + sizeOf(b)) * BY_CHARACTER) : one
    case '@in':
      return args[1]?.type.kind === 'list' ? ([, list]) => sizeOf(list) : one
    case '@in_set':
      return () => 0
    case 'join':
      return (_, result) => traversal(result, 2)
    case 'bytes':
      return kind === 'string' ? ([text]) => traversal(text) : one
    case 'string':
      return kind === 'bytes' ? ([bytes]) => traversal(bytes) : one
    default: {
      const own = Object.hasOwn(COSTS, name) ? COSTS[name] : undefined
      return own ? (values) => own(...values) : one
    }
  }
}

type Values = readonly unknown[]
const one = () => 1
const compared = ([a, b]: Values) => Math.ceil(smallerSize(a, b) * BY_CHARACTER)
const isText = ({ type }: Expr) => type.kind === 'string' || type.kind === 'bytes'

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
