import { CostExceeded } from './cel-error.js'
import type { Expr } from '../syntax/expression.js'

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
}

/** Adds the cost of a step. Throws CostExceeded. */
export function pay(evaluation: Evaluation, cost: number): void {
  evaluation.cost += cost
  if (evaluation.cost > evaluation.limit) throw new CostExceeded()
}

/** The value of a slot that is evaluated when it is needed. */
export class Late {
  readonly step: Step
  constructor(step: Step) {
    this.step = step
  }
}

/** Returns the value of a variable of a comprehension. */
export function slotValue(evaluation: Evaluation, slot: number): unknown {
  const value = evaluation.slots[slot]
  if (!(value instanceof Late)) return value
  // It was compiled outside of this comprehension and may use the same slots.
  const kept = evaluation.slots.slice(slot + 1)
  const found = value.step(evaluation)
  evaluation.slots.splice(slot, Infinity, found, ...kept)
  return found
}
