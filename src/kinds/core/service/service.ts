import { withObjectMeta, withObjectMetaUpdate } from '../../../registry/rule-context.js'
import { dns1035Label, maskTrailingDash } from '../../../base/rules/names.js'
import type { Column } from '../../../registry/column.js'
import { ageColumn, nameColumn } from '../../../registry/columns.js'
import { defineStructKind, objectReplies, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { labelsText } from '../../autoscaling/selector.js'
import { allocate, reallocate } from './service-allocation.js'
import { validateService, validateServiceChange, validateServiceStatus, warnOfService } from './service-rules.js'
import { fillServiceSpec, fillServiceStatus } from './service-spec.js'
import type { Service } from './service-types.js'

const columns: readonly Column<Service>[] = [
  nameColumn,
  {
    name: 'Type',
    description: 'How the service is exposed: `ClusterIP`, `NodePort`, `LoadBalancer` or `ExternalName`.',
    cell: ({ spec }) => spec?.type ?? '',
  },
  {
    name: 'Cluster-IP',
    description: 'The address of the service inside the cluster; `None` where each pod is addressed itself.',
    cell: ({ spec }) => spec?.clusterIPs?.[0] ?? '<none>',
  },
  { name: 'External-IP', description: 'Addresses from outside the cluster.', cell: externalText },
  { name: 'Port(s)', description: 'The ports of the service, with those of the nodes.', cell: portsText },
  ageColumn,
  {
    name: 'Selector',
    priority: 1,
    description: 'Labels of the pods behind the service.',
    cell: ({ spec }) => labelsText(spec?.selector ?? {}).join(',') || '<none>',
  },
]

/** Service: one address for pods. */
export const service = defineStructKind<Service>('core.v1.Service', () => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'Service', plural: 'services', shortNames: ['svc'], categories: ['all'] },
  schema: {
    defaults: (object) => ({ ...object, spec: fillServiceSpec(object.spec), status: fillServiceStatus(object) }),
  },
  metadata: { name: (name, prefix) => dns1035Label(prefix ? maskTrailingDash(name) : name) },
  storage: { prefix: 'services/specs' },
  subresources: { main: mainSubresource, status: statusSubresource },
  create: {
    resetFields: ['status'],
    admit: (object, { list }) => allocate(object, list),
    prepare: (object) => ({ ...object, status: { loadBalancer: {} } }),
    validate: withObjectMeta(validateService),
    warnings: warnOfService,
  },
  update: {
    allowCreate: true,
    prepare: (next, old, { subresource, list }) => (subresource === 'main' ? reallocate(next, old, list) : next),
    validate: withObjectMetaUpdate((next, old, { subresource }) =>
      subresource === 'main'
        ? [...validateServiceChange(next, old), ...validateService(next)]
        : validateServiceStatus(next),
    ),
    warnings: warnOfService,
  },
  delete: { replies: objectReplies },
  selectable: {
    fields: { 'spec.clusterIP': ({ spec }) => spec?.clusterIP ?? '', 'spec.type': ({ spec }) => spec?.type ?? '' },
  },
  table: { columns },
  example: {
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
  },
}))

function externalText({ spec: { type, externalIPs = [], externalName = '' } = {}, status }: Service): string {
  if (type === 'ExternalName') return externalName
  const ingress =
    type === 'LoadBalancer'
      ? (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || (hostname ?? ''))
      : []
  return [...ingress, ...externalIPs].join(',') || (type === 'LoadBalancer' ? '<pending>' : '<none>')
}

function portsText({ spec }: Service): string {
  return (
    (spec?.ports ?? [])
      .map(({ port, nodePort, protocol }) => (nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`))
      .join(',') || '<none>'
  )
}
