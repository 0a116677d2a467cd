import { structFiller } from '../struct/struct-defaults.js'
import { defineStructKind } from '../struct/struct-kind.js'
import type { Binding } from './binding-rules.js'
import { MATCH_DEFAULTS } from './match-defaults.js'
import { bindingColumns } from './policy-columns.js'
import { loadRules, neededRules } from './rules.js'
import { withReservedNames } from './static-names.js'

const fill = structFiller(MATCH_DEFAULTS)

/** ValidatingAdmissionPolicyBinding: binds a policy to resources and parameters. */
export const validatingAdmissionPolicyBinding = defineStructKind<Binding>(
  'admissionregistration.v1.ValidatingAdmissionPolicyBinding',
  (profile) =>
    withReservedNames(profile, {
      group: 'admissionregistration.k8s.io',
      scope: 'Cluster',
      names: {
        kind: 'ValidatingAdmissionPolicyBinding',
        plural: 'validatingadmissionpolicybindings',
        categories: ['api-extensions'],
      },
      schema: {
        ready: loadRules,
        defaults: (object) => fill('admissionregistration.v1.ValidatingAdmissionPolicyBinding', object),
      },
      metadata: { generation: true, finalizers: () => [] },
      create: {
        validate: (object, context) => [
          ...context.validateObjectMeta(object),
          ...neededRules().validateBinding(object.spec),
        ],
      },
      update: {
        allowUnconditional: false,
        validate: (next, _, context) => [
          ...context.validateObjectMeta(next),
          ...neededRules().validateBinding(next.spec),
        ],
      },
      table: {
        columns: bindingColumns,
      },
      example: { metadata: { name: 'replicas' }, spec: { policyName: 'replicas', validationActions: ['Deny'] } },
    }),
)
