import { type Issue, invalid, notSupported, required } from '../../base/errors/issue.js'
import { issuesOfItems } from '../../base/errors/issues-in-parts.js'
import type { AdmissionNames } from '../../cel/admission.js'
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
} from '../../model/generated/types/admissionregistration-v1alpha1.js'
import type { UncheckedObject } from '../struct/unchecked.js'
import { validateBound } from './binding-rules.js'
import { validateAdmission } from './match-conditions.js'
import {
  FAILURE_POLICIES,
  validateConditionsOf,
  validateConstraints,
  validateParamKind,
  validateVariables,
} from './policy-rules.js'

/** A MutatingAdmissionPolicy before validation. */
export type MutatingPolicy = UncheckedObject<MutatingAdmissionPolicy>
/** A MutatingAdmissionPolicyBinding before validation. */
export type MutatingBinding = UncheckedObject<MutatingAdmissionPolicyBinding>

type Spec = NonNullable<MutatingPolicy['spec']>
type Mutation = NonNullable<Spec['mutations']>[number]
type Match = Spec['matchConstraints']

const REINVOCATIONS = ['IfNeeded', 'Never']

/** Validates a policy (validateMutatingAdmissionPolicySpec). */
export function* validateMutatingPolicy({ spec = {} }: MutatingPolicy, old?: MutatingPolicy): Iterable<Issue> {
  const { failurePolicy = '', paramKind, matchConstraints, variables, mutations = [], reinvocationPolicy = '' } = spec
  const about: AdmissionNames = { params: paramKind !== undefined, authorizer: true, isNew: true }
  if (!FAILURE_POLICIES.includes(failurePolicy))
    yield notSupported('spec.failurePolicy', failurePolicy, FAILURE_POLICIES)
  if (paramKind) yield* validateParamKind(paramKind, 'spec.paramKind')
  yield* validateConstraints(matchConstraints)
  yield* validateOperations(matchConstraints, 'spec.matchConstraints')
  yield* validateConditionsOf(spec, old?.spec, about)
  const { issues, types } = validateVariables(variables ?? [], about)
  yield* issues
  if (mutations.length === 0) yield required('spec.mutations', 'mutations must contain at least one item')
  yield* issuesOfItems(mutations, validateMutatingPolicy, (mutation, i) => [
    ...validateMutation(mutation, `spec.mutations[${i}]`, { ...about, variables: types, patches: true }),
  ])
  if (!reinvocationPolicy) yield required('spec.reinvocationPolicy')
  else if (!REINVOCATIONS.includes(reinvocationPolicy))
    yield notSupported('spec.reinvocationPolicy', reinvocationPolicy, REINVOCATIONS)
}

/** Validates a binding (validateMutatingAdmissionPolicyBindingSpec). */
export function* validateMutatingBinding({ spec = {} }: MutatingBinding): Iterable<Issue> {
  yield* validateBound(spec)
  yield* validateOperations(spec.matchResources, 'spec.matchResources')
}

// There is nothing to change of what is deleted.
const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'UPDATE']

const validateOperations = ({ resourceRules = [] }: NonNullable<Match> = {}, at: string): readonly Issue[] =>
  resourceRules
    .flatMap(({ operations = [] }) => operations)
    .filter((operation) => !OPERATIONS.includes(operation))
    .map((operation) => notSupported(`${at}.resourceRules.operations`, operation, OPERATIONS))

/** The patch types, each with the member for its expression and the type of that. */
const PATCHES = {
  ApplyConfiguration: { member: 'applyConfiguration', result: 'Object' },
  JSONPatch: { member: 'jsonPatch', result: 'list(JSONPatch)' },
} as const

const isPatchType = (type: string): type is keyof typeof PATCHES => Object.hasOwn(PATCHES, type)

function* validateMutation(mutation: Mutation, at: string, about: AdmissionNames): Iterable<Issue> {
  const { patchType = '' } = mutation
  if (!isPatchType(patchType)) {
    yield patchType ? notSupported(`${at}.patchType`, patchType, Object.keys(PATCHES)) : required(`${at}.patchType`)
    return
  }
  const { member, result } = PATCHES[patchType]
  const given = mutation[member]
  if (given) yield* validatePatch(given.expression ?? '', `${at}.${member}.expression`, about, result)
  else yield required(`${at}.${member}`, `must be specified when patchType is ${patchType}`)
  const { member: other } = PATCHES[patchType === 'JSONPatch' ? 'ApplyConfiguration' : 'JSONPatch']
  if (mutation[other])
    yield invalid(`${at}.${other}`, `{${other}}`, `must not be specified when patchType is ${patchType}`)
}

function validatePatch(given: string, field: string, about: AdmissionNames, result: string): readonly Issue[] {
  const expression = given.trim()
  return expression ? validateAdmission(expression, field, about, [result]) : [required(field)]
}
