import { forbidden } from '../../../base/errors/issue.js'
import { invalidStatus } from '../../../base/errors/status.js'
import { goMap } from '../../../base/go/printable.js'
import type { Unchecked } from '../../../kinds/struct/unchecked.js'
import type { ParamKind } from '../../../model/generated/types/admissionregistration-v1.js'
import type { Identified } from '../../../model/registry/account-tokens.js'
import { isAllowed } from '../../../model/registry/authorizer.js'
import type { Registry } from '../../../model/registry/registry.js'
import { defineAdmissionPlugin } from '../define.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import type { Binding, Policy } from './invocations.js'
import { MUTATING_POLICIES, type PolicyTables, VALIDATING_POLICIES } from '../configuration-tables.js'

/**
 * Keeps users from reading, through policies, what they may not read: who stores a policy must be able to get all
 * objects of its `paramKind`, and who stores a binding the parameters of its `paramRef`. On a real server the
 * validation of these kinds does it (pkg/registry/admissionregistration); so it is no plug-in that could be disabled.
 */
export const paramRights = defineAdmissionPlugin<Policy & Binding>({
  name: 'ParamRights',
  handles: ({ operation, group, resource, subresource }) =>
    ['create', 'update'].includes(operation) && subresource === '' && rightOf(group, resource) !== undefined,
  validate(attributes, context) {
    const { group, resource, kind, object } = attributes
    const right = rightOf(group, resource)
    const why = right?.why(attributes, context)
    if (right === undefined || why === undefined) return
    throw invalidStatus({ group, resource: kind }, object.metadata.name ?? '', [forbidden(right.field, why)])
  },
})

/** What is asked of who stores an object: for which of its fields, and why they may not. */
type Right = {
  readonly field: string
  readonly why: (attributes: AdmissionAttributes<Policy & Binding>, context: AdmissionContext) => string | undefined
}

const rightOf = (group: string, resource: string): Right | undefined => RIGHTS[`${group}/${resource}`]

const ofPolicies: Right = { field: 'spec.paramKind', why: whyNoPolicy }
const ofBindings = (tables: PolicyTables, refusal: Refusal): Right => ({
  field: 'spec.paramRef',
  why: (attributes, context) => whyNoBinding(attributes, context, tables, refusal),
})

/** Tells that a user lacks a verb on what a binding refers to. */
type Refusal = (user: string, verb: string) => string

const lacks: Refusal = (user, verb) =>
  `user ${user} does not have "${verb}" permission on the object referenced by paramRef`

const RIGHTS: { readonly [table in string]?: Right } = {
  [VALIDATING_POLICIES.policies]: ofPolicies,
  [VALIDATING_POLICIES.bindings]: ofBindings(VALIDATING_POLICIES, lacks),
  [MUTATING_POLICIES.policies]: ofPolicies,
  // A real server prints the two the wrong way round here.
  [MUTATING_POLICIES.bindings]: ofBindings(MUTATING_POLICIES, (user, verb) => lacks(verb, user)),
}

function whyNoPolicy(
  { user, object, oldObject }: AdmissionAttributes<Policy>,
  { authorize, registry }: AdmissionContext,
): string | undefined {
  const { paramKind } = object.spec ?? {}
  if (!paramKind || isSameKind(paramKind, oldObject?.spec?.paramKind)) return undefined
  const asked = { ...typeOf(registry, paramKind), verb: 'get', subresource: '', namespace: '*', name: '*' }
  if (isAllowed(authorize(user, asked))) return undefined
  return `user ${goUser(user)} must have "get" permission on all objects of the referenced paramKind (kind=${paramKind.kind}, apiVersion=${paramKind.apiVersion})`
}

const isSameKind = (one: Unchecked<ParamKind>, other: Unchecked<ParamKind> | undefined): boolean =>
  one.apiVersion === other?.apiVersion && one.kind === other?.kind

/** Asked at each write: a real server takes a reference for the same only where it is the same in memory. */
function whyNoBinding(
  { user, object }: AdmissionAttributes<Binding>,
  { authorize, registry, get }: AdmissionContext,
  { policies }: PolicyTables,
  refusal: Refusal,
): string | undefined {
  const { paramRef, policyName = '' } = object.spec ?? {}
  if (!paramRef) return undefined
  const { name = '', namespace = '' } = paramRef
  const policy = get<Policy>(policies, policyName)
  const paramKind = policy?.spec?.paramKind
  const type = paramKind ? typeOf(registry, paramKind) : ALL
  const verb = name === '' ? 'list' : 'get'
  if (isAllowed(authorize(user, { ...type, verb, subresource: '', namespace, name }))) return undefined
  const unknown = (what: string) =>
    `unable to ${what} to determine minimum required permissions and user ${goUser(user)} does not have "${verb}" permission for all groups, versions and resources`
  if (!policy) return unknown(`get policy ${policyName}`)
  if (paramKind && type.resource === '*')
    return unknown(`resolve paramKind &{${paramKind.apiVersion} ${paramKind.kind}}`)
  return refusal(goUser(user), verb)
}

const ALL = { group: '*', version: '*', resource: '*' }

/** Returns the resource of a kind; for one that is not served, all resources of its version. */
function typeOf(registry: Registry, { apiVersion = '', kind = '' }: Unchecked<ParamKind>): typeof ALL {
  const slash = apiVersion.indexOf('/')
  const [group, version] = [apiVersion.slice(0, Math.max(0, slash)), apiVersion.slice(slash + 1)]
  const def = registry.of(group ? `${group}/${version}` : version, kind)
  return { group, version, resource: def?.plural ?? '*' }
}

/** Prints a user as Go does with `%v`. */
const goUser = ({ name, uid = '', groups, extra = {} }: Identified): string =>
  `&{${name} ${uid} ${goMap(groups)} ${goMap(extra)}}`
