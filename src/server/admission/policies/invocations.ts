import { addUnder } from '../../../base/lists/lists.js'
import type { Unchecked } from '../../../kinds/struct/unchecked.js'
import type { ParamKind, ParamRef } from '../../../model/generated/types/admissionregistration-v1.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { fromLabelSelectorObject } from '../../../model/select/label-selector-object.js'
import { matchesLabels } from '../../../model/select/labels.js'
import { tableOf } from '../../../rest/context.js'
import type { KubeObject } from '../../../schema/object.js'
import { type Criteria, type Match, type MatchContext, matchOf } from '../review/match.js'
import type { ReviewedRequest } from '../review/request.js'
import type { Converting } from '../review/convert.js'
import type { AdmissionContext } from '../types.js'
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
  { policy, bindings }: Bound<P, B>,
): readonly (Invocation<P, B> | Misconfigured<P>)[] {
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
type Bound<P, B> = { readonly policy: P; readonly bindings: readonly B[] }

/** Returns the policies that may be asked: those of files first, which see their like, too. */
export function boundPolicies<P extends Policy, B extends Binding>(
  { configuration: { manifests }, request, list, get }: Asking,
  tables: PolicyTables,
): readonly Bound<P, B>[] {
  const found: Bound<P, B>[] = []
  const policies = manifests(tables.policies) as readonly P[] // of this table
  if (policies.length > 0) {
    const bound = byPolicy(manifests(tables.bindings) as readonly B[]) // as above
    for (const policy of policies) found.push({ policy, bindings: bound.get(policy.metadata.name ?? '') ?? [] })
  }
  if (!isSeenByPolicies(request.resource)) return found
  for (const [name, bindings] of bindingsOf(list<B>(tables.bindings))) {
    const policy = get<P>(tables.policies, name)
    if (policy) found.push({ policy, bindings })
  }
  return found
}

/** The name of a policy, with its bindings. */
type Group<B> = readonly [string, readonly B[]]

const grouped = new WeakMap<readonly Binding[], readonly Group<Binding>[]>()

/** Groups bindings once for each list of them, which stays the same as long as they do. */
function bindingsOf<B extends Binding>(bindings: readonly B[]): readonly Group<B>[] {
  let found = grouped.get(bindings)
  if (!found) grouped.set(bindings, (found = [...byPolicy(bindings)]))
  return found as readonly Group<B>[] // made from these
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
