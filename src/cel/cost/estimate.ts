import { append } from '../../base/lists/lists.js'
import type { Expr, ExprOf } from '../syntax/expression.js'
import { type Range, UNKNOWN, between, exactly, plus, times, union, MOST, least, scaled } from './range.js'
import type { Sizes } from './sizes.js'
import { type Type, insideOptional } from '../types/type.js'
import { BY_CHARACTER, BY_PATTERN_CHARACTER } from './call-cost.js'
import { SORT_BY } from '../syntax/macros.js'
import { ORDERED } from '../types/library-declarations.js'

/** The sizes of keys and values of a container that an expression creates. */
type Entries = { readonly isList: boolean; readonly key: Range; readonly value: Range }

type Path = readonly string[]
type Local = { readonly path: Path; readonly size: Range | undefined; readonly entries: Entries | undefined }

/** The state of an estimation. */
type Estimation = {
  /** The sizes of the object that the rules belong to. */
  readonly self: Sizes | undefined
  readonly paths: Map<Expr, Path>
  readonly sizes: Map<Expr, Range>
  readonly entries: Map<Expr, Entries>
  /** The variables of the enclosing comprehensions, the innermost last. */
  readonly locals: (readonly [name: string, local: Local])[]
}

/** Estimates the maximum cost of an expression for values limited by the sizes in `self` (cel-go: checker.Cost). */
export const estimate = (root: Expr, self: Sizes | undefined): Range =>
  cost({ self, paths: new Map(), sizes: new Map(), entries: new Map(), locals: [] }, root)

function cost(of: Estimation, expr: Expr): Range {
  switch (expr.is) {
    case 'const':
      return exactly(0)
    case 'ident':
      of.paths.set(expr, localOf(of, expr)?.path ?? [expr.name])
      return exactly(1)
    case 'select':
      if (expr.refersTo === undefined && expr.value === undefined) return costSelect(of, expr)
      of.paths.set(expr, [expr.refersTo ?? expr.field])
      return exactly(1)
    case 'call':
      return costCall(of, expr)
    case 'list':
      return costList(of, expr)
    case 'map':
      return costMap(of, expr)
    case 'message':
      return plus(exactly(40), ...expr.fields.map(({ value }) => cost(of, value)))
    case 'fold':
      return isBinding(expr) ? costBinding(of, expr) : costFold(of, expr)
    case 'wrong':
      return exactly(0)
  }
}

function costSelect(of: Estimation, expr: ExprOf<'select'>): Range {
  const { operand, field, test } = expr
  const inner = cost(of, operand)
  if (test) return inner
  of.paths.set(expr, [...pathOf(of, operand), field])
  return isSelectable(operand) ? plus(inner, exactly(1)) : inner
}

function costList(of: Estimation, expr: ExprOf<'list'>): Range {
  const items = expr.items.map((item) => [cost(of, item), sizeOf(of, item) ?? UNKNOWN] as const)
  const value = unionOf(items.map(([, size]) => size))
  of.entries.set(expr, { isList: true, key: exactly(1), value })
  return plus(exactly(10), ...items.map(([each]) => each))
}

function costMap(of: Estimation, expr: ExprOf<'map'>): Range {
  const all = expr.entries.map(({ key, value }) => ({
    cost: plus(cost(of, key), cost(of, value)),
    key: sizeOf(of, key) ?? UNKNOWN,
    value: sizeOf(of, value) ?? UNKNOWN,
  }))
  const [key, value] = [unionOf(all.map((each) => each.key)), unionOf(all.map((each) => each.value))]
  of.entries.set(expr, { isList: false, key, value })
  return plus(exactly(30), ...all.map((each) => each.cost))
}

const unionOf = (sizes: readonly Range[]): Range => (sizes.length === 0 ? exactly(0) : sizes.reduce(union))

function costCall(of: Estimation, expr: ExprOf<'call'>): Range {
  const [first] = expr.args
  if (expr.name === 'dyn' && first) {
    const inner = cost(of, first)
    copySizes(of, expr, first)
    return plus(exactly(1), inner)
  }
  const costs = expr.args.map((arg) => cost(of, arg))
  const targetCost = expr.target ? cost(of, expr.target) : exactly(0)
  const known = { sizeOf: (each: Expr) => sizeOf(of, each), itemSize: (each: Expr) => itemSize(of, each) }
  let [own, size]: (Range | undefined)[] = []
  for (const { id } of expr.overloads) {
    const found = estimateCall(expr, id, costs, known)
    noteOperands(of, expr, id)
    own = own ? union(own, found.cost) : found.cost
    if (found.size) size = size ? union(size, found.size) : found.size
    const path = first && INDEXED[id]
    if (path !== undefined && first) {
      size = entriesOf(of, first)?.value
      of.paths.set(expr, [...pathOf(of, first), path])
    }
    size ??= sizeOf(of, expr)
  }
  if (size) of.sizes.set(expr, size)
  return plus(targetCost, own ?? exactly(0))
}

const INDEXED: { readonly [id: string]: string } = { '_[_](list(A), int)': '@items', '_[_](map(A, B), A)': '@values' }

/** Records the entries of a call whose result has those of one operand or the other. */
function noteOperands(of: Estimation, expr: ExprOf<'call'>, overload: string): void {
  const isChoice = overload === '_?_:_(bool, A, A)'
  if (!isChoice && !ADDITIONS.has(overload)) return
  const [one, other] = isChoice ? expr.args.slice(1) : expr.args
  const a = one && entriesOf(of, one)
  const b = other && entriesOf(of, other)
  if (a && b) of.entries.set(expr, { ...a, key: union(a.key, b.key), value: union(a.value, b.value) })
}

const ADDITIONS: ReadonlySet<string> = new Set([
  ...['_+_(string, string)', '_+_(bytes, bytes)', '_+_(list(A), list(A))'],
])

function copySizes(of: Estimation, to: Expr, from: Expr): void {
  const size = sizeOf(of, from)
  if (size) of.sizes.set(to, size)
  const entries = entriesOf(of, from)
  if (entries) of.entries.set(to, entries)
}

/** Whether a comprehension only binds a variable: it is over nothing. */
const isBinding = ({ range, condition }: ExprOf<'fold'>): boolean =>
  range.is === 'list' && range.items.length === 0 && condition.is === 'const' && condition.value === false

function costBinding(of: Estimation, expr: ExprOf<'fold'>): Range {
  const { range, init, result, accumulator } = expr
  const before = plus(cost(of, range), cost(of, init))
  of.locals.push([accumulator, localFor(of, init)])
  const after = cost(of, result)
  of.locals.pop()
  copySizes(of, expr, result)
  return plus(before, after)
}

const localFor = (of: Estimation, init: Expr): Local => ({
  path: pathOf(of, init),
  size: sizeOf(of, init),
  entries: entriesOf(of, init),
})

function costFold(of: Estimation, expr: ExprOf<'fold'>): Range {
  const { range, init } = expr
  const before = plus(cost(of, range), cost(of, init))
  of.locals.push([expr.accumulator, localFor(of, init)])
  const outer = of.locals.length
  append(of.locals, iterated(of, expr))
  const turn = plus(cost(of, expr.condition), cost(of, expr.step))
  of.locals.length = outer
  const after = cost(of, expr.result)
  of.locals.pop()
  const count = sizeOf(of, range) ?? UNKNOWN
  const size = init.is === 'const' ? sizeOf(of, init) : count
  if (size) of.sizes.set(expr, size)
  const made = entriesOf(of, expr.step)
  if (init.is !== 'const' && made) of.entries.set(expr, made)
  return plus(before, after, times(count, turn))
}

/** Returns the variables of a comprehension. */
function iterated(of: Estimation, { range, variable, second }: ExprOf<'fold'>): readonly (readonly [string, Local])[] {
  const inside = entriesOf(of, range)
  const isList = inside?.isList ?? range.type.kind === 'list'
  const path = pathOf(of, range)
  const keys: Local = { path: [...path, isList ? '@indices' : '@keys'], size: inside?.key, entries: undefined }
  const values: Local = { path: [...path, isList ? '@items' : '@values'], size: inside?.value, entries: undefined }
  if (second === undefined) return [[variable, isList ? values : keys]]
  return [
    [variable, keys],
    [second, values],
  ]
}

const localOf = ({ locals }: Estimation, expr: Expr): Local | undefined =>
  expr.is === 'ident' ? locals.findLast(([name]) => name === expr.name)?.[1] : undefined

const pathOf = (of: Estimation, expr: Expr): Path => localOf(of, expr)?.path ?? of.paths.get(expr) ?? []

const entriesOf = (of: Estimation, expr: Expr): Entries | undefined =>
  of.entries.get(expr) ?? localOf(of, expr)?.entries

function sizeOf(of: Estimation, expr: Expr): Range | undefined {
  const known = of.sizes.get(expr) ?? ownSize(expr) ?? sizeAt(of, pathOf(of, expr))
  if (known) {
    of.sizes.set(expr, known)
    return known
  }
  return isScalar(expr.type) ? exactly(1) : localOf(of, expr)?.size
}

const SCALARS: ReadonlySet<string> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint'])

function isScalar(type: Type): boolean {
  const inside = insideOptional(type)
  return inside ? isScalar(inside) : SCALARS.has(type.kind)
}

function itemSize(of: Estimation, expr: Expr): Range {
  const path = pathOf(of, expr)
  return (path.length > 0 ? sizeAt(of, [...path, '@items']) : undefined) ?? UNKNOWN
}

/** Returns the size that the schema allows at a path. */
function sizeAt({ self }: Estimation, path: Path): Range | undefined {
  if (path.length === 0 || path[0] === '@result') return undefined
  let at = self
  for (const step of path.slice(1))
    at = step === '@items' || step === '@values' ? at?.items : (at?.fields?.get(step) ?? at?.others)
  // The keys of maps are unbounded strings.
  if (path.at(-1) === '@keys') return exactly(0)
  return at && between(0, at.most)
}

const isSelectable = ({ type: { kind } }: Expr): boolean => kind === 'map' || kind === 'struct'

/** Returns the size of a literal. */
function ownSize(expr: Expr): Range | undefined {
  if (expr.is === 'list') return exactly(expr.items.length)
  if (expr.is === 'map') return exactly(expr.entries.length)
  if (expr.is !== 'const') return undefined
  const { value } = expr
  if (typeof value === 'string') return exactly([...value].length)
  if (value instanceof Uint8Array) return exactly(value.length)
  return typeof value === 'object' && value !== null ? undefined : exactly(1)
}

/** What is known about expressions while their cost is estimated. */
type Known = {
  /** The size of the result of an expression; undefined if unknown. */
  readonly sizeOf: (expr: Expr) => Range | undefined
  /** The size of the items of the result of an expression. */
  readonly itemSize: (expr: Expr) => Range
}

/** The estimated cost of a call, including its arguments, and the size of its result. */
type Estimate = { readonly cost: Range; readonly size?: Range | undefined }

/**
 * Estimates the cost of one overload of a call from what is known about its arguments (library.CostEstimator:
 * EstimateCallCost; cel-go: checker.functionCost).
 */
function estimateCall(expr: ExprOf<'call'>, overload: string, costs: readonly Range[], known: Known): Estimate {
  const size = (of: Expr | undefined): Range => (of && known.sizeOf(of)) ?? UNKNOWN
  const whole = WHOLE[overload]?.(expr, size, costs)
  if (whole) return whole
  const own = FUNCTIONS[expr.name]?.(expr, size, known) ?? OVERLOADS[overload]?.(expr, size, known)
  const { cost = exactly(1), size: result } = own ?? {}
  return { cost: plus(cost, ...costs), size: result }
}

type Size = (of: Expr | undefined) => Range
type Whole = (expr: ExprOf<'call'>, size: Size, costs: readonly Range[]) => Estimate
type Own = (expr: ExprOf<'call'>, size: Size, known: Known) => Estimate | undefined

/** Operators that need not evaluate all operands. */
const WHOLE: { readonly [id: string]: Whole } = {
  '_&&_(bool, bool)': (_expr, _size, costs) => eitherOf(costs),
  '_||_(bool, bool)': (_expr, _size, costs) => eitherOf(costs),
  '_?_:_(bool, A, A)'({ args: [, a, b] }, size, [condition = UNKNOWN, first = UNKNOWN, second = UNKNOWN]) {
    return { cost: plus(condition, union(first, second)), size: union(size(a), size(b)) }
  },
}

const eitherOf = ([first = UNKNOWN, ...rest]: readonly Range[]): Estimate => ({
  cost: { min: first.min, max: plus(first, ...rest).max },
})

const many = (names: readonly string[], own: Own): { readonly [name: string]: Own } =>
  Object.fromEntries(names.map((name) => [name, own]))

const compared: Own = ({ args: [a, b] }, size) => {
  const max = least(size(a).max, size(b).max)
  return { cost: scaled({ min: max > 0n ? 1n : 0n, max }, BY_CHARACTER) }
}

/** Estimates `==`: addresses and the like have a fixed size. */
const equal: Own = ({ args: [a, b] }, _, known) => {
  const name = a?.type.name === b?.type.name ? a?.type.name : undefined
  if (name === undefined || name === '') return undefined
  if (COUNTED.has(name) || name.startsWith('kubernetes.authorization.')) return { cost: exactly(1) }
  if (name === 'kubernetes.NamedFormat') return { cost: scaled(between(1, 64), BY_CHARACTER) }
  if (name !== 'kubernetes.URL') return undefined
  const { max } = (b && known.sizeOf(b)) ?? exactly(1)
  return { cost: scaled({ min: 1n, max }, BY_CHARACTER) }
}
const COUNTED: ReadonlySet<string> = new Set(['net.IP', 'net.CIDR', 'kubernetes.Quantity', 'kubernetes.Semver'])

const added: Own = ({ args: [a, b] }, size) => {
  const sum = plus(size(a), size(b))
  return { cost: scaled(sum, BY_CHARACTER), size: sum }
}

const traversal = (size: Range, factor = 1): Range => scaled(size, factor * BY_CHARACTER)
const matching = (text: Range, pattern: Range): Range =>
  times(scaled(plus(text, exactly(1)), BY_CHARACTER), scaled(pattern, BY_PATTERN_CHARACTER))

/** Estimates a call that makes a list, from the size of what it handles (cel-go: ext.estimateAllocatingListCall). */
const listMade = (factor: number, size: Range): Estimate => ({ cost: plus(scaled(size, factor), exactly(11)), size })

/** Estimates the comparison of the items of a list with each other (ext.estimateListSortCost). */
const selfCompared = (size: Range, type?: string): Estimate =>
  listMade(2 + (type !== undefined && TEXTS.includes(type) ? BY_CHARACTER : 0), times(size, size))

/** Returns the value of an integer literal, 0 for a negative one; another if it is none. */
const literal = (expr: Expr | undefined, other: bigint): bigint =>
  expr?.is !== 'const' || typeof expr.value !== 'bigint' ? other : expr.value < 0n ? 0n : expr.value

const TEXTS = ['string', 'bytes']
const ORDERS = ['_<_', '_<=_', '_>_', '_>=_']

/** Functions whose cost depends on the overload. */
const OVERLOADS: { readonly [id: string]: Own } = {
  ...many(
    TEXTS.flatMap((type) => ORDERS.map((name) => `${name}(${type}, ${type})`)),
    compared,
  ),
  ...many(['_==_(A, A)', '_!=_(A, A)'], compared),
  ...many(
    TEXTS.map((type) => `_+_(${type}, ${type})`),
    added,
  ),
  '_+_(list(A), list(A))': ({ args: [a, b] }, size) => ({ cost: exactly(1), size: plus(size(a), size(b)) }),
  '@in(A, list(A))': ({ args: [, list] }, size) => ({ cost: size(list) }),
  'bytes(string)'({ args: [text] }, size) {
    const { min, max } = size(text)
    return { cost: traversal({ min, max }), size: { min, max: BigInt.asUintN(64, max * 4n) } }
  },
  'string(bytes)'({ args: [bytes] }, size) {
    const { min, max } = size(bytes)
    return { cost: traversal({ min, max }), size: { min: min / 4n, max } }
  },
  'strings.quote(string)'({ args: [text] }, size) {
    const { min, max } = size(text)
    const quoted = { min: BigInt.asUintN(64, min + 2n), max: BigInt.asUintN(64, max * 2n + 2n) }
    return { cost: traversal({ min, max }), size: quoted }
  },
  '.slice(list(T), int, int)'({ target, args: [start, end] }, size) {
    const most = literal(end, size(target).max) - literal(start, 0n)
    const whole = BigInt.asUintN(64, most)
    return listMade(1, { min: whole, max: whole })
  },
  '.flatten(list(list(T)))': ({ target }, size) => listMade(1, size(target)),
  '.flatten(list(dyn), int)': ({ target, args: [depth] }, size) => listMade(Number(literal(depth, MOST)), size(target)),
  'lists.range(int)'({ args: [given] }) {
    const count = literal(given, MOST)
    return listMade(1, { min: count, max: count })
  },
  '.reverse(list(T))': ({ target }, size) => listMade(1, size(target)),
  '.distinct(list(T))': ({ target }, size) => selfCompared(size(target)),
  ...Object.fromEntries(
    ORDERED.flatMap((type): [string, Own][] => [
      [`.sort(list(${type}))`, ({ target }, size) => selfCompared(size(target), type)],
      [`.${SORT_BY}(list(T), list(${type}))`, ({ args: [keys] }, size) => selfCompared(size(keys), type)],
    ]),
  ),
  '.format(string, list(dyn))': ({ target }, size) => ({ cost: traversal(size(target)) }),
  '.matches(string, string)': ({ target, args: [pattern] }, size) => ({ cost: matching(size(target), size(pattern)) }),
  '.contains(string, string)': ({ target, args: [part] }, size) => ({
    cost: times(traversal(size(target)), traversal(size(part))),
  }),
  ...many(['.startsWith(string, string)', '.endsWith(string, string)'], ({ args: [part] }, size) => ({
    cost: traversal(size(part)),
  })),
  '.containsIP(net.CIDR, string)': ({ args: [text] }, size) => ({ cost: plus(ADDRESSES, traversal(size(text))) }),
  '.containsIP(net.CIDR, net.IP)': () => ({ cost: ADDRESSES }),
  '.containsCIDR(net.CIDR, string)': ({ args: [text] }, size) => ({ cost: plus(BLOCKS, traversal(size(text))) }),
  '.containsCIDR(net.CIDR, net.CIDR)': () => ({ cost: BLOCKS }),
  'ip(string)': ({ args: [text] }, size) => ({ cost: traversal(size(text)) }),
}

// An address has 4 or 16 bytes.
const ADDRESS: Range = between(4, 16)
/** The cost of comparing two addresses. */
const ADDRESSES: Range = traversal(plus(ADDRESS, ADDRESS))
/** The cost of comparing two blocks. */
const BLOCKS: Range = plus(ADDRESSES, traversal(ADDRESS), exactly(1))

const overList: Own = ({ target }, size, known) => {
  if (!target) return undefined
  const [item] = target.type.parameters
  if (!item) return { cost: traversal(size(target)) }
  const each = TEXTS.includes(item.kind) ? plus(exactly(1), traversal(known.itemSize(target))) : exactly(1)
  return { cost: times(size(target), each) }
}
const sets =
  (factor: number): Own =>
  ({ args: [a, b] }, size) => ({ cost: plus(scaled(times(size(a), size(b)), factor), exactly(1)) })

/** Functions whose cost does not depend on the overload. */
const FUNCTIONS: { readonly [name: string]: Own } = {
  '_==_': equal,
  ...many(['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'], overList),
  ...many(['url', 'jsonpatch.escapeKey'], ({ args: [a] }, size) => ({ cost: traversal(size(a)), size: size(a) })),
  ...many(['lowerAscii', 'upperAscii', 'substring', 'trim'], ({ target }, size) => ({
    cost: traversal(size(target)),
    size: size(target),
  })),
  replace: (expr, size) => ({ cost: traversal(size(expr.target), 2), size: replaced(expr, size) }),
  split({ target, args }, size) {
    const [, most] = args
    const isGiven = most?.is === 'const' && typeof most.value === 'bigint'
    const max = isGiven ? BigInt.asUintN(64, most.value) : size(target).max
    return { cost: traversal(size(target), 2), size: { min: 0n, max } }
  },
  join({ target, args: [separator] }, size, known) {
    if (!target) return undefined
    const { min, max } = size(target)
    const texts = target.type.parameters.length > 0 ? times({ min, max }, known.itemSize(target)) : exactly(0)
    const before = { min: min > 0n ? min - 1n : 0n, max: max > 0n ? max - 1n : 0n }
    const all = plus(texts, separator ? times(size(separator), before) : exactly(0))
    return { cost: traversal(all), size: all }
  },
  ...many(['find', 'findAll'], ({ target, args: [pattern] }, size) => ({
    cost: matching(size(target), size(pattern)),
    size: { min: 0n, max: size(target).max },
  })),
  ...many(['cidr', 'isIP', 'isCIDR', 'quantity', 'isQuantity', 'semver', 'isSemver'], ({ args: [a] }, size) => ({
    cost: traversal(size(a)),
  })),
  'ip.isCanonical': ({ args: [a] }, size) => ({ cost: traversal(size(a), 2) }),
  validate: ({ args: [a] }, size) => ({ cost: scaled(traversal(size(a)), 128 * BY_PATTERN_CHARACTER) }),
  check: () => ({ cost: exactly(350_000) }),
  ...many(['fieldSelector', 'labelSelector'], ({ args: [a] }, size) => ({
    cost: plus(exactly(10), traversal(size(a)), scaled(scaled(size(a), 0.5), 50)),
  })),
  'sets.contains': sets(1),
  'sets.intersects': sets(1),
  'sets.equivalent': sets(2),
}

/** Returns the length of a string after `replace`. */
function replaced({ target, args: [old, next] }: ExprOf<'call'>, size: Size): Range {
  const [text, from, to] = [size(target), size(old), size(next)]
  const count = { min: 0n, max: 0n }
  const kept = { min: 0n, max: 0n }
  if (from.min === 0n) {
    count.max = text.max < MOST ? text.max + 1n : text.max
    kept.max = text.max
  } else if (to.max <= from.min) kept.max = text.max
  else count.max = quotient(text.max, from.min)
  if (from.max === 0n) {
    count.min = text.min < MOST ? text.min + 1n : text.min
    kept.min = text.min
  } else if (from.max <= to.min) kept.min = text.min
  else count.min = quotient(text.min, from.max)
  return plus(times(count, to), kept)
}

/** Divides as floats, rounded up. */
const quotient = (a: bigint, b: bigint): bigint => least(BigInt(Math.ceil(Number(a) / Number(b))), MOST)
