import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { queryOf } from '../autoscaling/selector.js'
import { structFiller } from '../struct/struct-defaults.js'
import { defineStructKind } from '../struct/struct-kind.js'
import type { Binding } from './binding-rules.js'
import { MATCH_DEFAULTS } from './match-defaults.js'
import { loadRules, neededRules } from './rules.js'

const fill = structFiller(MATCH_DEFAULTS)

/** ValidatingAdmissionPolicyBinding: binds a policy to resources and parameters. */
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
