import {
  ACCUMULATOR,
  type Expr,
  type ExprOf,
  call,
  constant,
  ident,
  list,
  map,
  methodCall,
  withParts,
} from './expression.js'
import { DYN } from '../types/type.js'

/** An error of a macro's arguments, at the argument. */
type MacroFault = { readonly fault: string; readonly at: number }

/** Macros and other syntax that are not everywhere. */
export type Syntax = {
  /** Whether `cel.bind` is one (cel-go: ext.Bindings). */
  readonly bindings: boolean
  /** Whether `sortBy` is one (cel-go: ext.Lists). */
  readonly sorts: boolean
  /** Whether a field may be named in backticks. */
  readonly escapes: boolean
}

/** None of them. */
export const PLAIN_SYNTAX: Syntax = { bindings: false, sorts: false, escapes: false }

/** A call that may be a macro; it is at its parenthesis. */
type MacroCall = {
  readonly at: number
  readonly name: string
  readonly target: Expr | undefined
  readonly args: readonly Expr[]
  readonly syntax: Syntax
  /** Copies an expression that is used twice. */
  readonly copy: (expr: Expr) => Expr
}

/**
 * Expands a macro (cel-go: parser/macro.go, cel.OptionalTypes, ext.TwoVarComprehensions); returns undefined for other
 * calls.
 */
export function expandMacro(made: MacroCall): Expr | MacroFault | undefined {
  const { name, target, args } = made
  const [first] = args
  if (!first) return undefined
  if (!target) return name === 'has' && args.length === 1 ? presence(first, made.at) : undefined
  if (made.syntax.bindings && name === 'bind' && target.is === 'ident' && target.name === 'cel')
    return args.length === 3 ? binding(made) : undefined
  if (made.syntax.sorts && name === 'sortBy') return args.length === 2 ? sortedBy(made, target) : undefined
  if (name === 'optMap' || name === 'optFlatMap') return args.length === 2 ? optionalMap(made, target) : undefined
  const key = `${name} ${args.length}`
  const own = SINGLE.get(key) ?? DOUBLE.get(key)
  if (!own) return undefined
  const count = SINGLE.has(key) ? 1 : 2
  const variables = variablesOf(name, args.slice(0, count))
  return 'fault' in variables ? variables : folded(own, made.at, target, { ...variables, rest: args.slice(count) })
}

/** Whether an expansion failed. */
export const isFault = (found: Expr | MacroFault): found is MacroFault => 'fault' in found

const presence = (tested: Expr, at: number): Expr | MacroFault =>
  tested.is === 'select' ? { ...tested, at, test: true } : { fault: 'invalid argument to has() macro', at: tested.at }

type Variables = { readonly variable: string; readonly second: string | undefined }

function variablesOf(name: string, given: readonly Expr[]): Variables | MacroFault {
  const isQuantifier = given.length > 1 || (name !== 'map' && name !== 'filter')
  const wrong = given.find(({ is }) => is !== 'ident')
  if (wrong)
    return { fault: isQuantifier ? 'argument must be a simple name' : 'argument is not an identifier', at: wrong.at }
  const [variable = '', second] = given.map((one) => (one.is === 'ident' ? one.name : ''))
  const [first, other] = given
  if (other && variable === second) return { fault: `duplicate variable name: ${variable}`, at: other.at }
  const taken = variable === TRADITIONAL ? first : second === TRADITIONAL ? other : undefined
  if (taken) return { fault: 'iteration variable overwrites accumulator variable', at: taken.at }
  return { variable, second }
}

/** The name of the accumulator in other servers. */
const TRADITIONAL = '__result__'

type Inner = Variables & {
  /** The arguments after the variables: a condition, a value, or both. */
  readonly rest: readonly Expr[]
}

/** The parts of a fold besides its range and variables. */
type Parts = Pick<ExprOf<'fold'>, 'init' | 'condition' | 'step'> & { readonly result?: Expr }
type Own = (at: number, inner: Inner) => Parts | undefined

function folded(own: Own, at: number, range: Expr, inner: Inner): Expr | undefined {
  const parts = own(at, inner)
  const { variable, second } = inner
  return parts && fold(at, { range, variable, second, accumulator: ACCUMULATOR, result: accumulated(at), ...parts })
}

const fold = (at: number, parts: Omit<ExprOf<'fold'>, 'is' | 'at' | 'type'>): Expr => ({
  ...{ is: 'fold', at, type: DYN },
  ...parts,
})

const accumulated = (at: number): Expr => ident(at, ACCUMULATOR)
const always = (at: number): Expr => constant(at, true)

/** Returns the step of a fold that adds to the accumulator, for values that fulfill a condition if there is one. */
const filtered = (at: number, condition: Expr | undefined, added: Expr): Expr =>
  condition ? call(at, '_?_:_', condition, added, accumulated(at)) : added

const exactlyOne: Own = (at, { rest: [condition] }) =>
  condition && {
    init: constant(at, 0n),
    condition: always(at),
    step: filtered(at, condition, call(at, '_+_', accumulated(at), constant(at, 1n))),
    result: call(at, '_==_', accumulated(at), constant(at, 1n)),
  }

/** Returns the arguments after the variables as an optional condition and the value. */
const conditionAndValue = (rest: readonly Expr[]): readonly [condition: Expr | undefined, value: Expr | undefined] =>
  rest.length > 1 ? [rest[0], rest[1]] : [undefined, rest[0]]

const mapped: Own = (at, { rest }) => {
  const [condition, value] = conditionAndValue(rest)
  if (!value) return undefined
  const step = filtered(at, condition, call(at, '_+_', accumulated(at), list(at, [value])))
  return { init: list(at, []), condition: always(at), step }
}

const inserted =
  (isEntry: boolean): Own =>
  (at, { variable, rest }) => {
    const [condition, value] = conditionAndValue(rest)
    if (!value) return undefined
    const given = isEntry ? [value] : [ident(at, variable), value]
    const step = filtered(at, condition, call(at, 'cel.@mapInsert', accumulated(at), ...given))
    return { init: map(at, []), condition: always(at), step }
  }

const all: Own = (at, { rest: [condition] }) =>
  condition && {
    init: always(at),
    condition: call(at, '@not_strictly_false', accumulated(at)),
    step: call(at, '_&&_', accumulated(at), condition),
  }

const exists: Own = (at, { rest: [condition] }) =>
  condition && {
    init: constant(at, false),
    condition: call(at, '@not_strictly_false', call(at, '!_', accumulated(at))),
    step: call(at, '_||_', accumulated(at), condition),
  }

const filter: Own = (at, { variable, rest: [condition] }) => ({
  init: list(at, []),
  condition: always(at),
  step: filtered(at, condition, call(at, '_+_', accumulated(at), list(at, [ident(at, variable)]))),
})

/** The macros with one variable, by their names and numbers of arguments. */
const SINGLE: ReadonlyMap<string, Own> = new Map([
  ['all 2', all],
  ['exists 2', exists],
  ['exists_one 2', exactlyOne],
  ['map 2', mapped],
  ['map 3', mapped],
  ['filter 2', filter],
])

/** The macros with two variables. */
const DOUBLE: ReadonlyMap<string, Own> = new Map([
  ['all 3', all],
  ['exists 3', exists],
  ['existsOne 3', exactlyOne],
  ['exists_one 3', exactlyOne],
  ['transformList 3', mapped],
  ['transformList 4', mapped],
  ['transformMap 3', inserted(false)],
  ['transformMap 4', inserted(false)],
  ['transformMapEntry 3', inserted(true)],
  ['transformMapEntry 4', inserted(true)],
])

/** Expands `cel.bind`: the variable is the accumulator of a fold over nothing. */
function binding({ at, args: [variable, init, result] }: MacroCall): Expr | MacroFault | undefined {
  if (!variable || !init || !result) return undefined
  return variable.is === 'ident'
    ? bound(at, variable.name, init, result)
    : { fault: 'cel.bind() variable names must be simple identifiers', at: variable.at }
}

const bound = (at: number, name: string, init: Expr, result: Expr): Expr =>
  fold(at, {
    range: list(at, []),
    variable: '#unused',
    second: undefined,
    accumulator: name,
    init,
    condition: constant(at, false),
    step: ident(at, name),
    result,
  })

/** The function that `sortBy` calls. */
export const SORT_BY = '@sortByAssociatedKeys'

const SORTED = '@__sortBy_input__'

/** Expands `sortBy`: the list is bound, and sorted by what the second argument makes of its items. */
function sortedBy({ at, args }: MacroCall, target: Expr): Expr | MacroFault | undefined {
  if (!['list', 'select', 'ident', 'fold', 'call'].includes(target.is))
    return {
      fault: 'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
      at: target.at,
    }
  const [variable, ...rest] = args
  if (!variable) return undefined
  const variables = variablesOf('map', [variable])
  if ('fault' in variables) return variables
  const keys = folded(mapped, at, ident(at, SORTED), { ...variables, rest })
  return keys && bound(at, SORTED, target, methodCall(at, SORT_BY, ident(at, SORTED), [keys]))
}

/** Expands `optMap` and `optFlatMap`: the variable is the accumulator of a fold over nothing. */
function optionalMap({ at, name, args, copy }: MacroCall, target: Expr): Expr | MacroFault | undefined {
  const [variable, value] = args
  if (!variable || !value) return undefined
  if (variable.is !== 'ident') return { fault: `${name}() variable name must be a simple identifier`, at: variable.at }
  const found = bound(at, variable.name, methodCall(at, 'value', copy(target)), value)
  return call(
    at,
    '_?_:_',
    methodCall(at, 'hasValue', target),
    name === 'optMap' ? call(at, 'optional.of', found) : found,
    call(at, 'optional.none'),
  )
}

/** Copies an expression; `count` is called for each of its parts. */
export function copied(expr: Expr, count: () => void): Expr {
  count()
  return withParts(expr, (part) => copied(part, count))
}
