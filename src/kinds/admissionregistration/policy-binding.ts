import { GoText } from '../../base/go-print.js'
import { type Issue, duplicate, forbidden, invalid, notSupported, required } from '../../base/issue.js'
import { pathSegmentName } from '../../base/rules/names.js'
import { ageColumn, nameColumn } from '../../registry/columns.js'
import type { ValidatingAdmissionPolicyBinding } from '../generated/types/admissionregistration-v1.js'
import { queryOf } from '../autoscaling/selector.js'
import { goStrings } from '../shared/go-struct.js'
import { validateLabelSelector } from '../shared/label-selector.js'
import { structFiller } from '../struct/struct-defaults.js'
import { defineStructKind, subdomainName } from '../struct/struct-kind.js'
import type { UncheckedObject } from '../struct/unchecked.js'
import { MATCH_DEFAULTS, validateMatchResources } from './match-rules.js'

type Binding = UncheckedObject<ValidatingAdmissionPolicyBinding>
type Spec = NonNullable<Binding['spec']>
type ParamRef = NonNullable<Spec['paramRef']>

const fill = structFiller(MATCH_DEFAULTS)

/** ValidatingAdmissionPolicyBinding: where a policy is asked, and with what. Nothing asks it here. */
export const validatingAdmissionPolicyBinding = defineStructKind<Binding>(
  'admissionregistration.v1.ValidatingAdmissionPolicyBinding',
  () => ({
    group: 'admissionregistration.k8s.io',
    scope: 'Cluster',
    names: {
      kind: 'ValidatingAdmissionPolicyBinding',
      plural: 'validatingadmissionpolicybindings',
      categories: ['api-extensions'],
    },
    schema: { defaults: (object) => fill('admissionregistration.v1.ValidatingAdmissionPolicyBinding', object) },
    metadata: { generation: true, finalizers: () => [] },
    create: { validate: (object, context) => [...context.validateObjectMeta(object), ...validateSpec(object.spec)] },
    update: {
      allowUnconditional: false,
      validate: (next, _, context) => [...context.validateObjectMeta(next), ...validateSpec(next.spec)],
    },
    table: {
      columns: [
        nameColumn,
        {
          name: 'PolicyName',
          description: 'PolicyName indicates the policy definition which the policy binding binded to',
          cell: ({ spec }) => spec?.policyName ?? '',
        },
        {
          name: 'ParamRef',
          description: 'ParamRef indicates the param resource which sets the configration param',
          cell: paramText,
        },
        ageColumn,
      ],
    },
    example: { metadata: { name: 'replicas' }, spec: { policyName: 'replicas', validationActions: ['Deny'] } },
  }),
)

function paramText({ spec: { paramRef } = {} }: Binding): string {
  if (!paramRef) return '<unset>'
  const { name, namespace, selector } = paramRef
  if (name) return `${namespace || '*'}/${name}`
  return selector ? queryOf(selector) : '<unset>'
}

const ACTIONS = ['Audit', 'Deny', 'Warn']

function validateSpec({ policyName = '', paramRef, matchResources, validationActions }: Spec = {}): readonly Issue[] {
  return [
    ...(policyName
      ? subdomainName(policyName, false).map((detail) => invalid('spec.policyName', policyName, detail))
      : [required('spec.policyName')]),
    ...(paramRef ? validateParamRef(paramRef, 'spec.paramRef') : []),
    ...(matchResources ? validateMatchResources(matchResources, 'spec.matchResources') : []),
    ...validateActions(validationActions ?? [], 'spec.validationActions'),
  ]
}

function validateParamRef(
  { name = '', selector, parameterNotFoundAction: action = '' }: ParamRef,
  at: string,
): readonly Issue[] {
  const both = name && selector ? 'name and selector are mutually exclusive' : undefined
  const actions = ['Deny', 'Allow']
  return [
    ...(name ? pathSegmentName(name).map((detail) => invalid(`${at}.name`, name, detail)) : []),
    ...(both ? [forbidden(`${at}.name`, both)] : []),
    ...(selector ? validateLabelSelector(selector, `${at}.selector`) : []),
    ...(both ? [forbidden(`${at}.selector`, both)] : []),
    ...(name || selector ? [] : [required(at, 'one of name or selector must be specified')]),
    ...(action
      ? actions.includes(action)
        ? []
        : [notSupported(`${at}.parameterNotFoundAction`, action, actions)]
      : [required(`${at}.parameterNotFoundAction`)]),
  ]
}

const NOT_BOTH =
  'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)'

function validateActions(actions: readonly string[], field: string): readonly Issue[] {
  const shown = new GoText(goStrings(actions).text.replace('[]string', '[]admissionregistration.ValidationAction'))
  return [
    ...actions.flatMap((action, i) => [
      ...(ACTIONS.includes(action) ? [] : [notSupported(`${field}[${i}]`, action, ACTIONS)]),
      ...(actions.indexOf(action) < i ? [duplicate(`${field}[${i}]`, action)] : []),
    ]),
    ...(actions.includes('Deny') && actions.includes('Warn') ? [invalid(field, shown, NOT_BOTH)] : []),
    ...(actions.length > 0 ? [] : [required(field, 'at least one validation action is required')]),
  ]
}
