import type { Steps } from '../../../base/turns/steps.js'
import { aggregateText } from '../../../base/errors/issue.js'
import type { AdmissionEvaluation } from '../../../cel/admission.js'
import type { CompiledExpression } from './compiled-policy.js'
import { OutOfBudget, evaluateAll } from './evaluate.js'

/** The cost limit of all match conditions together (celconfig.RuntimeCELCostBudgetMatchConditions). */
const BUDGET = 2_500_000

/** Whether the conditions are met, or why that cannot be told. */
type Matching = { readonly matches: boolean; readonly error?: string }

/**
 * Evaluates the match conditions of a policy or webhook (webhook/matchconditions: Matcher): one that is false decides;
 * without one, an error does.
 */
export function* meetsConditions(
  conditions: readonly CompiledExpression[],
  evaluation: AdmissionEvaluation,
): Steps<Matching> {
  try {
    const { results } = yield* evaluateAll(conditions, evaluation, BUDGET)
    if (results.some((one) => one && one.error === undefined && one.value === false)) return { matches: false }
    const errors = results.flatMap((one) => (one?.error === undefined ? [] : [one.error]))
    if (errors.length === 0) return { matches: true }
    return { matches: false, error: aggregateText(errors) }
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error
    return { matches: false, error: error.message }
  }
}
