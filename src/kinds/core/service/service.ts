import { dns1035Label, maskTrailingDash } from '../../../base/rules/names.js'
import type { Column } from '../../../registry/define.js'
import { ageColumn, nameColumn } from '../../../registry/columns.js'
import { companion, objectReplies, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
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
export const service = companion<Service>('core.v1.Service', (profile) => ({
  kind: 'Service',
  plural: 'services',
  storageVersionHash: '0/CO1lhkEBI=',
  shortNames: ['svc'],
  categories: ['all'],
  group: '',
  scope: 'Namespaced',
  putCreates: true,
  replies: objectReplies(profile),
  subresources: { main: mainSubresource, status: statusSubresource },
  dropOnCreate: ['status'],
  name: (name, prefix) => dns1035Label(prefix ? maskTrailingDash(name) : name),
  selectable: { 'spec.clusterIP': ({ spec }) => spec?.clusterIP ?? '', 'spec.type': ({ spec }) => spec?.type ?? '' },
  columns,
  example: {
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
  },
  defaults: (object) => ({ ...object, spec: fillServiceSpec(object.spec), status: fillServiceStatus(object) }),
  admitCreate: (object, others) => allocate(object, others),
  prepareCreate: (object) => ({ ...object, status: { loadBalancer: {} } }),
  prepareUpdate: (next, old, { subresource }, others) =>
    subresource === 'main' ? reallocate(next, old, others) : next,
  validate: validateService,
  validateUpdate: (next, old, { subresource }) =>
    subresource === 'main'
      ? [...validateServiceChange(next, old), ...validateService(next)]
      : validateServiceStatus(next),
  warnings: warnOfService,
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
