import { append } from '../../base/lists/lists.js'
import { estimateCall } from './estimate-call.js'
import type { Expr, ExprOf } from '../syntax/expression.js'
import { type Range, UNKNOWN, between, exactly, plus, times, union } from './range.js'
import type { Sizes } from './sizes.js'
import { type Type, insideOptional } from '../types/type.js'

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
