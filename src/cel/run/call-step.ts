import { fitsInt64 } from '../../base/go/numbers.js'
import { callCost } from '../cost/call-cost.js'
import { implementationOf } from '../functions/own-functions.js'
import { type ExprOf, ACCUMULATOR } from '../syntax/expression.js'
import { CelError, thrown } from './cel-error.js'
import { operate } from './operators.js'
import { isOptional } from './optional.js'
import { type Step, pay } from './step.js'
import { GivenMap, Struct } from './struct.js'
import { noOverload, sameValue, typeNameOf } from './value.js'
import { WHOLE_OPERATORS } from './whole-numbers.js'

type Call = ExprOf<'call'>

/**
 * Compiles a call. It evaluates all operands, except for `&&`, `||` and other functions that need not evaluate each.
 */
export function callStep(expr: Call, operands: readonly Step[]): Step {
  const [first, second] = operands
  if (expr.name === '_&&_' || expr.name === '_||_') return logicalStep(operands, expr.name === '_||_')
  if ((expr.name === 'or' || expr.name === 'orValue') && first && second) return insteadStep(expr, first, second)
  if (expr.name === '@not_strictly_false' && first)
    return (evaluation) => {
      const value = first(evaluation)
      pay(evaluation, 1)
      return value !== false
    }
  const apply = applied(expr)
  const cost = callCost(expr)
  const operator = WHOLE_OPERATORS.get(expr.name)
  if (expr.name === '!_' && first) return notStep(first, apply)
  return first && second && operands.length === 2
    ? binaryStep(operator, first, second, apply, cost)
    : generalStep(operands, apply, cost)
}

type Cost = ReturnType<typeof callCost>

/** Compiles a call of one or more than two operands: after one that fails, no others are evaluated. */
function generalStep(operands: readonly Step[], apply: Apply, cost: Cost): Step {
  return (evaluation) => {
    const values: unknown[] = []
    let fault: CelError | undefined
    for (const operand of operands) {
      const value = operand(evaluation)
      values.push(value)
      if (!(value instanceof CelError)) continue
      if (values.length < operands.length) return value
      fault = value
    }
    const result = fault ?? apply(values)
    pay(evaluation, cost(values, result))
    return result
  }
}

/** Compiles a negation, mostly of what is true or false. */
function notStep(operand: Step, apply: Apply): Step {
  return (evaluation) => {
    const value = operand(evaluation)
    pay(evaluation, 1)
    return typeof value === 'boolean' ? !value : value instanceof CelError ? value : apply([value])
  }
}

/** Compiles a call of two operands, both of which are evaluated. Those of an `operator` are mostly integers. */
function binaryStep(
  operator: ((a: bigint, b: bigint) => bigint | boolean) | undefined,
  first: Step,
  second: Step,
  apply: Apply,
  cost: Cost,
): Step {
  return (evaluation) => {
    const a = first(evaluation)
    const b = second(evaluation)
    if (operator && typeof a === 'bigint' && typeof b === 'bigint') {
      const value = operator(a, b)
      if (typeof value === 'boolean' || fitsInt64(value)) {
        pay(evaluation, 1)
        return value
      }
    }
    const values = [a, b]
    const result = a instanceof CelError ? a : b instanceof CelError ? b : apply(values)
    pay(evaluation, cost(values, result))
    return result
  }
}

/** Whether a value can only be compared with one of its kind, and the other is not. */
function isStrictlyOther(a: unknown, b: unknown): boolean {
  const isStrict =
    a instanceof Struct || a instanceof GivenMap || (typeof a === 'object' && a !== null && 'typeName' in a)
  return isStrict && b !== null && typeNameOf(a) !== typeNameOf(b)
}

type Apply = (values: readonly unknown[]) => unknown

/** Returns the implementation of a call, without its cost: it returns the result or a CelError. */
export function applied(expr: Call): Apply {
  const { name, args } = expr
  if (name === '_==_')
    return ({ 0: a, 1: b }) => (isStrictlyOther(a, b) ? new CelError('no such overload') : sameValue(a, b))
  if (name === '_!=_') return ({ 0: a, 1: b }) => !sameValue(a, b)
  const own = implementationOf(name, expr.target !== undefined)
  // A constant pattern is compiled beforehand, for a function that looks at types by itself (RegexOptimization).
  const pattern = args[expr.target ? 0 : 1]
  const isPlanned =
    /^(matches|find|findAll)$/.test(name) && pattern?.is === 'const' && typeof pattern.value === 'string'
  const [grown] = args
  const grows = name === '_+_' && grown?.is === 'ident' && grown.name === ACCUMULATOR
  return (values) => {
    // Appends in place: only the comprehension sees its accumulator.
    if (grows && isGrowth(values)) {
      values[0].push(values[1][0])
      return values[0]
    }
    try {
      const result = own ? own(...values) : operate(name, values)
      if (result !== undefined) return result
      return isPlanned ? new CelError('no such overload') : noOverload(name, values)
    } catch (error) {
      return thrown(error)
    }
  }
}

const isGrowth = (values: readonly unknown[]): values is readonly [unknown[], readonly [unknown]] =>
  Array.isArray(values[0]) && Array.isArray(values[1])

/** Returns the first term that decides; otherwise the first error. */
function logicalStep(terms: readonly Step[], decisive: boolean): Step {
  return (evaluation) => {
    let fault: CelError | undefined
    for (const term of terms) {
      const value = term(evaluation)
      if (value === decisive) return decisive
      if (value !== !decisive) fault ??= value instanceof CelError ? value : new CelError('no such overload')
    }
    return fault ?? !decisive
  }
}

/** Compiles `or` and `orValue`: the value of an optional, or else the second operand; anything else is what it is. */
function insteadStep({ name }: Call, first: Step, second: Step): Step {
  return (evaluation) => {
    const value = first(evaluation)
    if (!isOptional(value)) return value
    if (!value.hasValue()) return second(evaluation)
    return name === 'or' ? value : value.value()
  }
}
