import { estimateCall } from './estimate-call.js'
import type { Expr } from './expression.js'
import { type Range, UNKNOWN, exactly, plus, times, union } from './range.js'
import type { Sizes } from './sizes.js'

/** The sizes of keys and values of a container that an expression creates. */
type Entries = { readonly key: Range; readonly value: Range }

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
      return costSelect(of, expr)
    case 'call':
      return costCall(of, expr)
    case 'list':
      return costList(of, expr)
    case 'map':
      return costMap(of, expr)
    case 'fold':
      return costFold(of, expr)
  }
}

type Of<Is extends Expr['is']> = Expr & { readonly is: Is }

function costSelect(of: Estimation, expr: Of<'select'>): Range {
  const { operand, field, test } = expr
  const inner = cost(of, operand)
  if (test) return inner
  of.paths.set(expr, [...pathOf(of, operand), field])
  return SELECTABLE.has(operand.type.kind) ? plus(inner, exactly(1)) : inner
}

function costList(of: Estimation, expr: Of<'list'>): Range {
  const items = expr.items.map((item) => [cost(of, item), sizeOf(of, item) ?? UNKNOWN] as const)
  const value = unionOf(items.map(([, size]) => size))
  of.entries.set(expr, { key: exactly(1), value })
  return plus(exactly(10), ...items.map(([each]) => each))
}

function costMap(of: Estimation, expr: Of<'map'>): Range {
  const all = expr.entries.map(([key, value]) => ({
    cost: plus(cost(of, key), cost(of, value)),
    key: sizeOf(of, key) ?? UNKNOWN,
    value: sizeOf(of, value) ?? UNKNOWN,
  }))
  of.entries.set(expr, { key: unionOf(all.map(({ key }) => key)), value: unionOf(all.map(({ value }) => value)) })
  return plus(exactly(30), ...all.map((each) => each.cost))
}

const unionOf = (sizes: readonly Range[]): Range => (sizes.length === 0 ? exactly(0) : sizes.reduce(union))

function costCall(of: Estimation, expr: Of<'call'>): Range {
  const costs = expr.args.map((arg) => cost(of, arg))
  const targetCost = expr.target ? cost(of, expr.target) : exactly(0)
  noteCall(of, expr)
  const { cost: own, size } = estimateCall(expr, costs, {
    sizeOf: (each) => sizeOf(of, each),
    itemSize: (each) => itemSize(of, each),
  })
  const result = size ?? sizeOf(of, expr)
  if (result) of.sizes.set(expr, result)
  return plus(targetCost, own)
}

/** Records the size and entries of a call whose result is, or contains, its arguments. */
function noteCall(of: Estimation, expr: Of<'call'>): void {
  const [first, second, third] = expr.args
  if (expr.name === 'dyn' && first) {
    const size = sizeOf(of, first)
    if (size) of.sizes.set(expr, size)
    const items = entriesOf(of, first)
    if (items) of.entries.set(expr, items)
  }
  if ((expr.name === '_[_]' || expr.name === '_[?_]') && first) {
    of.paths.set(expr, [...pathOf(of, first), first.type.kind === 'map' ? '@values' : '@items'])
    const size = entriesOf(of, first)?.value ?? sizeOf(of, expr)
    if (size) of.sizes.set(expr, size)
  }
  if (expr.name === '_?_:_') noteEither(of, expr, second, third)
  if (expr.name === '_+_') noteEither(of, expr, first, second)
}

/** Records the entries of an expression whose result has those of one operand or the other. */
function noteEither(of: Estimation, expr: Expr, one: Expr | undefined, other: Expr | undefined): void {
  const a = one && entriesOf(of, one)
  const b = other && entriesOf(of, other)
  if (a && b) of.entries.set(expr, { key: union(a.key, b.key), value: union(a.value, b.value) })
}

function costFold(of: Estimation, expr: Of<'fold'>): Range {
  const { range, init, variable } = expr
  const { locals } = of
  const before = plus(cost(of, range), cost(of, init))
  locals.push(['@result', { path: pathOf(of, init), size: sizeOf(of, init), entries: entriesOf(of, init) }])
  const isList = range.type.kind === 'list'
  const inside = entriesOf(of, range)
  const path = [...pathOf(of, range), isList ? '@items' : '@keys']
  locals.push([variable, { path, size: isList ? inside?.value : inside?.key, entries: undefined }])
  const turn = plus(cost(of, expr.condition), cost(of, expr.step))
  locals.pop()
  const after = cost(of, expr.result)
  locals.pop()
  const count = sizeOf(of, range) ?? UNKNOWN
  const size = init.is === 'const' ? sizeOf(of, init) : count
  if (size) of.sizes.set(expr, size)
  const made = entriesOf(of, expr.step)
  if (init.is !== 'const' && made) of.entries.set(expr, made)
  return plus(before, after, times(count, turn))
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
  return expr.type.kind === 'scalar' ? exactly(1) : localOf(of, expr)?.size
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
    at = step.startsWith('@') ? (step === '@keys' ? undefined : at?.items) : at?.fields?.get(step)
  // The keys of maps are unbounded strings.
  if (path.at(-1) === '@keys') return exactly(0)
  return at && { min: 0, max: at.most }
}

const SELECTABLE: ReadonlySet<string> = new Set(['map', 'struct'])

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
