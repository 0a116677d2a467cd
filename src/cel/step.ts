import { CostExceeded } from './cel-error.js'
import type { Expr } from './expression.js'

/** The state of an evaluation. */
export type Evaluation = {
  /** The cost so far, and its limit. */
  cost: number
  readonly limit: number
  readonly variables: Readonly<Record<string, unknown>>
  /** The variables of the enclosing comprehensions, the outermost first. */
  readonly slots: unknown[]
}

/** A compiled expression: returns its value or a CelError. Throws CostExceeded. */
export type Step = (evaluation: Evaluation) => unknown

/** The names of the slots, the outermost first. */
export type Slots = readonly string[]

/** Compiles subexpressions. */
export type StepContext = {
  readonly stepOf: (expr: Expr, slots: Slots) => Step
  readonly optionals: Optionals
}

/** Creates optional values. */
export type Optionals = { readonly of: (value: unknown) => unknown; readonly none: () => unknown }

/** Adds the cost of a step. Throws CostExceeded. */
export function pay(evaluation: Evaluation, cost: number): void {
  evaluation.cost += cost
  if (evaluation.cost > evaluation.limit) throw new CostExceeded()
}
