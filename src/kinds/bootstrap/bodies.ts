import { formatTime } from '../../base/time/time.js'
import { CLUSTER_ROLES, CLUSTER_ROLE_BINDINGS, ROLES, ROLE_BINDINGS } from '../../model/generated/bootstrap/access.js'
import { PRIORITY_CLASSES } from '../../model/generated/bootstrap/priority-classes.js'
import { apiPriorities } from '../../model/registry/scheme.js'
import type { Registry } from '../../model/registry/registry.js'
import { readBindings, readRoles } from './access-lines.js'
import type { BootstrapBody } from './body.js'
import { defaultRange } from './default-range.js'
import { flowSchemaBodies, priorityLevelBodies, readJsonLines } from './flow-control-bodies.js'
import {
  kubernetesAddress,
  kubernetesEndpointSlice,
  kubernetesEndpoints,
  kubernetesService,
} from './kubernetes-service.js'
import { ROOT_CERTIFICATE } from './root-certificate.js'

/** A kind with objects that exist from the start. */
export type BootstrapKind = {
  readonly group: string
  readonly version: string
  readonly plural: string
  /** The namespaces of the objects; absent for cluster-scoped kinds. */
  readonly namespaces?: readonly string[]
  /** The field manager of the objects. */
  readonly manager: string
  /** Returns the objects of a server started at a time in milliseconds since 1970. */
  readonly bodies: (registry: Registry, started: number) => readonly BootstrapBody[]
  /** The number of revisions reserved for the writes of the objects; 60 by default. */
  readonly revisions?: number
}

const RBAC = { group: 'rbac.authorization.k8s.io', version: 'v1', manager: 'kube-apiserver' }
const FLOW_CONTROL = {
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  manager: 'api-priority-and-fairness-config-producer-v1',
}
const SERVER = { version: 'v1', manager: 'kube-apiserver' }

/** The objects, by kind, that exist from the start besides the namespaces. */
export const bootstrapKinds: readonly BootstrapKind[] = [
  { ...SERVER, group: '', plural: 'services', namespaces: ['default'], bodies: () => [kubernetesService] },
  { ...SERVER, group: '', plural: 'endpoints', namespaces: ['default'], bodies: () => [kubernetesEndpoints] },
  {
    ...SERVER,
    group: 'discovery.k8s.io',
    plural: 'endpointslices',
    namespaces: ['default'],
    bodies: () => [kubernetesEndpointSlice],
  },
  {
    ...SERVER,
    group: '',
    plural: 'configmaps',
    namespaces: ['kube-system'],
    bodies: (_registry, started) => [extensionAuthentication, tokenTracking(started)],
  },
  {
    ...SERVER,
    group: 'scheduling.k8s.io',
    plural: 'priorityclasses',
    bodies: ({ profile: { version } }) => readJsonLines(PRIORITY_CLASSES, version),
  },
  { ...FLOW_CONTROL, plural: 'flowschemas', bodies: ({ profile: { version } }) => flowSchemaBodies(version) },
  {
    ...FLOW_CONTROL,
    plural: 'prioritylevelconfigurations',
    bodies: ({ profile: { version } }) => priorityLevelBodies(version),
  },
  {
    ...RBAC,
    plural: 'clusterroles',
    revisions: 100,
    bodies: ({ profile: { version } }) => readRoles(CLUSTER_ROLES, version),
  },
  {
    ...RBAC,
    plural: 'clusterrolebindings',
    bodies: ({ profile: { version } }) => readBindings(CLUSTER_ROLE_BINDINGS, version),
  },
  {
    ...RBAC,
    plural: 'roles',
    namespaces: ['kube-public', 'kube-system'],
    bodies: ({ profile: { version } }) => readRoles(ROLES, version),
  },
  {
    ...RBAC,
    plural: 'rolebindings',
    namespaces: ['kube-public', 'kube-system'],
    bodies: ({ profile: { version } }) => readBindings(ROLE_BINDINGS, version),
  },
  { ...SERVER, group: 'apiregistration.k8s.io', plural: 'apiservices', bodies: builtinApiServices },
  { ...SERVER, group: 'networking.k8s.io', plural: 'ipaddresses', bodies: () => [kubernetesAddress] },
  { ...SERVER, group: 'networking.k8s.io', plural: 'servicecidrs', bodies: () => [defaultRange] },
]

/** The configuration by which extension API servers authenticate proxied requests. */
const extensionAuthentication: BootstrapBody = {
  metadata: { namespace: 'kube-system', name: 'extension-apiserver-authentication' },
  data: {
    'client-ca-file': ROOT_CERTIFICATE,
    'requestheader-allowed-names': '["front-proxy-client"]',
    'requestheader-client-ca-file': ROOT_CERTIFICATE,
    'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    'requestheader-group-headers': '["X-Remote-Group"]',
    'requestheader-username-headers': '["X-Remote-User"]',
  },
}

/** The date since which the server tracks the use of tokens in Secrets, for the cleanup of unused ones. */
const tokenTracking = (started: number): BootstrapBody => ({
  metadata: { namespace: 'kube-system', name: 'kube-apiserver-legacy-service-account-token-tracking' },
  data: { since: formatTime(started).slice(0, 'YYYY-MM-DD'.length) },
})

/** Returns the APIServices of the built-in groups, which the server serves itself. */
function builtinApiServices(registry: Pick<Registry, 'mappings' | 'profile'>): readonly BootstrapBody[] {
  const served = new Set(registry.mappings().map(({ group, version }) => `${group}/${version}`))
  return [...apiPriorities(registry.profile.version)].flatMap(([groupVersion, priorities]) => {
    if (!served.has(groupVersion)) return []
    const [group = '', version = ''] = groupVersion.split('/')
    return [
      {
        metadata: {
          name: `${version}.${group}`,
          labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' },
        },
        spec: {
          ...(group ? { group } : {}),
          version,
          groupPriorityMinimum: priorities.group,
          versionPriority: priorities.version,
        },
      },
    ]
  })
}
