import { ageColumn, nameColumn } from '../../../registry/columns.js'
import { cidrWarnings } from '../../../base/rules/cidr.js'
import { selectorText } from '../../autoscaling/selector.js'
import { validateLabelSelector } from '../../shared/label-selector.js'
import { structFiller } from '../../struct/struct-defaults.js'
import { defineStructKind } from '../../struct/struct-kind.js'
import { type NetworkPolicy, peersOf, validateSpec } from './network-policy-rules.js'

const fill = structFiller({
  'networking.v1.NetworkPolicyPort': { protocol: 'TCP' },
  'networking.v1.NetworkPolicySpec': {
    policyTypes: ({ egress }) => (Array.isArray(egress) && egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress']),
  },
})

/** NetworkPolicy: who may speak with pods. Nothing enforces it here. */
export const networkPolicy = defineStructKind<NetworkPolicy>('networking.v1.NetworkPolicy', (profile) => ({
  group: profile.group('networking'),
  scope: 'Namespaced',
  names: { kind: 'NetworkPolicy', plural: 'networkpolicies', shortNames: ['netpol'] },
  schema: { defaults: (object) => fill('networking.v1.NetworkPolicy', object) },
  metadata: { generation: true, countsEmpty: true },
  create: {
    validate: (object, context) => [...context.validateObjectMeta(object), ...validateSpec(object.spec)],
    warnings: adviceOfBlocks,
  },
  update: {
    validate(next, old, context) {
      // What was no good when it was stored may stay so: label values of all its selectors, ranges.
      const anyValues = validateLabelSelector(old.spec?.podSelector ?? {}, '').length > 0
      const known = peersOf(old).flatMap(({ peer: { ipBlock } }) =>
        ipBlock ? [ipBlock.cidr ?? '', ...(ipBlock.except ?? [])] : [],
      )
      return [
        ...context.validateObjectMeta(next),
        ...validateSpec(next.spec, { anyValues }),
        ...context.validateObjectMetaUpdate(next, old),
        ...validateSpec(next.spec, { anyValues, known }),
      ]
    },
    warnings: adviceOfBlocks,
  },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Pod-Selector',
        description:
          'Selects the pods to which this NetworkPolicy object applies.  The array of ingress rules is applied to any pods selected by this field. Multiple network policies can select the same set of pods.  In this case, the ingress rules for each are combined additively. This field is NOT optional and follows standard label selector semantics. An empty podSelector matches all pods in this namespace.',
        cell: ({ spec }) => selectorText(spec?.podSelector ?? {}),
      },
      ageColumn,
    ],
  },
  example: {
    metadata: { name: 'web', namespace: 'default' },
    spec: { podSelector: { matchLabels: { app: 'web' } } },
  },
}))

function adviceOfBlocks(object: NetworkPolicy): readonly string[] {
  return peersOf(object).flatMap(({ peer: { ipBlock }, field }) =>
    ipBlock
      ? [
          ...cidrWarnings(ipBlock.cidr ?? '', `${field}.ipBlock.cidr`),
          ...(ipBlock.except ?? []).flatMap((except, i) => cidrWarnings(except, `${field}.ipBlock.except[${i}]`)),
        ]
      : [],
  )
}
