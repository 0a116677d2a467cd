import { CostExceeded } from './cel-error.js'
import type { Expr } from './expression.js'

/** An evaluation under way. */
export type Evaluation = {
  /** What it has cost so far, and may cost. */
  cost: number
  readonly limit: number
  readonly variables: Readonly<Record<string, unknown>>
  /** The values of variables that comprehensions have, the outermost first. */
  readonly slots: unknown[]
}

/** An expression made ready: what it comes to, or a CelError. Throws CostExceeded. */
export type Step = (evaluation: Evaluation) => unknown

/** The names of the slots, the outermost first. */
export type Slots = readonly string[]

/** What makes parts of an expression ready. */
export type StepContext = {
  readonly stepOf: (expr: Expr, slots: Slots) => Step
  readonly optionals: Optionals
}

/** Makes optional values. */
export type Optionals = { readonly of: (value: unknown) => unknown; readonly none: () => unknown }

/** Counts what a step costs. Throws CostExceeded. */
export function pay(evaluation: Evaluation, cost: number): void {
  evaluation.cost += cost
  if (evaluation.cost > evaluation.limit) throw new CostExceeded()
}
