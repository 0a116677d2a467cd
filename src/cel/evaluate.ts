import { attributeStep, isAttribute } from './attribute-step.js'
import { callStep } from './call-step.js'
import { CelError, CostExceeded } from './cel-error.js'
import type { Expr } from './expression.js'
import { foldStep } from './fold-step.js'
import { type Optionals, type Slots, type Step, type StepContext, pay } from './step.js'
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
export function createEvaluation(root: Expr, optionals: Optionals): Evaluate {
  const context: StepContext = { optionals, stepOf: (expr, slots) => stepOf(expr, slots, context) }
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
      return listStep(all(expr.items))
    case 'map':
      return mapStep(expr.entries.map(all))
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

function listStep(items: readonly Step[]): Step {
  return (evaluation) => {
    const values = items.map((item) => item(evaluation))
    pay(evaluation, LIST)
    return values.find((value) => value instanceof CelError) ?? values
  }
}

function mapStep(entries: readonly (readonly Step[])[]): Step {
  return (evaluation) => {
    const values = entries.map((entry) => entry.map((part) => part(evaluation)))
    pay(evaluation, MAP)
    return (
      values.flat().find((value) => value instanceof CelError) ??
      new Map(values.map(([key, value]) => [key, value] as const))
    )
  }
}
