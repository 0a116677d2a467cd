import type { Overload } from '../types/overload.js'
import { DYN, type Type } from '../types/type.js'

/**
 * An expression in the form cel-go evaluates, with macros expanded (github.com/google/cel-go: common/ast). The type
 * check sets its type, and what its names refer to.
 */
export type Expr = {
  /** Where errors in it are reported. */
  readonly at: number
  type: Type
} & (
  | { readonly is: 'const'; readonly value: unknown }
  | Ident
  | Select
  | Call
  | List
  | EntryMap
  | Message
  | Fold
  /** Stands for a part with an error. */
  | { readonly is: 'wrong' }
)

type Ident = { readonly is: 'ident'; readonly name: string } & Referring

type Select = {
  readonly is: 'select'
  readonly operand: Expr
  readonly field: string
  /** Whether the field exists is asked, not its value. */
  readonly test: boolean
} & Referring

type Referring = {
  /** The name of the declaration it refers to, once it is checked; a field may be a part of a qualified name. */
  refersTo?: string
  /** The value of a named constant. */
  value?: unknown
}

type Call = {
  readonly is: 'call'
  /** `_+_` and the like for operators, otherwise the function name; `sets.contains` for one in a namespace. */
  name: string
  /** The receiver of a method call. */
  target: Expr | undefined
  readonly args: readonly Expr[]
  /** The overloads that fit the types of the arguments, once it is checked. */
  overloads: readonly Overload[]
}

type List = {
  readonly is: 'list'
  readonly items: readonly Expr[]
  /** The indices of items that are optional. */
  readonly optional: ReadonlySet<number>
}

type EntryMap = { readonly is: 'map'; readonly entries: readonly Entry[] }
export type Entry = { readonly key: Expr; readonly value: Expr; readonly isOptional: boolean }

/** A message literal (`Foo{a: 1}`). */
type Message = { readonly is: 'message'; readonly name: string; readonly fields: readonly Field[] }
export type Field = {
  readonly at: number
  readonly name: string
  readonly value: Expr
  readonly isOptional: boolean
}

/** A comprehension: a fold over a range. */
type Fold = {
  readonly is: 'fold'
  readonly range: Expr
  readonly variable: string
  /** The variable of the values of a map or list, if the first one is that of keys or indices. */
  readonly second: string | undefined
  readonly accumulator: string
  readonly init: Expr
  readonly condition: Expr
  readonly step: Expr
  readonly result: Expr
}

export type ExprOf<Is extends Expr['is']> = Expr & { readonly is: Is }

/** The accumulator of a comprehension; no user variable can have this name. */
export const ACCUMULATOR = '@result'

export const constant = (at: number, value: unknown, type: Type = DYN): Expr => ({ is: 'const', at, value, type })
export const ident = (at: number, name: string): ExprOf<'ident'> => ({ is: 'ident', at, name, type: DYN })
export const call = (at: number, name: string, ...args: readonly Expr[]): ExprOf<'call'> =>
  methodCall(at, name, undefined, args)
export const methodCall = (
  at: number,
  name: string,
  target: Expr | undefined,
  args: readonly Expr[] = [],
): ExprOf<'call'> => ({ is: 'call', at, name, target, args, overloads: [], type: DYN })
export const list = (at: number, items: readonly Expr[], optional: ReadonlySet<number> = NONE): ExprOf<'list'> => ({
  ...{ is: 'list', at, items, optional, type: DYN },
})
export const map = (at: number, entries: readonly Entry[]): ExprOf<'map'> => ({ is: 'map', at, entries, type: DYN })

const NONE: ReadonlySet<number> = new Set()

/** Returns the direct subexpressions of an expression, in the order of their evaluation. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.is) {
    case 'select':
      return [expr.operand]
    case 'list':
      return expr.items
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value])
    case 'message':
      return expr.fields.map(({ value }) => value)
    case 'call':
      return expr.target ? [expr.target, ...expr.args] : expr.args
    case 'fold':
      return [expr.range, expr.init, expr.condition, expr.step, expr.result]
    default:
      return []
  }
}

/** Whether an expression uses a variable. */
export const usesVariable = (expr: Expr, name: string): boolean =>
  expr.is === 'ident' ? (expr.refersTo ?? expr.name) === name : partsOf(expr).some((part) => usesVariable(part, name))

/** Returns an expression with other direct subexpressions, which a function returns for each. */
export function withParts(expr: Expr, change: (part: Expr) => Expr): Expr {
  switch (expr.is) {
    case 'select':
      return { ...expr, operand: change(expr.operand) }
    case 'list':
      return { ...expr, items: expr.items.map(change) }
    case 'map': {
      const entries = expr.entries.map((entry) => ({ ...entry, key: change(entry.key), value: change(entry.value) }))
      return { ...expr, entries }
    }
    case 'message':
      return { ...expr, fields: expr.fields.map((field) => ({ ...field, value: change(field.value) })) }
    case 'call': {
      const target = expr.target && change(expr.target)
      return { ...expr, target, args: expr.args.map(change) }
    }
    case 'fold': {
      const { range, init, condition, step, result } = expr
      return {
        ...expr,
        ...{ range: change(range), init: change(init), condition: change(condition) },
        ...{ step: change(step), result: change(result) },
      }
    }
    default:
      return { ...expr }
  }
}

/** Returns the name that an expression may be, with its namespace; undefined for other expressions. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.is === 'ident') return expr.name
  if (expr.is !== 'select' || expr.test) return undefined
  const prefix = qualifiedName(expr.operand)
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`
}
