import type { Profile } from '../../model/registry/profile.js'
import { structFiller } from '../struct/struct-defaults.js'
import { type KindVersions, type StructDeclaration, defineStructKind, inVersions } from '../struct/struct-kind.js'
import { MATCH_DEFAULTS } from './match-defaults.js'
import type { MutatingBinding, MutatingPolicy } from './mutating-rules.js'
import { bindingColumns, policyColumns } from './policy-columns.js'
import { loadRules, neededRules } from './rules.js'
import { withReservedNames } from './static-names.js'

const VERSIONS: KindVersions = {
  v1: { since: '1.36' },
  v1beta1: { since: '1.34', deprecated: '1.37', until: '1.40', replacement: 'v1' },
  v1alpha1: { deprecated: '1.35', until: '1.38' },
}

const HOME = 'admissionregistration'
const FAIL = { failurePolicy: 'Fail' }
const fill = structFiller({
  ...MATCH_DEFAULTS,
  'admissionregistration.v1.MutatingAdmissionPolicySpec': FAIL,
  'admissionregistration.v1beta1.MutatingAdmissionPolicySpec': FAIL,
  'admissionregistration.v1alpha1.MutatingAdmissionPolicySpec': FAIL,
  'admissionregistration.v1alpha1.ParamRef': { parameterNotFoundAction: 'Deny' },
})

/** MutatingAdmissionPolicy: CEL expressions that change what is written. */
export const mutatingAdmissionPolicy = defineStructKind<MutatingPolicy>(
  `${HOME}.v1.MutatingAdmissionPolicy`,
  (profile) => withReservedNames(profile, policyIn('v1', profile)),
)

/** MutatingAdmissionPolicy in its beta version. */
export const betaMutatingAdmissionPolicy = defineStructKind<MutatingPolicy>(
  `${HOME}.v1beta1.MutatingAdmissionPolicy`,
  (profile) => withReservedNames(profile, policyIn('v1beta1', profile)),
)

/** MutatingAdmissionPolicy in its alpha version. */
export const alphaMutatingAdmissionPolicy = defineStructKind<MutatingPolicy>(
  `${HOME}.v1alpha1.MutatingAdmissionPolicy`,
  (profile) => withReservedNames(profile, policyIn('v1alpha1', profile)),
)

/** MutatingAdmissionPolicyBinding: binds a policy to resources and parameters. */
export const mutatingAdmissionPolicyBinding = defineStructKind<MutatingBinding>(
  `${HOME}.v1.MutatingAdmissionPolicyBinding`,
  (profile) => withReservedNames(profile, bindingIn('v1', profile)),
)

/** MutatingAdmissionPolicyBinding in its beta version. */
export const betaMutatingAdmissionPolicyBinding = defineStructKind<MutatingBinding>(
  `${HOME}.v1beta1.MutatingAdmissionPolicyBinding`,
  (profile) => withReservedNames(profile, bindingIn('v1beta1', profile)),
)

/** MutatingAdmissionPolicyBinding in its alpha version. */
export const alphaMutatingAdmissionPolicyBinding = defineStructKind<MutatingBinding>(
  `${HOME}.v1alpha1.MutatingAdmissionPolicyBinding`,
  (profile) => withReservedNames(profile, bindingIn('v1alpha1', profile)),
)

const policyIn = (version: string, profile: Profile): StructDeclaration<MutatingPolicy> => ({
  group: 'admissionregistration.k8s.io',
  scope: 'Cluster',
  names: {
    kind: 'MutatingAdmissionPolicy',
    plural: 'mutatingadmissionpolicies',
    categories: ['api-extensions'],
  },
  ...inVersions(VERSIONS, version, profile),
  schema: {
    ready: loadRules,
    hasExpressions: true,
    defaults: (object) => fill(`${HOME}.${version}.MutatingAdmissionPolicy`, object),
  },
  metadata: { generation: true, finalizers: () => [] },
  create: {
    validate: (object, context) => [
      ...context.validateObjectMeta(object),
      ...neededRules().validateMutatingPolicy(object),
    ],
  },
  update: {
    allowUnconditional: false,
    validate: (next, old, context) => [
      ...context.validateObjectMeta(next),
      ...neededRules().validateMutatingPolicy(next, old),
    ],
  },
  table: {
    columns: policyColumns(
      'Mutations',
      'Mutation indicates the number of mutations rules defined in this configuration',
      ({ spec }) => spec?.mutations?.length ?? 0,
    ),
  },
  example: {
    metadata: { name: 'team' },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
      },
      mutations: [
        {
          patchType: 'ApplyConfiguration',
          applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"team": "shop"}}}' },
        },
      ],
      reinvocationPolicy: 'Never',
    },
  },
})

const bindingIn = (version: string, profile: Profile): StructDeclaration<MutatingBinding> => ({
  group: 'admissionregistration.k8s.io',
  scope: 'Cluster',
  names: {
    kind: 'MutatingAdmissionPolicyBinding',
    plural: 'mutatingadmissionpolicybindings',
    categories: ['api-extensions'],
  },
  ...inVersions(VERSIONS, version, profile),
  schema: {
    ready: loadRules,
    defaults: (object) => fill(`${HOME}.${version}.MutatingAdmissionPolicyBinding`, object),
  },
  metadata: { generation: true, finalizers: () => [] },
  create: {
    validate: (object, context) => [
      ...context.validateObjectMeta(object),
      ...neededRules().validateMutatingBinding(object),
    ],
  },
  update: {
    allowUnconditional: false,
    validate: (next, _, context) => [
      ...context.validateObjectMeta(next),
      ...neededRules().validateMutatingBinding(next),
    ],
  },
  table: { columns: bindingColumns },
  example: { metadata: { name: 'team' }, spec: { policyName: 'team' } },
})
