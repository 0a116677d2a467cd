import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import { append, repeatsOf } from '../../base/lists/lists.js'
import { issuesOfItems } from '../../base/errors/issues-in-parts.js'
import { throughItems } from '../../base/turns/work-in-parts.js'
import { GoText, goJson } from '../../base/go/printable.js'
import { type Issue, duplicate, invalid, notSupported, ofField, required } from '../../base/errors/issue.js'
import { jsonEqual } from '../../base/json/json.js'
import { dns1035Label, dns1123Subdomain, qualifiedName } from '../../base/rules/names.js'
import { isLonger } from '../../base/rules/texts.js'
import type { ValidatingAdmissionPolicy } from '../../model/generated/types/admissionregistration-v1.js'
import type { UncheckedObject } from '../struct/unchecked.js'
import { type AdmissionChecked, type AdmissionNames, checkAdmission } from '../../cel/admission.js'
import { faultIssues, validateAdmission, validateMatchConditions } from './match-conditions.js'
import { validateMatchResources } from './match-rules.js'

/** A ValidatingAdmissionPolicy before validation. */
export type Policy = UncheckedObject<ValidatingAdmissionPolicy>
type Spec = NonNullable<Policy['spec']>

export const FAILURE_POLICIES = ['Fail', 'Ignore']

/**
 * Validates a policy. Its variables are checked in order: each may refer to those before it, and the validations may
 * refer to all of them.
 */
export function validatePolicy({ metadata, spec = {} }: Policy, old?: Policy): readonly Issue[] {
  const { failurePolicy, paramKind, matchConstraints: match, variables } = spec
  const about: AdmissionNames = { params: paramKind !== undefined, authorizer: true, isNew: true }
  const declared = validateVariables(variables ?? [], about)
  // A policy that changes objects has variables, even if there are none.
  const names = variables?.length ? { variables: declared.types } : {}
  return [
    ...(failurePolicy === undefined || FAILURE_POLICIES.includes(failurePolicy)
      ? []
      : [notSupported('spec.failurePolicy', failurePolicy, FAILURE_POLICIES)]),
    ...(paramKind ? validateParamKind(paramKind, 'spec.paramKind') : []),
    ...validateConstraints(match),
    ...validateConditionsOf(spec, old?.spec, about),
    ...declared.issues,
    ...validateChecks(spec, metadata.name ?? '', { ...about, ...names }),
  ]
}

/** Validates what a policy says about the requests that it is for. */
export function* validateConstraints(match: Spec['matchConstraints']): Iterable<Issue> {
  const at = 'spec.matchConstraints'
  if (!match) {
    yield required(at)
    return
  }
  yield* validateMatchResources(match, at)
  if (!match.resourceRules?.length) yield required(`${at}.resourceRules`)
}

/** Validates the match conditions of a policy, unless neither they nor its parameters have changed. */
export const validateConditionsOf = (
  { paramKind, matchConditions }: Pick<Spec, 'paramKind' | 'matchConditions'>,
  old: Pick<Spec, 'paramKind' | 'matchConditions'> | undefined,
  about: AdmissionNames,
): readonly Issue[] =>
  old && jsonEqual(paramKind, old.paramKind) && jsonEqual(matchConditions ?? [], old.matchConditions ?? [])
    ? []
    : validateMatchConditions(matchConditions ?? [], 'spec.matchConditions', about)

/** Validates the kind of a policy's parameters (validateParamKind). */
export function* validateParamKind(
  { apiVersion = '', kind = '' }: NonNullable<Spec['paramKind']>,
  at: string,
): Iterable<Issue> {
  const joined = (messages: readonly string[], field: string, value: string, lead = '') =>
    messages.length > 0 ? [invalid(field, value, lead + messages.join(','))] : []
  const lead = 'may have mixed case, but should otherwise match: '
  yield* validateParamVersion(apiVersion, `${at}.apiVersion`, joined)
  if (kind) yield* joined(dns1035Label(kind.toLowerCase()), `${at}.kind`, kind, lead)
  else yield required(`${at}.kind`)
}

function* validateParamVersion(
  apiVersion: string,
  field: string,
  joined: (messages: readonly string[], field: string, value: string) => readonly Issue[],
): Iterable<Issue> {
  if (apiVersion === '') {
    yield required(field)
    return
  }
  const parts = apiVersion.split('/')
  if (apiVersion !== '/' && parts.length > 2) {
    yield invalid(field, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)
    return
  }
  const version = parts.at(-1) ?? ''
  const group = parts.length === 2 ? (parts[0] ?? '') : ''
  if (group) yield* joined(dns1123Subdomain(group), field, group)
  if (version) yield* joined(dns1035Label(version), field, version)
  else yield invalid(field, apiVersion, 'version must be specified')
}

const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/
const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

type Named = { readonly name?: string; readonly expression?: string }

/**
 * Validates the variables of a policy in their order; returns the issues, and their types for the expressions after
 * them.
 */
export function validateVariables(variables: readonly Named[], about: AdmissionNames) {
  const { types, issues } = throughItems(
    variables,
    validateVariables,
    noVariables,
    (state, { name = '', expression = '' }) => {
      const at = `spec.variables[${state.count++}]`
      const checked = expression.trim() ? checkAdmission(expression, { ...about, variables: state.types }) : undefined
      if (checked && IDENTIFIER.test(name)) state.types.set(name, checked.variable)
      append(state.issues, [
        ...validateVariableName(name, `${at}.name`),
        ...(checked ? [] : [required(`${at}.expression`, 'expression is not specified')]),
        ...(checked ? faultIssues(checked, `${at}.expression`, expression) : []),
      ])
      return 0 // the check has counted itself
    },
  )
  return { issues, types }
}

const noVariables = () => ({
  types: new Map<string, AdmissionChecked['variable']>(),
  issues: new Array<Issue>(),
  count: 0,
})

const validateVariableName = (name: string, field: string): readonly Issue[] =>
  name.trim()
    ? IDENTIFIER.test(name) && !RESERVED.has(name)
      ? []
      : [invalid(field, name, `${runsAtLeast('1.34') ? 'must be' : 'name is not'} a valid CEL identifier`)]
    : [required(field, 'name is not specified')]

const MOST_ANNOTATIONS = 20
const LONGEST_VALUE = 5 * 1024

function validateChecks(
  { validations, auditAnnotations }: Spec,
  name: string,
  about: AdmissionNames,
): readonly Issue[] {
  const [checks, annotations] = [validations ?? [], auditAnnotations ?? []]
  const none = 'validations or auditAnnotations must contain at least one item'
  if (checks.length + annotations.length === 0)
    return [required('spec.validations', none), required('spec.auditAnnotations', none)]
  const repeats = repeatsOf(annotations.map(({ key = '' }) => key))
  const field = 'spec.auditAnnotations'
  return [
    ...issuesOfItems(checks, validateChecks, (check, i) => validateCheck(check, `spec.validations[${i}]`, about)),
    ...(annotations.length > MOST_ANNOTATIONS
      ? [
          invalid(
            field,
            new GoText('[]admissionregistration.AuditAnnotation{}', () =>
              goJson(
                annotations.map(({ key = '', valueExpression = '' }) => ({
                  Key: key,
                  ValueExpression: valueExpression,
                })),
              ),
            ),
            `must not have more than ${MOST_ANNOTATIONS} auditAnnotations`,
          ),
        ]
      : []),
    ...annotations.flatMap(({ key = '', valueExpression = '' }, i) => [
      ...validateKey(name, key, `${field}[${i}].key`),
      ...validateValue(valueExpression, `${field}[${i}].valueExpression`, about),
      ...(repeats(i) ? [duplicate(`${field}[${i}].key`, key)] : []),
    ]),
  ]
}

const validateKey = (name: string, key: string, field: string) =>
  name
    ? qualifiedName(`${name}/${key}`).map((detail) => invalid(field, `${name}/${key}`, detail))
    : [invalid(field, key, 'requires metadata.name be non-empty')]

function validateValue(given: string, field: string, about: AdmissionNames): readonly Issue[] {
  const expression = given.trim()
  if (!expression) return [required(field, 'valueExpression is not specified')]
  if (isLonger(expression, LONGEST_VALUE)) return [required(field, `must not exceed ${LONGEST_VALUE} bytes in length`)]
  return faultIssues(checkAdmission(expression, about, ['string', 'null_type']), field, given)
}

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']

function validateCheck(
  check: NonNullable<Spec['validations']>[number],
  at: string,
  about: AdmissionNames,
): readonly Issue[] {
  const { expression = '', message = '', messageExpression = '', reason } = check
  return [
    ...(expression.trim()
      ? validateAdmission(expression, `${at}.expression`, about, ['bool'])
      : [required(`${at}.expression`, 'expression is not specified')]),
    ...(messageExpression && !messageExpression.trim()
      ? [invalid(`${at}.messageExpression`, messageExpression, 'must be non-empty if specified')]
      : []),
    ...(messageExpression.trim()
      ? validateAdmission(messageExpression, `${at}.messageExpression`, { ...about, authorizer: false }, ['string'])
      : []),
    ...(message && !message.trim()
      ? [invalid(`${at}.message`, message, ofField('message', 'must be non-empty if specified'))]
      : /[\n\r]/.test(message.trim())
        ? [invalid(`${at}.message`, message, ofField('message', 'must not contain line breaks'))]
        : []),
    ...(reason === undefined || REASONS.includes(reason) ? [] : [notSupported(`${at}.reason`, reason, REASONS)]),
  ]
}

/** Validates status.typeChecking, the warnings about the types of expressions. */
export const validateTypeChecking = ({ status }: Policy): readonly Issue[] =>
  (status?.typeChecking?.expressionWarnings ?? []).flatMap(({ fieldRef = '', warning }, i) => {
    const at = `status.typeChecking.expressionWarnings[${i}]`
    return [...(warning ? [] : [required(`${at}.warning`)]), ...(fieldRef.trim() ? [] : [required(`${at}.fieldRef`)])]
  })
