import { encodeJson } from '../../../base/json/json.js'
import { type StatusError, failure, forbiddenStatus } from '../../../base/errors/status.js'
import { type Steps, Done, isPromise } from '../../../base/turns/steps.js'
import { append } from '../../../base/lists/lists.js'
import { truncatedUtf8 } from '../../../base/bytes/utf8.js'
import type { Binding } from '../../../kinds/admissionregistration/binding-rules.js'
import type { Policy } from '../../../kinds/admissionregistration/policy-rules.js'
import { type KubernetesVersion, atLeast } from '../../../model/registry/kubernetes-version.js'
import type { Match } from '../review/match.js'
import { isInMatched } from '../review/convert.js'
import { validatedRequest } from '../review/made.js'
import type { ReviewedRequest } from '../review/request.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { type Made, configuredInSteps } from './configuration-error.js'
import {
  type Asking,
  type Bound,
  type Invocation,
  type Misconfigured,
  askingAbout,
  boundPolicies,
  invocationsOf,
} from './invocations.js'
import { type PolicyInput, inputOf, seen, seenByConditions } from './policy-input.js'
import { VALIDATING_POLICIES } from '../configuration-tables.js'
import { type AdmissionValues, bindAdmission } from '../../../cel/admission.js'
import { isLonger } from '../../../base/rules/texts.js'
import type { KubeObject } from '../../../schema/object.js'
import { type CompiledPolicy, type PolicySpec, type Validation, compiledPolicy } from './compiled-policy.js'
import { COST_OF_TURN, type Evaluated, OutOfBudget, evaluateAll } from './evaluate.js'
import { meetsConditions } from './match-conditions.js'

/** How many policies, each by one parameter, are asked before others are served. */
const ASKED_IN_TURN = 100

/**
 * Asks the validating policies that are bound about a request (policy/validating: Dispatch).
 *
 * @throws StatusError for a request that a policy denies
 * @throws LibraryNotLoaded while the CEL library is not loaded
 */
export function askPolicies(attributes: AdmissionAttributes, context: AdmissionContext): Steps<void> {
  let asking: Asking | undefined
  const about = () => (asking ??= askingAbout(validatedRequest(attributes, context), context))
  const bound = boundPolicies<Policy, Binding>(attributes, context, VALIDATING_POLICIES, about)
  return bound.length === 0 || areMet(about(), bound) ? new Done(undefined) : asked(about(), bound)
}

/** Tells whether policies, by what is found at once, have nothing to say about a request: so it is with most. */
function areMet(asking: Asking, all: readonly Bound<Policy, Binding>[]): boolean {
  const match = all[0]?.foreseen?.[0]?.match
  const input = match && isInMatched(asking.request, match) ? inputOf(asking, match) : undefined
  if (!match || !input || isPromise(input)) return false
  let cost = 0
  for (let i = 0; i < all.length && cost < COST_OF_TURN; i++) {
    const { policy, match: other } = all[i]?.foreseen?.[0] ?? {}
    if (other?.kind !== match.kind || other.resource !== match.resource) return false
    cost += costOfMet(policy?.spec ?? {}, input)
  }
  return cost < COST_OF_TURN
}

/** Returns the cost of the rules of a policy if each is met, and there is nothing else to find out. */
function costOfMet(spec: PolicySpec, input: PolicyInput): number {
  const { done, value: policy } = compiledPolicy(spec).next()
  if (!done || policy.matchConditions.length + policy.auditAnnotations.length > 0 || policy.hasMessages) return Infinity
  // Who may do what costs too much to be asked twice.
  const evaluation = bindAdmission(seen(input, { params: null, variables: policy.variables }, false))
  let cost = 0
  for (let i = 0; i < policy.validations.length; i++) {
    const { program } = policy.validations[i] ?? {}
    const found = typeof program === 'function' ? evaluation(program) : undefined
    if (!found?.ok || found.value !== true) return Infinity
    cost += found.cost
  }
  return cost
}

function* asked(asking: Asking, all: readonly Bound<Policy, Binding>[]): Steps<void> {
  // All for one policy see the same, one after the other.
  let last: { readonly match: Match; readonly input: Made<PolicyInput> } | undefined
  const told: Told = { annotations: undefined, failures: [] }
  const denials: Denial[] = []
  let count = 0
  for (const bound of all)
    for (const one of invocationsOf(asking, bound)) {
      if (++count % ASKED_IN_TURN === 0) yield
      const { policy } = one
      if (one.fault !== undefined) {
        append(denials, misconfigured(one))
        continue
      }
      const { match } = one
      if (last?.match.kind !== match.kind || last.match.resource !== match.resource)
        last = { match, input: yield* configuredInSteps(() => inputOf(asking, match)) }
      const { input } = last
      if (input.fault !== undefined) {
        const fault = `failed to configure binding: failed to convert object version: ${input.fault}`
        append(denials, misconfigured({ policy, binding: one.binding.metadata.name, fault }))
        continue
      }
      const verdict = yield* verdictOf(policy.spec ?? {}, input.value, one.params)
      append(denials, denialsOf(asking, one, verdict, told))
    }
  publish(asking, told)
  const [first] = denials
  if (first) throw denied(asking.request, first)
}

/** Returns the denial of a policy that cannot be asked, unless it lets such requests pass. */
const misconfigured = ({ policy, binding, fault: message }: Misconfigured<Policy>): readonly Denial[] =>
  policy.spec?.failurePolicy === 'Ignore' ? [] : [{ policy: policy.metadata.name ?? '', binding, message }]

/** Does what a binding wants done about a verdict; returns what denies the request. */
function denialsOf(
  asking: Asking,
  { policy: { metadata }, binding: bound }: Invocation<Policy, Binding>,
  { violations, annotations }: Verdict,
  told: Told,
): readonly Denial[] {
  if (violations.length === 0 && annotations.length === 0) return NO_DENIALS
  const policy = metadata.name ?? ''
  const binding = bound.metadata.name ?? ''
  const denials = violations.flatMap((violation) =>
    (bound.spec?.validationActions ?? []).flatMap((action): readonly Denial[] => {
      const { message, reason } = violation
      if (action === 'Deny') return [{ policy, binding, message, reason }]
      if (action === 'Audit') told.failures.push(failureOf(bound, violation))
      else
        asking.warn(`Validation failed for ValidatingAdmissionPolicy '${policy}' with binding '${binding}': ${message}`)
      return []
    }),
  )
  return [
    ...denials,
    ...annotations.flatMap((one): readonly Denial[] => {
      if (one.error !== undefined) return [{ policy, binding, message: one.error }]
      annotated(told, `${policy}/${one.key}`, truncatedUtf8(one.value, MOST_ANNOTATED))
      return []
    }),
  ]
}

/** A request denied by a policy, mostly as a binding tells. */
type Denial = {
  readonly policy: string
  readonly binding?: string | undefined
  readonly message: string
  readonly reason?: string | undefined
}

const NO_DENIALS: readonly Denial[] = []

const CODES: { readonly [reason: string]: number } = { Forbidden: 403, RequestEntityTooLarge: 413, Unauthorized: 401 }
const INVALID = 422

/** Returns the error for a denied request: that of a plug-in, with the reason of the policy. */
function denied(
  { resource, name }: ReviewedRequest,
  { policy, binding, message, reason = 'Invalid' }: Denial,
): StatusError {
  const by = `ValidatingAdmissionPolicy '${policy}'${binding === undefined ? '' : ` with binding '${binding}'`}`
  const text = `${by} denied request: ${message}`
  const { status } = forbiddenStatus(resource, name || 'Unknown', text, [{ message: text }])
  return failure(CODES[reason] ?? INVALID, reason, status.message ?? '', status.details)
}

/** What the audit event of a request is told: annotations that a policy makes for its bindings and their parameters. */
type Told = { annotations: Map<string, Set<string>> | undefined; readonly failures: Failure[] }

/** The most bytes of the value of an annotation (maxAuditAnnotationValueLength). */
const MOST_ANNOTATED = 10 * 1024

function annotated(told: Told, key: string, value: string): void {
  const found = (told.annotations ??= new Map<string, Set<string>>())
  const values = found.get(key)
  if (values) values.add(value)
  else found.set(key, new Set([value]))
}

const FAILURE = 'validation.policy.admission.k8s.io/validation_failure'

/** How many violations an event tells at most (maxValidationFailures); before v1.37, the first only. */
const mostFailures = (version: KubernetesVersion): number => (atLeast(version, '1.37') ? 50 : 1)

/** A violation, as the audit event of a request tells it for a binding that asks for that. */
type Failure = ReturnType<typeof failureOf>

const failureOf = (
  { metadata, spec: { policyName = '', validationActions = [] } = {} }: Binding,
  { message, index }: Violation,
) => ({ message, policy: policyName, binding: metadata.name, expressionIndex: index, validationActions })

function publish({ annotate, registry }: Asking, { annotations, failures }: Told): void {
  if (annotations) for (const [key, values] of annotations) annotate(key, [...values].join(', '))
  if (failures.length > 0)
    annotate(FAILURE, () => encodeJson(failures.slice(0, mostFailures(registry.profile.version))))
}

/** What a policy finds wrong with a request. */
type Violation = { readonly index: number; readonly message: string; readonly reason?: string | undefined }

/** An audit annotation that a policy makes, or why it cannot. */
type PolicyAnnotation =
  | { readonly key: string; readonly value: string; readonly error?: undefined }
  | { readonly key: string; readonly error: string }

/** What a policy says of a request, by one of its parameters. */
type Verdict = { readonly violations: readonly Violation[]; readonly annotations: readonly PolicyAnnotation[] }

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
    const messages = policy.hasMessages ? yield* messagesOf(policy, seen(input, own, false), left) : NO_MESSAGES
    const violations = violationsOf(spec, isFailing, results, messages)
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
  values: AdmissionValues,
  budget: number,
): Steps<readonly Evaluated[] | string> {
  try {
    return (yield* evaluateAll(policy.messages, bindAdmission(values), budget)).results
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

const NO_MESSAGES: readonly Evaluated[] = []

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
