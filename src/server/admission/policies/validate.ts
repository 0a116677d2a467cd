import { type AdmissionValues, bindAdmission } from '../../../cel/admission.js'
import { isLonger } from '../../../base/rules/texts.js'
import type { Steps } from '../../../base/turns/steps.js'
import type { KubeObject } from '../../../schema/object.js'
import { type CompiledPolicy, type PolicySpec, type Validation, compiledPolicy } from './compiled-policy.js'
import { type Evaluated, OutOfBudget, evaluateAll } from './evaluate.js'
import { meetsConditions } from './match-conditions.js'
import { type PolicyInput, seen, seenByConditions } from './policy-input.js'

/** What a policy finds wrong with a request. */
export type Violation = { readonly index: number; readonly message: string; readonly reason?: string | undefined }

/** An audit annotation that a policy makes, or why it cannot. */
type PolicyAnnotation =
  | { readonly key: string; readonly value: string; readonly error?: undefined }
  | { readonly key: string; readonly error: string }

/** What a policy says of a request, by one of its parameters. */
export type Verdict = { readonly violations: readonly Violation[]; readonly annotations: readonly PolicyAnnotation[] }

/** The cost limit of all validations of a policy together (celconfig.RuntimeCELCostBudget). */
const BUDGET = 10_000_000

const NOTHING: Verdict = { violations: [], annotations: [] }

/** Asks a policy about a request (policy/validating: Validate). */
export function* verdictOf(spec: PolicySpec, input: PolicyInput, params: KubeObject | null): Steps<Verdict> {
  const policy = yield* compiledPolicy(spec)
  const isFailing = spec.failurePolicy !== 'Ignore'
  const failed = (message: string): Verdict =>
    isFailing ? { violations: [{ index: 0, message }], annotations: [] } : NOTHING
  const own = { params, variables: policy.variables }
  if (policy.matchConditions.length > 0) {
    const { matches, error } = yield* meetsConditions(
      policy.matchConditions,
      bindAdmission(seenByConditions(input, own)),
    )
    if (error !== undefined) return failed(error)
    if (!matches) return NOTHING
  }
  try {
    const { results, left } = yield* evaluateAll(policy.validations, bindAdmission(seen(input, own, true)), BUDGET)
    const violations = violationsOf(
      spec,
      isFailing,
      results,
      yield* messagesOf(policy, () => seen(input, own, false), left),
    )
    if (policy.auditAnnotations.length === 0) return { violations, annotations: [] }
    const annotations = yield* evaluateAll(policy.auditAnnotations, bindAdmission(seen(input, own, false)), BUDGET)
    return { violations, annotations: annotationsOf(spec, isFailing, annotations.results) }
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error
    return failed(error.message)
  }
}

/** Evaluates the message expressions; returns the error if they cost too much together. */
function* messagesOf(
  policy: CompiledPolicy,
  values: () => AdmissionValues,
  budget: number,
): Steps<readonly Evaluated[] | string> {
  if (policy.messages.every((message) => message === undefined)) return []
  try {
    return (yield* evaluateAll(policy.messages, bindAdmission(values()), budget)).results
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error
    return `failed messageExpression: ${error.message}`
  }
}

function violationsOf(
  { validations }: PolicySpec,
  isFailing: boolean,
  results: readonly Evaluated[],
  messages: readonly Evaluated[] | string,
): readonly Violation[] {
  if (typeof messages !== 'string' && results.every((result) => valueOf(result) === true)) return []
  return results.flatMap((result, index): readonly Violation[] => {
    const error = result?.error ?? (typeof messages === 'string' ? messages : undefined)
    if (error !== undefined) return isFailing ? [{ index, message: error }] : []
    if (valueOf(result) === true) return []
    const validation = validations?.[index] ?? {}
    const said = typeof messages === 'string' ? undefined : usable(valueOf(messages[index]))
    return [{ index, message: said ?? statedMessage(validation), reason: validation.reason }]
  })
}

const valueOf = (result: Evaluated): unknown => (result?.error === undefined ? result?.value : undefined)

const MOST_BYTES = 5 * 1024

/** Returns the text that a message expression has made, if it is a usable message. */
function usable(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || text.includes('\n') || isLonger(text, MOST_BYTES) ? undefined : text
}

const statedMessage = ({ message = '', expression = '' }: Validation): string =>
  message.trim() || `failed expression: ${expression.trim()}`

function annotationsOf(
  { auditAnnotations }: PolicySpec,
  isFailing: boolean,
  results: readonly Evaluated[],
): readonly PolicyAnnotation[] {
  return results.flatMap((result, i): readonly PolicyAnnotation[] => {
    const key = auditAnnotations?.[i]?.key ?? ''
    if (result?.error !== undefined) return isFailing ? [{ key, error: result.error }] : []
    const found = valueOf(result)
    const value = typeof found === 'string' ? found.trim() : ''
    return value === '' ? [] : [{ key, value }]
  })
}
