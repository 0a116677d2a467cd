import { stringOf } from '../functions/conversions.js'
import { type Expr, type ExprOf, partsOf } from '../syntax/expression.js'
import { isPatchType } from '../types/patch-types.js'
import { callStep } from './call-step.js'
import { CelError, CostExceeded, thrown } from './cel-error.js'
import { Given } from './given.js'
import { isList } from './joined.js'
import { Optional, isOptional } from './optional.js'
import { patchStruct } from './patches.js'
import { type Evaluation, type Slots, type Step, type StepContext, Late, pay, slotValue } from './step.js'
import { PatchStruct } from './struct.js'
import { goTypeOf, hasMembers, memberOf, membersOf, typeNameOf } from './value.js'
import { beginWork } from './work.js'

/** The result of an evaluation. */
export type Evaluated = {
  /** The value, or a {@link CelError}. */
  readonly value: unknown
  readonly cost: number
  /** The evaluation exceeded its cost limit and was aborted. */
  readonly exceeded: boolean
}

/** Evaluates an expression with the given variables; aborts when it costs more than `limit`. */
export type Evaluate = (variables: object, limit: number) => Evaluated

/**
 * Compiles an expression for evaluation. Costs are counted as in cel-go (interpreter: CostObserver): accesses of fields
 * and variables, calls, and creation of lists and maps.
 */
export function createEvaluation(root: Expr): Evaluate {
  const context: StepContext = { stepOf: (expr, slots) => stepOf(expr, slots, context) }
  const run = stepOf(root, [], context)
  return (variables, limit) => {
    // Its own properties may have any names.
    const evaluation = { cost: 0, limit, variables: variables as Readonly<Record<string, unknown>>, slots: [] }
    beginWork()
    try {
      const value = run(evaluation)
      return { value, cost: evaluation.cost, exceeded: false }
    } catch (error) {
      if (!(error instanceof CostExceeded)) throw error
      return { value: new CelError(error.message), cost: evaluation.cost, exceeded: true }
    }
  }
}

function stepOf(expr: Expr, slots: Slots, context: StepContext): Step {
  if (isAttribute(expr)) return attributeStep(expr, slots, context)
  const all = (parts: readonly Expr[]) => parts.map((part) => stepOf(part, slots, context))
  switch (expr.is) {
    case 'call':
      return callStep(expr, all(expr.target ? [expr.target, ...expr.args] : expr.args))
    case 'list':
      return listStep(expr, all(expr.items))
    case 'map':
      return mapStep(expr, all(partsOf(expr)))
    case 'message':
      return messageStep(expr, all(partsOf(expr)))
    case 'fold':
      return foldStep(expr, slots, context)
    default: {
      const value = expr.is === 'const' ? expr.value : undefined
      return () => value
    }
  }
}

const LIST = 10
const MAP = 30
const MESSAGE = 40

/** Returns a value that an optional entry adds: undefined for none. */
function entryValue(value: unknown, what: string): unknown {
  if (!isOptional(value))
    return new CelError(`cannot initialize optional ${what} from non-optional value ${shown(value)}`)
  return value.hasValue() ? value.value() : undefined
}

/** Prints a value as errors show it. */
function shown(value: unknown): string {
  if (isList(value)) return `[${[...value].map(shown).join(', ')}]`
  if (hasMembers(value))
    return `{${membersOf(value)
      .map(([key, item]) => `${shown(key)}: ${shown(item)}`)
      .join(', ')}}`
  return stringOf(value) ?? String(value)
}

function listStep({ optional }: ExprOf<'list'>, items: readonly Step[]): Step {
  return (evaluation) => {
    const values: unknown[] = []
    let fault: CelError | undefined
    for (let i = 0; i < items.length && !fault; i++) {
      const given = items[i]?.(evaluation)
      const value = optional.has(i) && !(given instanceof CelError) ? entryValue(given, 'list element') : given
      if (value instanceof CelError) fault = value
      else if (value !== undefined) values.push(value)
    }
    pay(evaluation, LIST)
    return fault ?? values
  }
}

/** Compiles a map; its parts are its keys, each followed by its value. */
function mapStep({ entries }: ExprOf<'map'>, parts: readonly Step[]): Step {
  return (evaluation) => {
    const values = new Map<unknown, unknown>()
    let fault: CelError | undefined
    for (let i = 0; i < entries.length && !fault; i++) {
      const key = parts[2 * i]?.(evaluation)
      const given = key instanceof CelError ? key : parts[2 * i + 1]?.(evaluation)
      const isOptional = entries[i]?.isOptional && !(given instanceof CelError)
      const value = isOptional ? entryValue(given, `entry '${shown(key)}'`) : given
      if (value instanceof CelError) fault = value
      else if (value !== undefined) values.set(key, value)
    }
    pay(evaluation, MAP)
    return fault ?? values
  }
}

/** Compiles a message. Only a mutating policy has types of which there can be any. */
function messageStep({ name, fields }: ExprOf<'message'>, values: readonly Step[]): Step {
  return (evaluation) => {
    const members: (readonly [name: string, value: unknown])[] = []
    let fault: CelError | undefined
    for (let i = 0; i < fields.length && !fault; i++) {
      const { name: field = '', isOptional } = fields[i] ?? {}
      const given = values[i]?.(evaluation)
      const value = isOptional && !(given instanceof CelError) ? entryValue(given, `entry '${field}'`) : given
      if (value instanceof CelError) fault = value
      else if (value !== undefined) members.push([field, value])
    }
    pay(evaluation, MESSAGE)
    return fault ?? (isPatchType(name) ? patchStruct(name, members) : new CelError(`unknown type '${name}'`))
  }
}

/** Compiles a comprehension (cel-go: evalFold). */
function foldStep(expr: ExprOf<'fold'>, slots: Slots, { stepOf }: StepContext): Step {
  const { accumulator: name, variable, second } = expr
  const inside = [...slots, name, variable, ...(second === undefined ? [] : [second])]
  const accumulator = slots.length
  const range = stepOf(expr.range, slots)
  const initial = initialStep(expr.init, stepOf(expr.init, slots))
  const condition = expr.condition.is === 'const' ? undefined : stepOf(expr.condition, inside)
  const step = stepOf(expr.step, inside)
  const result = stepOf(expr.result, [...slots, name])
  return (evaluation) => {
    const over = range(evaluation)
    if (over instanceof CelError) return over
    const turns = turnsOf(over, second !== undefined)
    if (turns instanceof CelError) return turns
    const values = evaluation.slots
    values[accumulator] = initial(evaluation)
    for (const turn of turns) {
      if (second === undefined) values[accumulator + 1] = turn
      else [values[accumulator + 1], values[accumulator + 2]] = turn as readonly [unknown, unknown] // as below
      if (condition && condition(evaluation) === false) break
      values[accumulator] = step(evaluation)
    }
    return result(evaluation)
  }
}

/** Returns the first value of an accumulator; what is not constant is evaluated when it is needed. */
function initialStep(init: ExprOf<'fold'>['init'], step: Step): (evaluation: Evaluation) => unknown {
  if (init.is !== 'const') return () => new Late(step)
  const { value } = init
  // Copies a list or map: it is added to in place.
  if (Array.isArray(value)) return () => [...(value as readonly unknown[])]
  return value instanceof Map ? () => new Map(value) : () => value
}

/** Returns the items or keys of a range, or pairs of keys and values. */
function turnsOf(range: unknown, isDouble: boolean): Iterable<unknown> | CelError {
  if (isList(range)) return isDouble ? numbered(range) : range
  if (range instanceof Map) return isDouble ? range : range.keys()
  if (hasMembers(range) && typeNameOf(range) === 'map') return isDouble ? membersOf(range) : Object.keys(range)
  const type = goTypeOf(range)
  return new CelError(
    isDouble ? `unsupported comprehension range type: ${type}` : `got '${type}', expected iterable type`,
  )
}

function* numbered(items: Iterable<unknown>): Generator<readonly [bigint, unknown]> {
  let at = 0n
  for (const item of items) yield [at++, item]
}

const ATTRIBUTES: ReadonlySet<string> = new Set(['_[_]', '_?._', '_[?_]', '_?_:_'])

/**
 * Whether an expression is an attribute: a variable, a field, an index, or a choice between two such (cel-go:
 * InterpretableAttribute).
 */
const isAttribute = (expr: Expr): boolean =>
  expr.is === 'ident' || expr.is === 'select' || (expr.is === 'call' && ATTRIBUTES.has(expr.name))

/**
 * Compiles an attribute. Each access on the way costs 1, and so does the attribute itself, unless it is a presence test
 * (`has`).
 */
function attributeStep(expr: Expr, slots: Slots, context: StepContext): Step {
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
  if (expr.is === 'select') return fieldStep(expr, slots, part)
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
    if (value instanceof Given) return value.whole()
    return value === undefined ? new CelError(`no such attribute(s): ${name}`) : value
  }
}

/** Compiles a field of a field and so on. */
function fieldStep(expr: ExprOf<'select'>, slots: Slots, part: (expr: Expr) => Step): Step {
  const fields: string[] = []
  let root: Expr = expr
  while (root.is === 'select' && root.refersTo === undefined && (root === expr || !root.test)) {
    fields.unshift(root.field)
    root = root.operand
  }
  const last = fields.length - 1
  const step = fields.reduce((operand, field, i) => selectStep(operand, field, expr.test && i === last), part(root))
  const name = root.is === 'ident' ? (root.refersTo ?? root.name) : root.is === 'select' ? root.refersTo : undefined
  return name === undefined || slots.includes(name) ? step : pathStep(name, fields, expr.test, step)
}

/** Compiles a path from a variable, which converts what it leads to if the variable is given; for others, `step`. */
function pathStep(name: string, fields: readonly string[], test: boolean, step: Step): Step {
  const last = fields.length - 1
  return (evaluation) => {
    const given = evaluation.variables[name]
    if (!(given instanceof Given)) return step(evaluation)
    let found = given.look()
    for (let i = 0; i <= last; i++) {
      pay(evaluation, 1)
      const field = fields[i] ?? ''
      found = test && i === last ? presence(found, field) : access(found, field)
      if (found instanceof CelError) return found
    }
    return given.part(found)
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
    return test ? presence(from, field) : access(from, field)
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

/** Tells whether there is a field, without the error for an absent one. */
function presence(from: unknown, field: string): boolean | CelError {
  try {
    const found = memberOf(from, field)
    return found instanceof CelError ? found : found !== undefined
  } catch (error) {
    return thrown(error)
  }
}

function access(from: unknown, key: unknown): unknown {
  try {
    const found = memberOf(from, key)
    if (found !== undefined) return found
    return from instanceof PatchStruct ? null : new CelError(`no such key: ${stringOf(key) ?? String(key)}`)
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
