import { attributeStep, isAttribute } from './attribute-step.js'
import { callStep } from './call-step.js'
import { CelError, CostExceeded } from './cel-error.js'
import { stringOf } from '../functions/conversions.js'
import { type Expr, type ExprOf, partsOf } from '../syntax/expression.js'
import { foldStep } from './fold-step.js'
import { isOptional } from './optional.js'
import { type Slots, type Step, type StepContext, pay } from './step.js'
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
const shown = (value: unknown): string => stringOf(value) ?? String(value)

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

/** Compiles a message; a server cannot create any of its types. */
function messageStep({ name }: ExprOf<'message'>, fields: readonly Step[]): Step {
  return (evaluation) => {
    const fault = fields.map((field) => field(evaluation)).find((value) => value instanceof CelError)
    pay(evaluation, MESSAGE)
    return fault ?? new CelError(`unknown type '${name}'`)
  }
}
