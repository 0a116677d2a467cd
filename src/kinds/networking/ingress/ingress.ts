import { createLateLibrary } from '../../../base/turns/late-library.js'
import type { Column } from '../../../model/registry/column.js'
import { ingressPoints } from '../../shared/cells.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../../model/registry/rule-context.js'
import { warningsOfIp } from '../../shared/ip-addresses.js'
import { defineStructKind, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { CLASS_ANNOTATION, type Ingress } from './ingress-types.js'

// Loaded on demand: only writes of an Ingress need its rules.
const rules = createLateLibrary(() => import('./ingress-rules.js'))

/** Ingress: routes hosts and paths to services. */
export const ingress = defineStructKind<Ingress>('networking.v1.Ingress', (profile) => ({
  group: profile.group('networking'),
  scope: 'Namespaced',
  names: { kind: 'Ingress', plural: 'ingresses', shortNames: ['ing'] },
  schema: { ready: rules.load },
  metadata: { generation: true },
  storage: { prefix: 'ingress' },
  subresources: { main: mainSubresource, status: statusSubresource },
  create: {
    resetFields: ['status'],
    prepare: (object) => ({ ...object, status: { loadBalancer: {} } }),
    validate: withObjectMeta((object) => rules.needed().validateNew(object)),
    warnings: ({ metadata: { annotations = {} }, spec }) =>
      Object.hasOwn(annotations, CLASS_ANNOTATION) && spec?.ingressClassName === undefined
        ? [`annotation "${CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`]
        : [],
  },
  update: {
    validate: withObjectMetaUpdate((next, old, context) =>
      context.subresource === 'status'
        ? rules.needed().validateIngressStatus(next, old)
        : [...context.validateObjectMeta(next), ...rules.needed().validateChanged(next, old)],
    ),
    statusWarnings: ({ status }) =>
      (status?.loadBalancer?.ingress ?? []).flatMap(({ ip }, i) =>
        ip ? warningsOfIp(ip, `status.loadBalancer.ingress[${i}]`) : [],
      ),
  },
  table: { columns },
  example: {
    metadata: { name: 'web', namespace: 'default' },
    spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
  },
}))

const columns: readonly Column<Ingress>[] = [
  nameColumn,
  {
    name: 'Class',
    description: 'The name of the IngressClass resource that should be used for additional configuration',
    cell: ({ spec }) => spec?.ingressClassName ?? '<none>',
  },
  {
    name: 'Hosts',
    description: 'Hosts that incoming requests are matched against before the ingress rule',
    cell: hostsText,
  },
  {
    name: 'Address',
    description: 'Address is a list containing ingress points for the load-balancer',
    cell: ({ status }) => ingressPoints(status?.loadBalancer?.ingress).join(','),
  },
  {
    name: 'Ports',
    description: 'Ports of TLS configurations that open',
    cell: ({ spec }) => (spec?.tls?.length ? '80, 443' : '80'),
  },
  ageColumn,
]

const SHOWN = 3

function hostsText({ spec }: Ingress): string {
  const rules = spec?.rules ?? []
  const hosts = rules.flatMap(({ host }) => host || [])
  if (hosts.length === 0) return '*'
  // Rules after the one with the third host are counted even if they have no host.
  const third = rules.reduce<readonly number[]>((at, { host }, i) => (host ? [...at, i] : at), [])[SHOWN - 1]
  const shown = hosts.slice(0, SHOWN).join(',')
  return third !== undefined && rules.length > third + 1 ? `${shown} + ${rules.length - SHOWN} more...` : shown
}
