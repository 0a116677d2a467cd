import { addUnder } from '../../../base/lists/lists.js'
import type { Unchecked } from '../../../kinds/struct/unchecked.js'
import type { ParamKind, ParamRef } from '../../../model/generated/types/admissionregistration-v1.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { fromLabelSelectorObject } from '../../../model/select/label-selector-object.js'
import { matchesLabels } from '../../../model/select/labels.js'
import { tableOf } from '../../../rest/context.js'
import type { KubeObject } from '../../../schema/object.js'
import { type Criteria, type Match, type MatchContext, foreseenMatch, matchOf } from '../review/match.js'
import type { ReviewedRequest } from '../review/request.js'
import type { Converting } from '../review/convert.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { ConfigurationError, configured } from './configuration-error.js'
import { type PolicyTables, isSeenByPolicies } from '../configuration-tables.js'

/** A request that policies are asked about, in its context. */
export type Asking = MatchContext &
  Converting &
  Pick<AdmissionContext, 'annotate' | 'authorize' | 'configuration' | 'get' | 'list' | 'reinvocation' | 'warn'> & {
    readonly request: ReviewedRequest
  }

/** What all policies have. */
export type Policy = KubeObject & {
  readonly spec?: {
    readonly matchConstraints?: Criteria
    readonly paramKind?: Unchecked<ParamKind>
    readonly failurePolicy?: string
  }
}

/** What all bindings have. */
export type Binding = KubeObject & {
  readonly spec?: {
    readonly policyName?: string
    readonly matchResources?: Criteria
    readonly paramRef?: Unchecked<ParamRef>
  }
}

/** A policy to be asked about a request, for one of its bindings and by one of its parameters. */
export type Invocation<P, B> = {
  readonly policy: P
  readonly binding: B
  readonly match: Match
  readonly params: KubeObject | null
  readonly fault?: undefined
}

/** A policy that cannot be asked about a request, mostly for one of its bindings. */
export type Misconfigured<P> = {
  readonly policy: P
  readonly binding?: string | undefined
  readonly fault: string
}

/** Returns a request as policies are asked about it. */
export function askingAbout(request: ReviewedRequest, context: AdmissionContext): Asking {
  const { annotate, authorize, callWebhook, configuration, get, list, registry, reinvocation, requestId, warn } =
    context
  // Spelled out: a spread of the context takes longer than a rule.
  return {
    annotate,
    authorize,
    callWebhook,
    configuration,
    get,
    list,
    registry,
    reinvocation,
    requestId,
    warn,
    request,
  }
}

/** Returns how a policy is asked about a request, for each of its bindings and their parameters (policyDispatcher). */
export function invocationsOf<P extends Policy, B extends Binding>(
  asking: Asking,
  { policy, bindings, foreseen }: Bound<P, B>,
): readonly (Invocation<P, B> | Misconfigured<P>)[] {
  if (foreseen) return foreseen
  const { value, fault } = matchOfPolicy(asking, policy)
  if (fault !== undefined) return [{ policy, fault: `failed to configure policy: ${fault}` }]
  const found: (Invocation<P, B> | Misconfigured<P>)[] = []
  if (!value) return found
  const { match, param } = value
  for (const binding of bindings) {
    const given = paramsOfBinding(asking, binding, param)
    if (given.fault !== undefined)
      found.push({ policy, binding: binding.metadata.name, fault: `failed to configure binding: ${given.fault}` })
    else for (const params of given.value) found.push({ policy, binding, match, params })
  }
  return found
}

/** A policy with its bindings. */
export type Bound<P, B> = {
  readonly policy: P
  readonly bindings: readonly B[]
  /** How it is asked, if that is the same about all requests that are addressed alike. */
  readonly foreseen?: readonly Invocation<P, B>[]
}

/** What a write is addressed to, and how. */
type PlaceOfWrite = Pick<AdmissionAttributes, 'group' | 'resource' | 'subresource' | 'operation' | 'namespace'>

/**
 * Returns the policies that may be asked: those of files first, which see their like, too.
 *
 * @param asking makes what it takes to match them
 */
export function boundPolicies<P extends Policy, B extends Binding>(
  place: PlaceOfWrite,
  context: AdmissionContext,
  tables: PolicyTables,
  asking: () => Asking,
): readonly Bound<P, B>[] {
  const { manifests } = context.configuration
  const stored = isSeenByPolicies(place) ? storedPolicies<P, B>(place, context, tables, asking) : []
  const policies = manifests(tables.policies) as readonly P[] // of this table
  if (policies.length === 0) return stored
  const bound = byPolicy(manifests(tables.bindings) as readonly B[]) // as above
  return [...policies.map((policy) => ({ policy, bindings: bound.get(policy.metadata.name ?? '') ?? [] })), ...stored]
}

/** The stored policies that may be asked about requests that are addressed alike. */
type Plan = Pick<PlaceOfWrite, 'operation' | 'subresource'> & {
  readonly isInNamespace: boolean
  readonly bound: readonly Bound<Policy, Binding>[]
}

/** The plans for what is bound in a state of the registry, as long as the policies stay the same. */
type Plans = { readonly policies: readonly Policy[]; readonly byKind: Map<KindDef, Plan[]> }

/** By that state, and by the list of bindings, which stays the same as long as they do. */
const known = new WeakMap<object, WeakMap<readonly Binding[], Plans>>()

/** Returns those of the stored policies that may be asked; which these are is found once. */
function storedPolicies<P extends Policy, B extends Binding>(
  { operation, subresource, namespace }: PlaceOfWrite,
  { def, list, registry }: AdmissionContext,
  tables: PolicyTables,
  asking: () => Asking,
): readonly Bound<P, B>[] {
  const bindings = list<B>(tables.bindings)
  const policies = list<P>(tables.policies)
  const state = registry.state()
  let byBindings = known.get(state)
  if (!byBindings) known.set(state, (byBindings = new WeakMap()))
  let plans = byBindings.get(bindings)
  if (plans?.policies !== policies) byBindings.set(bindings, (plans = { policies, byKind: new Map() }))
  const isInNamespace = namespace !== ''
  let plan = plans.byKind
    .get(def)
    ?.find(
      (one) => one.operation === operation && one.subresource === subresource && one.isInNamespace === isInNamespace,
    )
  if (!plan) {
    plan = { operation, subresource, isInNamespace, bound: planned(asking(), policies, bindings) }
    addUnder(plans.byKind, def, plan)
  }
  return plan.bound as readonly Bound<P, B>[] // made from these
}

/** Returns the policies that match any requests addressed as one is, in the order of their bindings. */
function planned<P extends Policy, B extends Binding>(
  asking: Asking,
  policies: readonly P[],
  all: readonly B[],
): readonly Bound<P, B>[] {
  const named = new Map(policies.map((policy) => [policy.metadata.name, policy]))
  return [...byPolicy(all)].flatMap(([name, bindings]): readonly Bound<P, B>[] => {
    const policy = named.get(name)
    if (!policy) return []
    const { matchConstraints = {}, paramKind } = policy.spec ?? {}
    const alike = foreseenMatch(matchConstraints, asking.request, asking)
    if (!alike || (alike.match && (paramKind || bindings.some(({ spec }) => spec?.matchResources))))
      return [{ policy, bindings }]
    const { match } = alike
    const foreseen = match && bindings.map((binding) => ({ policy, binding, match, params: null }))
    return foreseen ? [{ policy, bindings, foreseen }] : []
  })
}

function byPolicy<B extends Binding>(bindings: readonly B[]): ReadonlyMap<string, readonly B[]> {
  const found = new Map<string, B[]>()
  for (const binding of bindings) addUnder(found, binding.spec?.policyName ?? '', binding)
  return found
}

/** Returns what a request matches a policy as, and the kind of the policy's parameters; undefined if it does not. */
const matchOfPolicy = (asking: Asking, { spec: { matchConstraints = {}, paramKind } = {} }: Policy) =>
  configured(() => {
    const match = matchOf(matchConstraints, asking.request, asking)
    return match && { match, param: paramKind && paramDef(asking, paramKind) }
  })

/** Returns the parameters by which a policy is asked for a binding: none if the request does not match that. */
const paramsOfBinding = (asking: Asking, { spec: { matchResources, paramRef } = {} }: Binding, param?: KindDef) =>
  configured(() =>
    matchResources && !matchOf(matchResources, asking.request, asking)
      ? []
      : paramsOf(asking, param, paramRef, asking.request.namespace),
  )

/**
 * Returns the kind of a policy's parameters.
 *
 * @throws ConfigurationError if it is not served
 */
function paramDef(
  { registry }: Pick<Asking, 'registry'>,
  { apiVersion = '', kind = '' }: Unchecked<ParamKind>,
): KindDef {
  const def = registry.of(apiVersion, kind)
  if (def) return def
  const groupVersion = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`
  throw new ConfigurationError(`failed to find resource referenced by paramKind: '${groupVersion}, Kind=${kind}'`)
}

const NO_PARAMS: readonly null[] = [null]

/**
 * Returns the parameters that a binding selects (policy/generic: CollectParams); null stands for none at all.
 *
 * @throws ConfigurationError if there are none and there must be, or if they cannot be looked up
 */
function paramsOf(
  context: Asking,
  def: KindDef | undefined,
  paramRef: Unchecked<ParamRef> | undefined,
  requestNamespace: string,
): readonly (KubeObject | null)[] {
  if (!def || !paramRef) return NO_PARAMS
  const { name = '', namespace = '', selector, parameterNotFoundAction } = paramRef
  if (def.scope === 'Cluster' && namespace !== '')
    throw new ConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`')
  const within = def.scope === 'Cluster' ? '' : namespace || requestNamespace
  if (def.scope === 'Namespaced' && within === '')
    throw new ConfigurationError(
      'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    )
  const found = name === '' ? selected(context, def, within, selector) : named(context, def, within, name)
  if (found.length === 0 && parameterNotFoundAction === 'Deny')
    throw new ConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction')
  return found.map((object) => def.storage.conversion?.fromStored(object) ?? object)
}

function named({ get }: Asking, def: KindDef, namespace: string, name: string): readonly KubeObject[] {
  const found = get(tableOf({ def }), name, namespace)
  return found ? [found] : []
}

function selected(
  { list }: Asking,
  def: KindDef,
  namespace: string,
  selector: object | undefined,
): readonly KubeObject[] {
  const requirements = fromLabelSelectorObject(selector)
  if (!requirements) return []
  return list(tableOf({ def }), namespace).filter(({ metadata }) => matchesLabels(requirements, metadata.labels))
}
