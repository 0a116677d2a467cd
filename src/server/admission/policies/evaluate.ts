import { type Steps, Done } from '../../../base/turns/steps.js'
import type { AdmissionEvaluation } from '../../../cel/admission.js'
import type { CompiledExpression } from './compiled-policy.js'

/** The result of an expression of a policy, or its error; undefined for an expression that is absent. */
export type Evaluated = { readonly error: string } | { readonly error?: undefined; readonly value: unknown } | undefined

/** The expressions of a policy have used up what they may cost together. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget'
  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run')
  }
}

/** The cost after which others are served: some milliseconds of work. */
export const COST_OF_TURN = 50_000

/** The results of expressions so far, and what is left of the budget. */
type Progress = { readonly results: Evaluated[]; left: number }

type Expressions = readonly (CompiledExpression | undefined)[]

/**
 * Evaluates expressions within a cost budget; returns what is left of it (admission/plugin/cel: ForInput). The turn may
 * end after those that cost much.
 *
 * @throws OutOfBudget
 */
export function evaluateAll(
  expressions: Expressions,
  evaluation: AdmissionEvaluation,
  budget: number,
): Steps<Readonly<Progress>> {
  const progress: Progress = { results: [], left: budget }
  const isLong = evaluateSome(expressions, evaluation, progress)
  return isLong ? evaluateOthers(expressions, evaluation, progress) : new Done(progress)
}

function* evaluateOthers(
  expressions: Expressions,
  evaluation: AdmissionEvaluation,
  progress: Progress,
): Steps<Readonly<Progress>> {
  do yield
  while (evaluateSome(expressions, evaluation, progress))
  return progress
}

/** Evaluates what fits into a turn; tells whether that was much. */
function evaluateSome(expressions: Expressions, evaluation: AdmissionEvaluation, progress: Progress): boolean {
  const { results } = progress
  let cost = 0
  while (results.length < expressions.length && cost < COST_OF_TURN) {
    const one = expressions[results.length]
    if (!one || typeof one.program === 'string') {
      results.push(one && { error: `compilation error: ${String(one.program)}` })
      continue
    }
    const found = evaluation(one.program)
    if (found.cost > progress.left) throw new OutOfBudget()
    progress.left -= found.cost
    cost += found.cost
    results.push(found.ok ? found : { error: `expression '${one.expression}' resulted in error: ${found.error}` })
  }
  return cost >= COST_OF_TURN
}
