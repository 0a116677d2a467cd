import { structFiller } from '../struct/struct-defaults.js'
import { defineStructKind } from '../struct/struct-kind.js'
import { MATCH_DEFAULTS } from './match-defaults.js'
import type { MutatingBinding, MutatingPolicy } from './mutating-rules.js'
import { bindingColumns, policyColumns } from './policy-columns.js'
import { loadRules, neededRules } from './rules.js'

const fill = structFiller({
  ...MATCH_DEFAULTS,
  'admissionregistration.v1alpha1.MutatingAdmissionPolicySpec': { failurePolicy: 'Fail' },
  'admissionregistration.v1alpha1.ParamRef': { parameterNotFoundAction: 'Deny' },
})

const deprecationOf = (kind: string): string =>
  `admissionregistration.k8s.io/v1alpha1 ${kind} is deprecated in v1.35+, unavailable in v1.38+`

/** MutatingAdmissionPolicy: CEL expressions that change what is written. */
export const mutatingAdmissionPolicy = defineStructKind<MutatingPolicy>(
  'admissionregistration.v1alpha1.MutatingAdmissionPolicy',
  () => ({
    group: 'admissionregistration.k8s.io',
    scope: 'Cluster',
    names: {
      kind: 'MutatingAdmissionPolicy',
      plural: 'mutatingadmissionpolicies',
      categories: ['api-extensions'],
    },
    discovery: { deprecation: deprecationOf('MutatingAdmissionPolicy') },
    schema: {
      ready: loadRules,
      hasExpressions: true,
      defaults: (object) => fill('admissionregistration.v1alpha1.MutatingAdmissionPolicy', object),
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
  }),
)

/** MutatingAdmissionPolicyBinding: binds a policy to resources and parameters. */
export const mutatingAdmissionPolicyBinding = defineStructKind<MutatingBinding>(
  'admissionregistration.v1alpha1.MutatingAdmissionPolicyBinding',
  () => ({
    group: 'admissionregistration.k8s.io',
    scope: 'Cluster',
    names: {
      kind: 'MutatingAdmissionPolicyBinding',
      plural: 'mutatingadmissionpolicybindings',
      categories: ['api-extensions'],
    },
    discovery: { deprecation: deprecationOf('MutatingAdmissionPolicyBinding') },
    schema: {
      ready: loadRules,
      defaults: (object) => fill('admissionregistration.v1alpha1.MutatingAdmissionPolicyBinding', object),
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
  }),
)
