import { BY_CHARACTER, BY_PATTERN_CHARACTER } from './call-cost.js'
import type { Expr } from './expression.js'
import { LARGEST, type Range, UNKNOWN, exactly, plus, scaled, times, union } from './range.js'

/** What is known about expressions while their cost is estimated. */
type Known = {
  /** The size of the result of an expression; undefined if unknown. */
  readonly sizeOf: (expr: Expr) => Range | undefined
  /** The size of the items of the result of an expression. */
  readonly itemSize: (expr: Expr) => Range
}

/** The estimated cost of a call, including its arguments, and the size of its result. */
type Estimate = { readonly cost: Range; readonly size?: Range }

/**
 * Estimates the cost of a call from what is known about its arguments (library.CostEstimator.EstimateCallCost, cel-go:
 * checker.functionCost).
 */
export function estimateCall(expr: Expr & { readonly is: 'call' }, costs: readonly Range[], known: Known): Estimate {
  const { args, target, name } = expr
  const [a, b, c] = args
  const given = plus(...costs)
  const withArgs = (cost: Range, size?: Range): Estimate => ({ cost: plus(cost, given), ...(size ? { size } : {}) })
  const size = (of: Expr | undefined): Range => (of && known.sizeOf(of)) ?? UNKNOWN
  const own = FUNCTIONS[name]?.(expr, size, known)
  if (own) return withArgs(own.cost, own.size)
  switch (name) {
    case '_&&_':
    case '_||_':
      return { cost: { min: costs[0]?.min ?? 0, max: given.max } }
    case '_?_:_': {
      const [condition = exactly(0), first = exactly(0), second = exactly(0)] = costs
      return { cost: plus(condition, union(first, second)), size: union(size(b), size(c)) }
    }
    case '@in':
      if (b?.type.kind === 'dyn') return withArgs(union(size(b), exactly(1)))
      return withArgs(b?.type.kind === 'list' ? size(b) : exactly(1))
    case '_+_': {
      const sum = plus(size(a), size(b))
      if (mayBeText(a) && mayBeText(b)) return withArgs(scaled(sum, BY_CHARACTER), sum)
      return a?.type.kind === 'list' ? withArgs(exactly(1), sum) : withArgs(exactly(1))
    }
    case '_==_':
    case '_!=_':
      return COUNTED.has(a?.type.name ?? '') ? withArgs(exactly(1)) : withArgs(compared(size(a), size(b)))
    case '_<_':
    case '_<=_':
    case '_>_':
    case '_>=_':
      if (!mayBeText(a) || !mayBeText(b)) return withArgs(exactly(1))
      return withArgs(
        isText(a) || isText(b) ? compared(size(a), size(b)) : union(compared(size(a), size(b)), exactly(1)),
      )
    case 'bytes': {
      const from = size(a)
      return mayBeText(a)
        ? withArgs(scaled(from, BY_CHARACTER), { min: from.min, max: from.max * 4 })
        : withArgs(exactly(1))
    }
    case 'string': {
      const from = size(a)
      if (a?.type.kind !== 'bytes' && a?.type.kind !== 'dyn') return withArgs(exactly(1))
      return withArgs(scaled(from, BY_CHARACTER), { min: Math.floor(from.min / 4), max: from.max })
    }
    default:
      return withArgs(target && name === 'format' ? scaled(size(target), BY_CHARACTER) : exactly(1))
  }
}

// For an unknown type, the highest cost is assumed.
const mayBeText = (expr: Expr | undefined) =>
  expr?.type.kind === 'string' || expr?.type.kind === 'bytes' || expr?.type.kind === 'dyn'
const isText = (expr: Expr | undefined) => expr?.type.kind === 'string' || expr?.type.kind === 'bytes'
const COUNTED: ReadonlySet<string> = new Set(['net.IP', 'net.CIDR', 'kubernetes.Quantity'])

function compared(a: Range, b: Range): Range {
  const max = Math.min(a.max, b.max)
  return scaled({ min: max > 0 ? 1 : 0, max }, BY_CHARACTER)
}

type Size = (of: Expr | undefined) => Range
type Own = (expr: Expr & { readonly is: 'call' }, size: Size, known: Known) => Estimate | undefined

const traversal = (size: Range, factor = 1): Range => scaled(size, factor * BY_CHARACTER)
const matching = (text: Range, pattern: Range): Range =>
  times(scaled(plus(text, exactly(1)), BY_CHARACTER), scaled(pattern, BY_PATTERN_CHARACTER))
const many = (names: readonly string[], own: Own): { readonly [name: string]: Own } =>
  Object.fromEntries(names.map((name) => [name, own]))

const overList: Own = ({ target }, size, known) => {
  if (!target) return undefined
  if (target.type.kind !== 'list') return { cost: traversal(size(target)) }
  const item = target.type.value
  const each = isTextType(item?.kind) ? plus(exactly(1), traversal(known.itemSize(target))) : exactly(1)
  return { cost: times(size(target), each) }
}
const isTextType = (kind: string | undefined) => kind === 'string' || kind === 'bytes'
const sets =
  (factor: number): Own =>
  ({ args: [a, b] }, size) => ({ cost: plus(scaled(times(size(a), size(b)), factor), exactly(1)) })

// An address has 4 or 16 bytes.
const ADDRESS: Range = { min: 4, max: 16 }

const FUNCTIONS: { readonly [name: string]: Own } = {
  ...many(['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'], overList),
  url: ({ args: [a] }, size) => ({ cost: traversal(size(a)), size: size(a) }),
  ...many(['lowerAscii', 'upperAscii', 'substring', 'trim'], ({ target }, size) => ({
    cost: traversal(size(target)),
    size: size(target),
  })),
  replace: (expr, size) => ({ cost: traversal(size(expr.target), 2), size: replaced(expr, size) }),
  split({ target, args }, size) {
    const [, most] = args
    const max = most?.is === 'const' && typeof most.value === 'bigint' ? Number(most.value) : size(target).max
    return { cost: traversal(size(target), 2), size: { min: 0, max: max < 0 ? LARGEST : max } }
  },
  join({ target, args: [separator] }, size, known) {
    if (!target) return undefined
    const count = size(target)
    const between = { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) }
    const all = plus(times(count, known.itemSize(target)), separator ? times(size(separator), between) : exactly(0))
    return { cost: traversal(all), size: all }
  },
  ...many(['find', 'findAll'], ({ target, args: [pattern] }, size) => ({
    cost: matching(size(target), size(pattern)),
    size: { min: 0, max: size(target).max },
  })),
  matches: ({ target, args: [pattern] }, size) => ({ cost: matching(size(target), size(pattern)) }),
  contains: ({ target, args: [part] }, size) => ({ cost: times(traversal(size(target)), traversal(size(part))) }),
  ...many(['startsWith', 'endsWith'], ({ args: [part] }, size) => ({ cost: traversal(size(part)) })),
  ...many(['cidr', 'isIP', 'isCIDR', 'quantity', 'isQuantity'], ({ args: [a] }, size) => ({
    cost: traversal(size(a)),
  })),
  'ip.isCanonical': ({ args: [a] }, size) => ({ cost: traversal(size(a), 2) }),
  ip: ({ target, args: [a] }, size) => ({ cost: target ? exactly(1) : traversal(size(a)) }),
  containsIP: ({ args: [a] }, size) => ({
    cost: plus(traversal(plus(ADDRESS, ADDRESS)), a?.type.kind === 'string' ? traversal(size(a)) : exactly(0)),
  }),
  containsCIDR: ({ args: [a] }, size) => ({
    cost: plus(
      traversal(plus(ADDRESS, ADDRESS)),
      traversal(ADDRESS),
      exactly(1),
      a?.type.kind === 'string' ? traversal(size(a)) : exactly(0),
    ),
  }),
  validate: ({ args: [a] }, size) => ({ cost: scaled(traversal(size(a)), 128 * BY_PATTERN_CHARACTER) }),
  'sets.contains': sets(1),
  'sets.intersects': sets(1),
  'sets.equivalent': sets(2),
}

/** Returns the length of a string after `replace`. */
function replaced({ target, args: [old, next] }: Expr & { readonly is: 'call' }, size: Size): Range {
  const [text, from, to] = [size(target), size(old), size(next)]
  const count = { min: 0, max: 0 }
  const kept = { min: 0, max: 0 }
  if (from.min === 0) {
    count.max = text.max < LARGEST ? text.max + 1 : text.max
    kept.max = text.max
  } else if (to.max <= from.min) kept.max = text.max
  else count.max = Math.ceil(text.max / from.min)
  if (from.max === 0) {
    count.min = text.min + 1
    kept.min = text.min
  } else if (from.max <= to.min) kept.min = text.min
  else count.min = Math.ceil(text.min / from.max)
  return plus(times(count, to), kept)
}
