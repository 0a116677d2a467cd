import { createLateLibrary } from '../../../base/turns/late-library.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { selectorText } from '../../autoscaling/selector.js'
import { structFiller } from '../../struct/struct-defaults.js'
import { defineStructKind } from '../../struct/struct-kind.js'
import type { NetworkPolicy } from './network-policy-rules.js'

// Loaded on demand: only writes of policies need their rules.
const rules = createLateLibrary(() => import('./network-policy-rules.js'))

const fill = structFiller({
  'networking.v1.NetworkPolicyPort': { protocol: 'TCP' },
  'networking.v1.NetworkPolicySpec': {
    policyTypes: ({ egress }) => (Array.isArray(egress) && egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress']),
  },
})

/** NetworkPolicy: which traffic from and to pods is allowed. It is stored but not enforced. */
export const networkPolicy = defineStructKind<NetworkPolicy>('networking.v1.NetworkPolicy', (profile) => ({
  group: profile.group('networking'),
  scope: 'Namespaced',
  names: { kind: 'NetworkPolicy', plural: 'networkpolicies', shortNames: ['netpol'] },
  schema: { ready: rules.load, defaults: (object) => fill('networking.v1.NetworkPolicy', object) },
  metadata: { generation: true, countsEmpty: true },
  create: {
    validate: (object, context) => [...context.validateObjectMeta(object), ...rules.needed().validateSpec(object.spec)],
    warnings: (object) => rules.needed().warningsOfBlocks(object),
  },
  update: {
    validate: (next, old, context) =>
      rules.needed().validateChanged(next, old, {
        whole: context.validateObjectMeta(next),
        change: context.validateObjectMetaUpdate(next, old),
      }),
    warnings: (object) => rules.needed().warningsOfBlocks(object),
  },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Pod-Selector',
        description: [
          [
            '1.33',
            'Selects the pods to which this NetworkPolicy object applies.  The array of ingress rules is applied to any pods selected by this field. Multiple network policies can select the same set of pods.  In this case, the ingress rules for each are combined additively. This field is NOT optional and follows standard label selector semantics. An empty podSelector matches all pods in this namespace.',
          ],
          [
            '1.36',
            "podSelector selects the pods to which this NetworkPolicy object applies. The array of rules is applied to any pods selected by this field. An empty selector matches all pods in the policy's namespace. Multiple network policies can select the same set of pods. In this case, the ingress rules for each are combined additively. This field is optional. If it is not specified, it defaults to an empty selector.",
          ],
        ],
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
