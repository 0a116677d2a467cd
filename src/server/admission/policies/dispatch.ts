import type { Binding } from '../../../kinds/admissionregistration/binding-rules.js'
import type { Policy } from '../../../kinds/admissionregistration/policy-rules.js'
import type { KubeObject } from '../../../schema/object.js'
import { convertedTo } from '../review/convert.js'
import { kindAt } from '../review/equivalents.js'
import { type Match, type MatchContext, matchOf } from '../review/match.js'
import { type ReviewedRequest, isNamespace, reviewedRequest } from '../review/request.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { annotateFailure, createAnnotations } from './annotations.js'
import { ConfigurationError, configured } from './configuration-error.js'
import { type Denial, denied } from './denied.js'
import { paramDef, paramsOf } from './params.js'
import { namespaceValue, requestValue } from './review-values.js'
import { rightsOf } from './rights.js'
import { BINDINGS, POLICIES } from './tables.js'
import { type PolicyInput, type Verdict, verdictOf } from './validate.js'

/**
 * Asks the policies that are bound about a request (policy/validating: Dispatch).
 *
 * @throws StatusError for a request that a policy denies
 * @throws LibraryNotLoaded while the CEL library is not loaded
 */
export function askPolicies(attributes: AdmissionAttributes, context: AdmissionContext): void {
  const asking: Asking = {
    ...context,
    request: reviewedRequest(attributes, context.registry),
    namespaceOf: (name) => context.get('/namespaces', name),
  }
  const denials = [...byPolicy(context.list<Binding>(BINDINGS))].flatMap(([name, bindings]) => {
    const policy = context.get<Policy>(POLICIES, name)
    return policy ? askPolicy(asking, policy, bindings) : []
  })
  const [first] = denials
  if (first) throw denied(asking.request, first)
}

/** A request that policies are asked about, in its context. */
type Asking = AdmissionContext & MatchContext & { readonly request: ReviewedRequest }

function byPolicy(bindings: readonly Binding[]): ReadonlyMap<string, readonly Binding[]> {
  const found = new Map<string, Binding[]>()
  for (const binding of bindings) {
    const name = binding.spec?.policyName ?? ''
    const others = found.get(name)
    if (others) others.push(binding)
    else found.set(name, [binding])
  }
  return found
}

function askPolicy(asking: Asking, policy: Policy, bindings: readonly Binding[]): readonly Denial[] {
  const { matchConstraints = {}, paramKind } = policy.spec ?? {}
  const found = configured(() => {
    const match = matchOf(matchConstraints, asking.request, asking)
    return match && { match, param: paramKind && paramDef(asking, paramKind) }
  })
  if (found.fault !== undefined) return misconfigured(policy, undefined, `failed to configure policy: ${found.fault}`)
  if (!found.value) return []
  const { match, param } = found.value
  const annotations = createAnnotations()
  let input: PolicyInput | undefined
  const denials = bindings.flatMap((binding) => {
    const { matchResources, paramRef } = binding.spec ?? {}
    const given = configured(() => {
      if (matchResources && !matchOf(matchResources, asking.request, asking)) return []
      const params = paramsOf(asking, param, paramRef, asking.request.namespace)
      if (params.length > 0) input ??= inputOf(asking, match)
      return params
    })
    if (given.fault !== undefined)
      return misconfigured(policy, binding.metadata.name, `failed to configure binding: ${given.fault}`)
    return given.value.flatMap((params) => {
      const verdict = input ? verdictOf(policy.spec ?? {}, input, params) : undefined
      return verdict ? denialsOf(asking, policy, binding, verdict, annotations) : []
    })
  })
  annotations.publish(policy.metadata.name ?? '', asking)
  return denials
}

/** Returns the denial of a policy that cannot be asked, unless it lets such requests pass. */
const misconfigured = (
  { metadata: { name: policy = '' }, spec }: Policy,
  binding: string | undefined,
  message: string,
): readonly Denial[] => (spec?.failurePolicy === 'Ignore' ? [] : [{ policy, binding, message }])

/** Does what a binding wants done about a verdict; returns what denies the request. */
function denialsOf(
  asking: Asking,
  { metadata: { name: policy = '' } }: Policy,
  bound: Binding,
  { violations, annotations }: Verdict,
  published: ReturnType<typeof createAnnotations>,
): readonly Denial[] {
  const binding = bound.metadata.name ?? ''
  const denials = violations.flatMap((violation) =>
    (bound.spec?.validationActions ?? []).flatMap((action): readonly Denial[] => {
      const { message, reason } = violation
      if (action === 'Deny') return [{ policy, binding, message, reason }]
      if (action === 'Audit') annotateFailure(asking, bound, violation)
      else
        asking.warn(`Validation failed for ValidatingAdmissionPolicy '${policy}' with binding '${binding}': ${message}`)
      return []
    }),
  )
  return [
    ...denials,
    ...annotations.flatMap((one): readonly Denial[] => {
      if (one.error !== undefined) return [{ policy, binding, message: one.error }]
      published.add(one.key, one.value)
      return []
    }),
  ]
}

/**
 * Returns what the expressions of a policy see of a request that matches it.
 *
 * @throws ConfigurationError for objects that cannot be converted to the version that is matched
 */
function inputOf({ request, authorize, namespaceOf }: Asking, { resource, kind }: Match): PolicyInput {
  const { def, subresource, namespace, name, user } = request
  const given = kindAt(def, subresource) ?? kind
  const seen = (object: KubeObject | null) => object && convertedTo(given, kind, object)
  const converted = configured(() => ({ object: seen(request.object), oldObject: seen(request.oldObject) }))
  if (converted.fault !== undefined)
    throw new ConfigurationError(`failed to convert object version: ${converted.fault}`)
  const home = isNamespace(request.resource) || namespace === '' ? undefined : namespaceOf(namespace)
  const as = { group: kind.group, version: kind.version, kind: kind.kind }
  return {
    ...converted.value,
    request: (which) => requestValue(request, as, which === 'matched' ? resource : request.resource),
    namespaceObject: namespaceValue(home),
    authorizer: {
      rights: rightsOf(authorize, user),
      resource: { ...request.resource, subresource, namespace, name },
    },
  }
}
