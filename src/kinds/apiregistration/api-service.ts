import { trimEnd } from '../../base/text/trim.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../model/registry/rule-context.js'
import { type Issue, invalid, notSupported, required } from '../../base/errors/issue.js'
import { goQuote } from '../../base/go/printable.js'
import { dns1035Label, dns1123Subdomain, pathSegmentName } from '../../base/rules/names.js'
import type { Column } from '../../model/registry/column.js'
import type { DeclaredSubresources } from '../../model/registry/kind-def.js'
import { type ObjectOf, defineKind } from '../../model/registry/define.js'
import type { APIService as APIServiceStruct } from '../../model/generated/types/apiregistration-v1.js'
import type { Profile } from '../../model/registry/profile.js'
import { structMembers } from '../struct/struct-members.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'

const V1 = 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1'

const members = (profile: Profile) => structMembers<APIServiceStruct>('apiregistration.v1.APIService', profile)

/** An APIService in its served form. */
type APIService = ObjectOf<ReturnType<typeof members>>

/** APIService: the server that serves a group and version. */
export const apiService = defineKind(members, (profile) => ({
  group: profile.group('apiregistration'),
  version: 'v1',
  scope: 'Cluster',
  names: { kind: 'APIService', plural: 'apiservices', categories: ['api-extensions'] },
  schema: {
    component: `${V1}.APIService`,
    defaults: (object) => {
      const service = object.spec?.service
      return service && service.port === undefined
        ? { ...object, spec: { ...object.spec, service: { ...service, port: 443 } } }
        : object
    },
  },
  metadata: { name: validateName },
  subresources,
  create: {
    prepare: (object, { now }) => ({
      ...object,
      status: object.spec?.service ? {} : { conditions: [localCondition(now())] },
    }),
    validate: withObjectMeta(validateSpec),
  },
  update: {
    validate: withObjectMetaUpdate((next, _, { subresource, validateObjectMeta }) =>
      subresource === 'status' ? validateStatus(next) : [...validateObjectMeta(next), ...validateSpec(next)],
    ),
  },
  storage: { prefix: 'apiregistration.k8s.io/apiservices', scheme: 'aggregator' },
  table: { columns },
  example: {
    metadata: { name: 'v1.metrics.example.io' },
    spec: {
      group: 'metrics.example.io',
      version: 'v1',
      groupPriorityMinimum: 100,
      versionPriority: 100,
      service: { namespace: 'default', name: 'metrics', port: 443 },
      insecureSkipTLSVerify: true,
    },
  },
}))

const subresources: DeclaredSubresources = {
  main: { resetFields: ['status'] },
  status: {
    verbs: ['get', 'patch', 'update'],
    resetFields: ['spec', 'metadata.labels', 'metadata.annotations', 'metadata.finalizers', 'metadata.ownerReferences'],
    tables: false,
    unowned: ['spec', 'metadata'],
  },
}

const columns: readonly Column<APIService>[] = [
  nameColumn,
  {
    name: 'Service',
    description: 'The reference to the service that hosts this API endpoint.',
    cell: ({ spec }) => (spec?.service ? `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}` : 'Local'),
  },
  { name: 'Available', description: 'Whether this service is available.', cell: availableCell },
  ageColumn,
]

const STATUSES = ['True', 'False', 'Unknown']

const localCondition = (now: string) => ({
  type: 'Available',
  status: 'True',
  lastTransitionTime: now,
  reason: 'Local',
  message: 'Local APIServices are always available',
})

function availableCell({ status }: APIService): string {
  const available = status?.conditions?.find(({ type }) => type === 'Available')
  if (!available) return 'Unknown'
  return available.status === 'True' || !available.reason
    ? (available.status ?? '')
    : `${available.status} (${available.reason})`
}

function validateName(name: string, _: boolean, { spec }: APIService): readonly string[] {
  const faults = pathSegmentName(name)
  const expected = `${spec?.version ?? ''}.${spec?.group ?? ''}`
  return faults.length > 0 || name === expected
    ? faults
    : [`must be \`spec.version+"."+spec.group\`: ${goQuote(expected)}`]
}

function validateSpec({ spec = {} }: APIService): readonly Issue[] {
  const {
    group = '',
    version = '',
    groupPriorityMinimum = 0,
    versionPriority = 0,
    service,
    caBundle = '',
    insecureSkipTLSVerify = false,
  } = spec
  const issues: Issue[] = []
  if (!group && version !== 'v1')
    issues.push(required('spec.group', 'only v1 may have an empty group and it better be legacy kube'))
  if (group) for (const detail of dns1123Subdomain(group)) issues.push(invalid('spec.group', group, detail))
  for (const detail of dns1035Label(version)) issues.push(invalid('spec.version', version, detail))
  if (groupPriorityMinimum <= 0 || groupPriorityMinimum > 20000)
    issues.push(invalid('spec.groupPriorityMinimum', groupPriorityMinimum, 'must be positive and less than 20000'))
  if (versionPriority <= 0 || versionPriority > 1000)
    issues.push(invalid('spec.versionPriority', versionPriority, 'must be positive and less than 1000'))
  const insecure = (detail: string) => invalid('spec.insecureSkipTLSVerify', true, detail)
  if (!service) {
    if (caBundle)
      issues.push(
        invalid('spec.caBundle', `${byteLength(caBundle)} bytes`, 'local APIServices may not have a caBundle'),
      )
    if (insecureSkipTLSVerify) issues.push(insecure('local APIServices may not have insecureSkipTLSVerify'))
    return issues
  }
  const { namespace, name, port = 0 } = service
  if (!namespace) issues.push(required('spec.service.namespace'))
  if (!name) issues.push(required('spec.service.name'))
  if (port < 1 || port > 65535)
    issues.push(invalid('spec.service.port', port, 'port is not valid: must be between 1 and 65535, inclusive'))
  if (insecureSkipTLSVerify && caBundle) issues.push(insecure('may not be true if caBundle is present'))
  return issues
}

const byteLength = (base64: string) => Math.floor((trimEnd(base64, '=').length * 3) / 4)

function validateStatus({ status }: APIService): readonly Issue[] {
  return (status?.conditions ?? []).flatMap((condition, i) => {
    const value = condition.status ?? ''
    return STATUSES.includes(value) ? [] : [notSupported(`status.conditions[${i}].status`, value, STATUSES)]
  })
}
