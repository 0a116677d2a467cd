/** The type of an expression, as far as costs or evaluation depend on it. */
export type ExprType = {
  readonly kind: 'string' | 'bytes' | 'list' | 'map' | 'struct' | 'scalar' | 'dyn' | 'other'
  /** Its name, for types that functions define. */
  readonly name: string
  /** The type of items of a list or values of a map. */
  readonly value?: ExprType
}

/** An expression in the form cel-go evaluates, with macros expanded (github.com/google/cel-go: common/ast). */
export type Expr = { readonly type: ExprType } & (
  | { readonly is: 'const'; readonly value: unknown }
  /** A variable, or a named constant with its value. */
  | { readonly is: 'ident'; readonly name: string; readonly value?: unknown }
  | { readonly is: 'select'; readonly operand: Expr; readonly field: string; readonly test: boolean }
  | {
      readonly is: 'call'
      /** `_+_` and the like for operators, otherwise the function name; `sets.contains` for one in a namespace. */
      readonly name: string
      /** The receiver of a method call. */
      readonly target?: Expr
      readonly args: readonly Expr[]
      /** Calls it with values; missing for operators that the evaluator implements. */
      readonly run?: (values: readonly unknown[]) => unknown
    }
  | { readonly is: 'list'; readonly items: readonly Expr[] }
  | { readonly is: 'map'; readonly entries: readonly (readonly [key: Expr, value: Expr])[] }
  | Fold
)

/** A comprehension: a fold over a range. */
type Fold = {
  readonly is: 'fold'
  readonly range: Expr
  readonly variable: string
  readonly init: Expr
  readonly condition: Expr
  readonly step: Expr
  readonly result: Expr
}

const BOOL: ExprType = { kind: 'scalar', name: 'bool' }
const INT: ExprType = { kind: 'scalar', name: 'int' }

/** The accumulator of a comprehension; no user variable can have this name. */
export const ACCUMULATOR = '@result'

export const constant = (value: unknown, type: ExprType): Expr => ({ is: 'const', value, type })
const call = (name: string, type: ExprType, ...args: readonly Expr[]): Expr => ({ is: 'call', name, args, type })
const accumulator = (type: ExprType): Expr => ({ is: 'ident', name: ACCUMULATOR, type })

/** Expands a macro over a range to cel-go's form (parser: macro.go); undefined for other functions. */
export function foldOf(name: string, range: Expr, variable: string, args: readonly Expr[]): Expr | undefined {
  const [first, second] = args
  if (!first) return undefined
  const fold = (
    type: ExprType,
    parts: Pick<Fold, 'init' | 'condition' | 'step'>,
    result = accumulator(type),
  ): Expr => ({
    ...{ is: 'fold', range, variable, result, type: result.type },
    ...parts,
  })
  const always = constant(true, BOOL)
  const grown = (item: Expr): { readonly type: ExprType; readonly add: Expr } => {
    const type: ExprType = { kind: 'list', name: 'list', value: item.type }
    return { type, add: call('_+_', type, accumulator(type), { is: 'list', items: [item], type }) }
  }
  switch (name) {
    case 'all':
      return fold(BOOL, {
        init: always,
        condition: call('@not_strictly_false', BOOL, accumulator(BOOL)),
        step: call('_&&_', BOOL, accumulator(BOOL), first),
      })
    case 'exists':
      return fold(BOOL, {
        init: constant(false, BOOL),
        condition: call('@not_strictly_false', BOOL, call('!_', BOOL, accumulator(BOOL))),
        step: call('_||_', BOOL, accumulator(BOOL), first),
      })
    case 'exists_one': {
      const one = constant(1n, INT)
      const more = call('_+_', INT, accumulator(INT), one)
      return fold(
        INT,
        { init: constant(0n, INT), condition: always, step: call('_?_:_', INT, first, more, accumulator(INT)) },
        call('_==_', BOOL, accumulator(INT), one),
      )
    }
    case 'map':
    case 'filter': {
      const found: Expr = { is: 'ident', name: variable, type: range.type.value ?? { kind: 'dyn', name: 'dyn' } }
      const { type, add } = grown(name === 'filter' ? found : (second ?? first))
      const chosen = name === 'filter' || second ? call('_?_:_', type, first, add, accumulator(type)) : add
      return fold(type, { init: { is: 'list', items: [], type }, condition: always, step: chosen })
    }
    default:
      return undefined
  }
}
