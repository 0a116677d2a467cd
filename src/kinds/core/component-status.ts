import { type ObjectOf, defineKind } from '../../model/registry/define.js'
import type { ComponentStatus as ComponentStatusStruct } from '../../model/generated/types/core-v1.js'
import type { Profile } from '../../model/registry/profile.js'
import { structMembers } from '../struct/struct-members.js'
import type { KubernetesVersion } from '../../model/registry/kubernetes-version.js'
import { unstoredMetadata } from '../../model/registry/root-schema.js'
import { nameColumn } from '../../model/registry/columns.js'

const members = (profile: Profile) => structMembers<ComponentStatusStruct>('core.v1.ComponentStatus', profile)

/** A ComponentStatus in its served form. */
type ComponentStatus = ObjectOf<ReturnType<typeof members>>

const healthy = [{ type: 'Healthy', status: 'True', message: 'ok' }]

const componentsIn = (version: KubernetesVersion) =>
  ['controller-manager', 'etcd-0', 'scheduler'].map((name) => ({
    kind: 'ComponentStatus',
    apiVersion: 'v1',
    metadata: { name, ...unstoredMetadata(version) },
    conditions: healthy,
  }))

/** ComponentStatus: the health of the control plane components, computed on every read and never stored. */
export const componentStatus = defineKind(members, (profile) => ({
  group: '',
  version: 'v1',
  scope: 'Cluster',
  names: { kind: 'ComponentStatus', plural: 'componentstatuses', shortNames: ['cs'], notFound: 'componentstatus' },
  schema: {
    component: 'io.k8s.api.core.v1.ComponentStatus',
  },
  metadata: { name: () => [] },
  storage: {
    computed: {
      list: () => componentsIn(profile.version),
      get: (_sight, _namespace, name) => componentsIn(profile.version).find(({ metadata }) => metadata.name === name),
    },
  },
  discovery: { verbs: ['get', 'list'], deprecation: 'v1 ComponentStatus is deprecated in v1.19+' },
  table: {
    columns: [
      nameColumn,
      { name: 'Status', description: 'Status of the component conditions', cell: statusCell },
      {
        name: 'Message',
        description: 'Message of the component conditions',
        cell: (object) => healthOf(object)?.message ?? '',
      },
      {
        name: 'Error',
        description: 'Error of the component conditions',
        cell: (object) => healthOf(object)?.error ?? '',
      },
    ],
  },
  example: { metadata: { name: 'etcd-0' }, conditions: healthy },
}))

const healthOf = ({ conditions = [] }: ComponentStatus) => conditions.find(({ type }) => type === 'Healthy')

function statusCell(object: ComponentStatus): string {
  const health = healthOf(object)
  if (!health) return 'Unknown'
  return health.status === 'True' ? 'Healthy' : 'Unhealthy'
}
