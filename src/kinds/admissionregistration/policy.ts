import { validateConditions } from '../shared/validate-conditions.js'
import { structFiller } from '../struct/struct-defaults.js'
import { defineStructKind, mainSubresource, statusOnly } from '../struct/struct-kind.js'
import { MATCH_DEFAULTS } from './match-defaults.js'
import { policyColumns } from './policy-columns.js'
import type { Policy } from './policy-rules.js'
import { loadRules, neededRules } from './rules.js'
import { withReservedNames } from './static-names.js'

const fill = structFiller({
  ...MATCH_DEFAULTS,
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': { failurePolicy: 'Fail' },
})

/** ValidatingAdmissionPolicy: CEL expressions that validate requests. */
export const validatingAdmissionPolicy = defineStructKind<Policy>(
  'admissionregistration.v1.ValidatingAdmissionPolicy',
  (profile) =>
    withReservedNames(profile, {
      group: 'admissionregistration.k8s.io',
      scope: 'Cluster',
      names: {
        kind: 'ValidatingAdmissionPolicy',
        plural: 'validatingadmissionpolicies',
        categories: ['api-extensions'],
      },
      schema: {
        ready: loadRules,
        hasExpressions: true,
        defaults: (object) => fill('admissionregistration.v1.ValidatingAdmissionPolicy', object),
      },
      metadata: { generation: true, finalizers: () => [] },
      subresources: { main: mainSubresource, status: { ...statusOnly, mayCreate: true } },
      create: {
        resetFields: ['status'],
        prepare: (object) => ({ ...object, status: {} }),
        validate: (object, context) => [...context.validateObjectMeta(object), ...neededRules().validatePolicy(object)],
      },
      update: {
        allowUnconditional: false,
        validate: (next, old, context) =>
          context.subresource === 'status'
            ? [
                ...neededRules().validateTypeChecking(next),
                ...validateConditions(next.status?.conditions ?? [], 'status.conditions'),
              ]
            : [...context.validateObjectMeta(next), ...neededRules().validatePolicy(next, old)],
      },
      table: {
        columns: policyColumns(
          'Validations',
          'Validations indicates the number of validation rules defined in this configuration',
          ({ spec }) => spec?.validations?.length ?? 0,
        ),
      },
      example: {
        metadata: { name: 'replicas' },
        spec: {
          matchConstraints: {
            resourceRules: [
              { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] },
            ],
          },
          validations: [{ expression: 'object.spec.replicas <= 5' }],
        },
      },
    }),
)
