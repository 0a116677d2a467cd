import { withObjectMeta, withObjectMetaUpdate } from '../../../model/registry/rule-context.js'
import { dns1035Label, maskTrailingDash } from '../../../base/rules/names.js'
import type { Column } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { defineStructKind, objectReplies, mainSubresource, statusSubresource } from '../../struct/struct-kind.js'
import { labelsText } from '../../autoscaling/selector.js'
import { addressesOf } from './cluster-ips.js'
import { allocate, allottedTo, fillAddresses, reallocate } from './service-allocation.js'
import { validateService, validateServiceChange, validateServiceStatus, warningsOfService } from './service-rules.js'
import { fillServiceSpec, fillServiceStatus } from './service-spec.js'
import type { Service } from './service-types.js'

const columns: readonly Column<Service>[] = [
  nameColumn,
  {
    name: 'Type',
    description:
      'type determines how the Service is exposed. Defaults to ClusterIP. Valid options are ExternalName, ClusterIP, NodePort, and LoadBalancer. "ClusterIP" allocates a cluster-internal IP address for load-balancing to endpoints. Endpoints are determined by the selector or if that is not specified, by manual construction of an Endpoints object or EndpointSlice objects. If clusterIP is "None", no virtual IP is allocated and the endpoints are published as a set of endpoints rather than a virtual IP. "NodePort" builds on ClusterIP and allocates a port on every node which routes to the same endpoints as the clusterIP. "LoadBalancer" builds on NodePort and creates an external load-balancer (if supported in the current cloud) which routes to the same endpoints as the clusterIP. "ExternalName" aliases this service to the specified externalName. Several other fields do not apply to ExternalName services. More info: https://kubernetes.io/docs/concepts/services-networking/service/#publishing-services-service-types',
    cell: ({ spec }) => spec?.type ?? '',
  },
  {
    name: 'Cluster-IP',
    description:
      'clusterIP is the IP address of the service and is usually assigned randomly. If an address is specified manually, is in-range (as per system configuration), and is not in use, it will be allocated to the service; otherwise creation of the service will fail. This field may not be changed through updates unless the type field is also being changed to ExternalName (which requires this field to be blank) or the type field is being changed from ExternalName (in which case this field may optionally be specified, as describe above).  Valid values are "None", empty string (""), or a valid IP address. Setting this to "None" makes a "headless service" (no virtual IP), which is useful when direct endpoint connections are preferred and proxying is not required.  Only applies to types ClusterIP, NodePort, and LoadBalancer. If this field is specified when creating a Service of type ExternalName, creation will fail. This field will be wiped when updating a Service to type ExternalName. More info: https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies',
    cell: ({ spec }) => spec?.clusterIPs?.[0] ?? '<none>',
  },
  {
    name: 'External-IP',
    description:
      'externalIPs is a list of IP addresses for which nodes in the cluster will also accept traffic for this service.  These IPs are not managed by Kubernetes.  The user is responsible for ensuring that traffic arrives at a node with this IP.  A common example is external load-balancers that are not part of the Kubernetes system.',
    cell: externalText,
  },
  {
    name: 'Port(s)',
    description:
      'The list of ports that are exposed by this service. More info: https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies',
    cell: portsText,
  },
  ageColumn,
  {
    name: 'Selector',
    priority: 1,
    description:
      'Route service traffic to pods with label keys and values matching this selector. If empty or not present, the service is assumed to have an external process managing its endpoints, which Kubernetes will not modify. Only applies to types ClusterIP, NodePort, and LoadBalancer. Ignored if type is ExternalName. More info: https://kubernetes.io/docs/concepts/services-networking/service/',
    cell: ({ spec }) => labelsText(spec?.selector ?? {}).join(',') || '<none>',
  },
]

/** Service: one stable address for a set of pods. */
export const service = defineStructKind<Service>('core.v1.Service', (profile) => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'Service', plural: 'services', shortNames: ['svc'], categories: ['all'] },
  schema: {
    defaults: (object) => ({ ...object, spec: fillServiceSpec(object.spec), status: fillServiceStatus(object) }),
  },
  metadata: { name: (name, prefix) => dns1035Label(prefix ? maskTrailingDash(name) : name) },
  storage: {
    prefix: 'services/specs',
    reread: fillAddresses,
    allocationRecords: (object) => addressesOf(object, profile.group('networking')),
    allotments: ({ spec }) => allottedTo(spec),
  },
  subresources: { main: mainSubresource, status: { ...statusSubresource, mayCreate: true } },
  create: {
    resetFields: ['status'],
    begin: (object, context) => allocate(object, { ...context, networking: profile.group('networking') }),
    prepare: (object) => ({ ...object, status: { loadBalancer: {} } }),
    validate: withObjectMeta((object) => validateService(object)),
    warnings: warningsOfService,
  },
  update: {
    allowCreate: true,
    prepare: (next, old, context) =>
      context.subresource === 'main'
        ? reallocate(next, old, { ...context, networking: profile.group('networking') })
        : next,
    validate: withObjectMetaUpdate((next, old, context) =>
      context.subresource === 'main'
        ? // ValidateServiceUpdate repeats all rules of a create, metadata included.
          [
            ...validateServiceChange(next, old),
            ...withObjectMeta((object: Service) => validateService(object, old))(next, context),
          ]
        : validateServiceStatus(next),
    ),
    warnings: warningsOfService,
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
