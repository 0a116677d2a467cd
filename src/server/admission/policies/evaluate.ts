import type { Steps } from '../../../base/turns/steps.js'
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

/**
 * Evaluates expressions within a cost budget; returns what is left of it (admission/plugin/cel: ForInput). The turn may
 * end after those that cost much.
 *
 * @throws OutOfBudget
 */
export function* evaluateAll(
  expressions: readonly (CompiledExpression | undefined)[],
  evaluation: AdmissionEvaluation,
  budget: number,
): Steps<{ readonly results: readonly Evaluated[]; readonly left: number }> {
  let left = budget
  let cost = 0
  const results: Evaluated[] = []
  for (const one of expressions) {
    if (cost >= COST_OF_TURN) {
      cost = 0
      yield
    }
    if (!one || typeof one.program === 'string') {
      results.push(one && { error: `compilation error: ${String(one.program)}` })
      continue
    }
    const found = evaluation(one.program)
    if (found.cost > left) throw new OutOfBudget()
    left -= found.cost
    cost += found.cost
    results.push(found.ok ? found : { error: `expression '${one.expression}' resulted in error: ${found.error}` })
  }
  if (cost >= COST_OF_TURN) yield
  return { results, left }
}
