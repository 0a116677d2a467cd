import { repeatsOf } from '../../base/lists/lists.js'
import {
  type Issue,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
  declaredRequired,
} from '../../base/errors/issue.js'
import { pathSegmentName, subdomainName } from '../../base/rules/names.js'
import type { ValidatingAdmissionPolicyBinding } from '../../model/generated/types/admissionregistration-v1.js'
import { goStrings } from '../shared/go-struct.js'
import { validateLabelSelector } from '../shared/label-selector.js'
import type { UncheckedObject } from '../struct/unchecked.js'
import { validateMatchResources } from './match-rules.js'

/** A ValidatingAdmissionPolicyBinding before validation. */
export type Binding = UncheckedObject<ValidatingAdmissionPolicyBinding>
type Spec = NonNullable<Binding['spec']>
type ParamRef = NonNullable<Spec['paramRef']>

const ACTIONS = ['Audit', 'Deny', 'Warn']

/** Validates a binding's spec (validateValidatingAdmissionPolicyBindingSpec). */
export const validateBinding = (spec: Spec = {}): readonly Issue[] => [
  ...validateBound(spec),
  ...validateActions(spec.validationActions ?? [], 'spec.validationActions'),
]

/** Validates what a binding binds, and to what. */
export function* validateBound({
  policyName = '',
  paramRef,
  matchResources,
}: Omit<Spec, 'validationActions'>): Iterable<Issue> {
  if (policyName)
    yield* subdomainName(policyName, false).map((detail) => invalid('spec.policyName', policyName, detail))
  else yield declaredRequired('spec.policyName')
  if (paramRef) yield* validateParamRef(paramRef, 'spec.paramRef')
  if (matchResources) yield* validateMatchResources(matchResources, 'spec.matchResources')
}

function* validateParamRef(
  { name = '', selector, parameterNotFoundAction: action = '' }: ParamRef,
  at: string,
): Iterable<Issue> {
  const both = name && selector ? 'name and selector are mutually exclusive' : undefined
  const actions = ['Deny', 'Allow']
  if (name) yield* pathSegmentName(name).map((detail) => invalid(`${at}.name`, name, detail))
  if (both) yield forbidden(`${at}.name`, both)
  if (selector) yield* validateLabelSelector(selector, `${at}.selector`)
  if (both) yield forbidden(`${at}.selector`, both)
  if (!(name || selector)) yield required(at, 'one of name or selector must be specified')
  if (action) {
    if (!actions.includes(action)) yield notSupported(`${at}.parameterNotFoundAction`, action, actions)
  } else yield required(`${at}.parameterNotFoundAction`)
}

const NOT_BOTH =
  'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)'

function* validateActions(actions: readonly string[], field: string): Iterable<Issue> {
  const repeats = repeatsOf(actions)
  const shown = goStrings(actions, 'admissionregistration.ValidationAction')
  yield* actions.flatMap((action, i) => [
    ...(ACTIONS.includes(action) ? [] : [notSupported(`${field}[${i}]`, action, ACTIONS)]),
    ...(repeats(i) ? [duplicate(`${field}[${i}]`, action)] : []),
  ])
  if (actions.includes('Deny') && actions.includes('Warn')) yield invalid(field, shown, NOT_BOTH)
  if (actions.length === 0) yield declaredRequired(field, 'at least one validation action is required')
}
