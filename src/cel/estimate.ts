import { type Known, estimateCall } from './estimate-call.js'
import type { Expr } from './expression.js'
import { type Range, UNKNOWN, exactly, plus, times, union } from './range.js'
import type { Sizes } from './sizes.js'

/** How large keys and values of a container an expression makes are. */
type Entries = { readonly key: Range; readonly value: Range }

type Path = readonly string[]
type Local = { readonly path: Path; readonly size: Range | undefined; readonly entries: Entries | undefined }

/** The most an expression may cost on values whose sizes are bounded by those of `self` (cel-go: checker.Cost). */
export function estimate(root: Expr, self: Sizes | undefined): Range {
  const paths = new Map<Expr, Path>()
  const sizes = new Map<Expr, Range>()
  const entries = new Map<Expr, Entries>()
  const locals: (readonly [name: string, local: Local])[] = []
  const local = (expr: Expr) => (expr.is === 'ident' ? locals.findLast(([name]) => name === expr.name)?.[1] : undefined)
  const pathOf = (expr: Expr): Path => local(expr)?.path ?? paths.get(expr) ?? []

  const atPath = (path: Path): Range | undefined => {
    if (path.length === 0 || path[0] === '@result') return undefined
    let at = self
    for (const step of path.slice(1))
      at = step.startsWith('@') ? (step === '@keys' ? undefined : at?.items) : at?.fields?.get(step)
    // The keys of maps are texts without a bound.
    if (path.at(-1) === '@keys') return exactly(0)
    return at && { min: 0, max: at.most }
  }
  const sizeOf = (expr: Expr): Range | undefined => {
    const known = sizes.get(expr) ?? ownSize(expr) ?? atPath(pathOf(expr))
    if (known) {
      sizes.set(expr, known)
      return known
    }
    return expr.type.kind === 'scalar' ? exactly(1) : local(expr)?.size
  }
  const sizeOrUnknown = (expr: Expr) => sizeOf(expr) ?? UNKNOWN
  const entriesOf = (expr: Expr) => entries.get(expr) ?? local(expr)?.entries
  const known: Known = {
    sizeOf,
    itemSize: (expr) => (pathOf(expr).length > 0 ? atPath([...pathOf(expr), '@items']) : undefined) ?? UNKNOWN,
  }

  const costCall = (expr: Expr & { readonly is: 'call' }): Range => {
    const { args, target, name } = expr
    const costs = args.map(cost)
    const [first, second, third] = args
    const targetCost = target ? cost(target) : exactly(0)
    if (name === 'dyn' && first) {
      const size = sizeOf(first)
      if (size) sizes.set(expr, size)
      const items = entriesOf(first)
      if (items) entries.set(expr, items)
    }
    if ((name === '_[_]' || name === '_[?_]') && first) {
      paths.set(expr, [...pathOf(first), first.type.kind === 'map' ? '@values' : '@items'])
      const size = entriesOf(first)?.value ?? sizeOf(expr)
      if (size) sizes.set(expr, size)
    }
    if (name === '_?_:_' && second && third) {
      const both = [entriesOf(second), entriesOf(third)] as const
      if (both[0] && both[1])
        entries.set(expr, { key: union(both[0].key, both[1].key), value: union(both[0].value, both[1].value) })
    }
    if (name === '_+_' && first && second) {
      const both = [entriesOf(first), entriesOf(second)] as const
      if (both[0] && both[1])
        entries.set(expr, { key: union(both[0].key, both[1].key), value: union(both[0].value, both[1].value) })
    }
    const { cost: own, size } = estimateCall(expr, costs, known)
    const result = size ?? sizeOf(expr)
    if (result) sizes.set(expr, result)
    return plus(targetCost, own)
  }

  const costFold = (expr: Expr & { readonly is: 'fold' }): Range => {
    const { range, init, variable } = expr
    const before = plus(cost(range), cost(init))
    locals.push(['@result', { path: pathOf(init), size: sizeOf(init), entries: entriesOf(init) }])
    const isList = range.type.kind === 'list'
    const inside = entriesOf(range)
    const path = [...pathOf(range), isList ? '@items' : '@keys']
    locals.push([variable, { path, size: isList ? inside?.value : inside?.key, entries: undefined }])
    const turn = plus(cost(expr.condition), cost(expr.step))
    locals.pop()
    const after = cost(expr.result)
    locals.pop()
    const count = sizeOrUnknown(range)
    const size = init.is === 'const' ? sizeOf(init) : count
    if (size) sizes.set(expr, size)
    const made = entriesOf(expr.step)
    if (init.is !== 'const' && made) entries.set(expr, made)
    return plus(before, after, times(count, turn))
  }

  const cost = (expr: Expr): Range => {
    switch (expr.is) {
      case 'const':
        return exactly(0)
      case 'ident':
        paths.set(expr, local(expr)?.path ?? [expr.name])
        return exactly(1)
      case 'select': {
        const inner = cost(expr.operand)
        if (expr.test) return inner
        paths.set(expr, [...pathOf(expr.operand), expr.field])
        return SELECTABLE.has(expr.operand.type.kind) ? plus(inner, exactly(1)) : inner
      }
      case 'call':
        return costCall(expr)
      case 'list': {
        const items = expr.items.map((item) => [cost(item), sizeOrUnknown(item)] as const)
        const value = items.length === 0 ? exactly(0) : items.map(([, size]) => size).reduce(union)
        entries.set(expr, { key: exactly(1), value })
        return plus(exactly(10), ...items.map(([each]) => each))
      }
      case 'map': {
        const all = expr.entries.map(([key, value]) => ({
          cost: plus(cost(key), cost(value)),
          key: sizeOrUnknown(key),
          value: sizeOrUnknown(value),
        }))
        const size = (which: 'key' | 'value') =>
          all.length === 0 ? exactly(0) : all.map((each) => each[which]).reduce(union)
        entries.set(expr, { key: size('key'), value: size('value') })
        return plus(exactly(30), ...all.map((each) => each.cost))
      }
      case 'fold':
        return costFold(expr)
    }
  }
  return cost(root)
}

const SELECTABLE: ReadonlySet<string> = new Set(['map', 'struct'])

/** The size an expression tells itself. */
function ownSize(expr: Expr): Range | undefined {
  if (expr.is === 'list') return exactly(expr.items.length)
  if (expr.is === 'map') return exactly(expr.entries.length)
  if (expr.is !== 'const') return undefined
  const { value } = expr
  if (typeof value === 'string') return exactly([...value].length)
  if (value instanceof Uint8Array) return exactly(value.length)
  return typeof value === 'object' && value !== null ? undefined : exactly(1)
}
