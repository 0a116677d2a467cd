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

/**
 * Evaluates expressions within a cost budget; returns what is left of it (admission/plugin/cel: ForInput).
 *
 * @throws OutOfBudget
 */
export function evaluateAll(
  expressions: readonly (CompiledExpression | undefined)[],
  evaluation: AdmissionEvaluation,
  budget: number,
): { readonly results: readonly Evaluated[]; readonly left: number } {
  let left = budget
  const results = expressions.map((one): Evaluated => {
    if (!one) return undefined
    const { expression, program } = one
    if (typeof program === 'string') return { error: `compilation error: ${program}` }
    const found = evaluation(program)
    if (found.cost > left) throw new OutOfBudget()
    left -= found.cost
    return found.ok ? { value: found.value } : { error: `expression '${expression}' resulted in error: ${found.error}` }
  })
  return { results, left }
}
