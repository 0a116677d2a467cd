import { type Expr, type ExprOf, constant, partsOf, withParts } from '../syntax/expression.js'
import { isRegistered } from '../types/environment.js'
import { applied } from './call-step.js'
import { CelError } from './cel-error.js'
import { createEvaluation } from './evaluate.js'
import { isList } from './joined.js'
import { TypeValue, Uint, goTypeOf } from './value.js'

const CONVERSIONS: ReadonlySet<string> = new Set([
  ...['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'string', 'timestamp', 'type', 'uint'],
])

/**
 * Prepares a checked expression for its evaluation: lists, maps and conversions of constants become constants, which
 * have no cost (cel-go: interpreter/planner.go, decOptimize). Throws what prevents its evaluation.
 */
export function optimize(given: Expr): Expr {
  const named = namedConstant(given)
  if (named) return named
  const expr = withParts(given, optimize)
  if (expr.is === 'list' || expr.is === 'map')
    return partsOf(expr).every(isConst) ? constant(expr.at, valueOf(expr), expr.type) : expr
  return expr.is === 'call' ? optimizeCall(expr) : expr
}

/** Returns the constant that a name refers to; undefined for other expressions. */
function namedConstant(expr: Expr): Expr | undefined {
  if (expr.is !== 'ident' && expr.is !== 'select') return undefined
  const { value, refersTo, type, at } = expr
  if (value !== undefined) return constant(at, value, type)
  if (refersTo === undefined || type.kind !== 'type') return undefined
  // A variable cannot hold a type.
  if (!isRegistered(refersTo)) throw new Error(`reference to undefined type: ${refersTo}`)
  return constant(at, new TypeValue(refersTo), type)
}

function optimizeCall(expr: ExprOf<'call'>): Expr {
  const { at, name, args, target, type } = expr
  const [first, second] = args
  if (CONVERSIONS.has(name) && !target && args.length === 1 && first?.is === 'const') {
    const value = first.value instanceof CelError ? first.value : applied(expr)([first.value])
    if (value instanceof CelError) throw value
    return constant(at, value, type)
  }
  if (first && second?.is === 'const') {
    if (name === '_[_]' || name === '_[?_]') checkKey(second.value)
    if (name === '@in' && isInList(expr) && isSet(second.value))
      return second.value.length === 0 ? constant(at, false, type) : { ...expr, name: '@in_set' }
  }
  return expr
}

/** A constant key must be of a type that keys may have (interpreter: newQualifier). */
function checkKey(key: unknown): void {
  if (['string', 'bigint', 'number', 'boolean'].includes(typeof key) || key instanceof Uint) return
  throw new Error(`invalid qualifier type: ${goTypeOf(key)}`)
}

const isInList = ({ overloads }: ExprOf<'call'>): boolean =>
  overloads.length === 1 && overloads[0]?.id === '@in(A, list(A))'

const isConst = (expr: Expr): boolean => expr.is === 'const'

/** Returns the value of an expression of constants. */
const valueOf = (expr: Expr): unknown => createEvaluation(expr)({}, Infinity).value

const isSet = (value: unknown): value is readonly unknown[] =>
  isList(value) && [...value].every((one) => typeof one !== 'object' || one instanceof Uint)
