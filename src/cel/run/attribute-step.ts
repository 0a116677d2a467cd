import { CelError } from './cel-error.js'
import type { Expr } from '../syntax/expression.js'
import { stringOf } from '../functions/conversions.js'
import { isList } from './joined.js'
import { Optional, isOptional } from './optional.js'
import { type Evaluation, type Slots, type Step, type StepContext, pay, slotValue } from './step.js'
import { thrown } from './thrown.js'
import { memberOf } from './value.js'

const ATTRIBUTES: ReadonlySet<string> = new Set(['_[_]', '_?._', '_[?_]', '_?_:_'])

/**
 * Whether an expression is an attribute: a variable, a field, an index, or a choice between two such (cel-go:
 * InterpretableAttribute).
 */
export const isAttribute = (expr: Expr): boolean =>
  expr.is === 'ident' || expr.is === 'select' || (expr.is === 'call' && ATTRIBUTES.has(expr.name))

/**
 * Compiles an attribute. Each access on the way costs 1, and so does the attribute itself, unless it is a presence test
 * (`has`).
 */
export function attributeStep(expr: Expr, slots: Slots, context: StepContext): Step {
  const resolve = resolveStep(expr, slots, context)
  const own = expr.is === 'select' && expr.test ? 0 : ownCost(expr)
  return (evaluation) => {
    const value = resolve(evaluation)
    pay(evaluation, own)
    return isOptional(value) ? flattened(value) : value
  }
}

/** Returns an optional as the value of an attribute: not one in another (cel-go: interpreter.applyQualifiers). */
function flattened(given: Optional): Optional {
  let value: unknown = given
  while (isOptional(value) && value.hasValue()) value = value.value()
  return value === given ? given : new Optional(isOptional(value) ? null : value)
}

/** The cost of an attribute besides its accesses: 0 for a conditional. */
function ownCost(expr: Expr): number {
  if (expr.is === 'select') return ownCost(expr.operand)
  if (expr.is !== 'call' || !ATTRIBUTES.has(expr.name)) return 1
  const [first] = expr.args
  return expr.name === '_?_:_' ? 0 : first ? ownCost(first) : 1
}

function resolveStep(expr: Expr, slots: Slots, context: StepContext): Step {
  const part = (one: Expr) => (isAttribute(one) ? resolveStep(one, slots, context) : context.stepOf(one, slots))
  if (expr.is === 'ident') return identStep(expr.refersTo ?? expr.name, slots)
  // A variable whose name has dots.
  if (expr.is === 'select' && expr.refersTo !== undefined) return identStep(expr.refersTo, slots)
  if (expr.is === 'select') return selectStep(part(expr.operand), expr.field, expr.test)
  if (expr.is !== 'call') return context.stepOf(expr, slots)
  const [first, second, third] = expr.args
  if (!first || !second) throw new Error(`${expr.name} has too few operands`)
  if (expr.name === '_?_:_' && third) return choiceStep(context.stepOf(first, slots), part(second), part(third))
  return indexStep(part(first), part(second), expr.name !== '_[_]')
}

function identStep(name: string, slots: Slots): Step {
  const slot = slots.lastIndexOf(name)
  if (slot >= 0) return (evaluation) => slotValue(evaluation, slot)
  return ({ variables }) => {
    const value = variables[name]
    return value === undefined ? new CelError(`no such attribute(s): ${name}`) : value
  }
}

function selectStep(operand: Step, field: string, test: boolean): Step {
  return (evaluation) => {
    const from = operand(evaluation)
    if (from instanceof CelError) return from
    if (isOptional(from)) {
      const found = maybe(from, field, evaluation)
      return test && isOptional(found) ? found.hasValue() : found
    }
    pay(evaluation, 1)
    const found = access(from, field)
    if (!test) return found
    return found instanceof CelError ? (found.message.startsWith('no such key') ? false : found) : true
  }
}

function indexStep(operand: Step, index: Step, optional: boolean): Step {
  return (evaluation) => {
    const from = operand(evaluation)
    if (from instanceof CelError) return from
    const key = index(evaluation)
    if (key instanceof CelError) return key
    if (optional || isOptional(from)) return maybe(from, key, evaluation)
    pay(evaluation, 1)
    return access(from, key)
  }
}

function choiceStep(condition: Step, first: Step, second: Step): Step {
  return (evaluation) => {
    const chosen = condition(evaluation)
    if (chosen === true) return first(evaluation)
    if (chosen === false) return second(evaluation)
    return chosen instanceof CelError ? chosen : new CelError('no such overload')
  }
}

function access(from: unknown, key: unknown): unknown {
  try {
    const found = memberOf(from, key)
    return found === undefined ? new CelError(`no such key: ${stringOf(key) ?? String(key)}`) : found
  } catch (error) {
    return thrown(error)
  }
}

/** Returns an optional field, or one of the value in an optional. */
function maybe(from: unknown, key: unknown, evaluation: Evaluation): unknown {
  const inner = isOptional(from) ? (from.hasValue() ? from.value() : undefined) : from
  if (inner === undefined) return Optional.none
  let found: unknown
  try {
    found = memberOf(inner, key)
  } catch (error) {
    return isList(inner) ? Optional.none : thrown(error)
  }
  if (found === undefined) return Optional.none
  pay(evaluation, 1)
  return new Optional(found)
}
