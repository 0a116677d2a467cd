import { noWebhooks } from '../../model/registry/webhook.js'
import { createLateMap } from '../../base/lists/sorted-map.js'
import { createEnv } from '../../base/time/env.js'
import { jsonEqual } from '../../base/json/json.js'
import { mustHave } from '../../base/must-have.js'
import { issueText } from '../../base/errors/issue.js'
import { type AccountTokens, DEFAULT_ISSUER } from '../../model/registry/account-tokens.js'
import { alwaysAllow } from '../../model/registry/authorizer.js'
import type { FeatureGates } from '../../model/registry/feature-gates.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { type Registry, pathOf } from '../../model/registry/registry.js'
import { noAdmission } from '../../rest/admission.js'
import { type RestContext, tableOf } from '../../rest/context.js'
import { createWatches } from '../../rest/watch/watches.js'
import { place } from '../../rest/write/import.js'
import { type KubeObject, storedName } from '../../schema/object.js'
import type { ObjectTable } from '../../store/history.js'
import { objectsOf } from '../../store/page.js'
import { createStore } from '../../store/store.js'
import type { TableMap } from '../../store/tables.js'
import { type AggregatedRole, AGGREGATION_MANAGER, aggregatedRules } from './aggregated-rules.js'
import { tellDangling } from './flow-schemas.js'
import { applyAsServer, patchAsServer } from './server-writes.js'
import { noteUntouched } from './untouched.js'
import { formatTime } from '../../base/time/time.js'
import { CLUSTER_ROLES, CLUSTER_ROLE_BINDINGS, ROLES, ROLE_BINDINGS } from '../../model/generated/bootstrap/access.js'
import { PRIORITY_CLASSES } from '../../model/generated/bootstrap/priority-classes.js'
import { apiPriorities } from '../../model/registry/scheme.js'
import { readBindings, readRoles } from './access-lines.js'
import { type BootstrapBody, flowSchemaBodies, priorityLevelBodies, readJsonLines } from './bodies.js'
import {
  kubernetesAddress,
  kubernetesEndpointSlice,
  kubernetesEndpoints,
  kubernetesService,
} from './kubernetes-service.js'
import { ROOT_CERTIFICATE } from './root-certificate.js'
import type { Profile } from '../../model/registry/profile.js'
import { DEFAULT_RANGE, RANGE_CONTROLLER, RANGE_FINALIZER, readyRange } from '../../model/registry/service-address.js'

/** The server whose initial objects are made. */
type BootstrapServer = {
  readonly registry: Registry
  readonly featureGates: FeatureGates
  /** Determines the uids. */
  readonly seed: number | undefined
  /** The start time, in milliseconds since 1970. */
  readonly now: number
  /** Returns whether the controller of this name runs from the start. */
  readonly hasController: (name: string) => boolean
}

/** The number of revisions reserved for a kind that states none; all of them precede the first of a seeded cluster. */
const REVISIONS_OF_KIND = 60

/**
 * Makes the tables of objects that exist from the start, each when first accessed. They are as if written before
 * anything else: no visible revision, uid or change depends on whether and when they are made.
 */
export function bootstrapTables(server: BootstrapServer): TableMap<KubeObject> {
  if (!server.registry.profile.bootstrap) return new Map()
  let revision = 0
  const served = new Set(server.registry.mappings().map(pathOf))
  return new Map(
    bootstrapKinds.flatMap((kind, index) => {
      const start = { index, revision }
      revision += kind.revisions ?? REVISIONS_OF_KIND
      if (!served.has(pathOf(kind))) return []
      const prefixes = (kind.namespaces ?? ['']).map(prefixOf)
      return [[`${kind.group}/${kind.plural}`, createLateMap(prefixes, () => makeTable(server, kind, start))] as const]
    }),
  )
}

/** The position of a kind among the others, and the revision before its first object. */
type Start = { readonly index: number; readonly revision: number }

const prefixOf = (namespace: string) => (namespace === '' ? '' : `${namespace}/`)

function makeTable(server: BootstrapServer, kind: BootstrapKind, start: Start): ObjectTable<KubeObject> {
  const { registry } = server
  const def = mustHave(
    registry.at(kind.group, kind.version, kind.plural),
    'a kind that objects are there of from the start',
  )
  const context = contextOf(server, start)
  context.store.transact((transaction) => {
    for (const body of kind.bodies(registry, server.now)) {
      const [issue] = place(context, transaction, def, body, { manager: kind.manager })
      if (issue) throw new Error(`fakecluster has a bug: ${def.kind} ${body.metadata.name}: ${issueText(issue)}`)
    }
  })
  FINISH[def.kind]?.(context, def, server)
  const table = mustHave(context.store.table(tableOf({ def })), 'the table just made')
  for (const object of objectsOf(table)) noteUntouched(object)
  return table
}

/** Writes that others make to the objects before they are visible. */
const FINISH: { readonly [kind: string]: (context: RestContext, def: KindDef, server: BootstrapServer) => void } = {
  FlowSchema: (context) => tellDangling(context, () => true),
  ClusterRole(context, def, { hasController }) {
    if (!hasController('cluster-role-aggregation')) return
    // A role may aggregate a role that aggregates too.
    while (gatherRules(context, def)) continue
  },
  ServiceCIDR(context, def, { hasController }) {
    makeRangeReady(context, def)
    if (hasController('service-cidrs')) adoptRange(context, def)
  },
}

function gatherRules(context: RestContext, def: KindDef): boolean {
  // The table's kind.
  const roles = objectsOf(context.store.table(tableOf({ def }))) as readonly (KubeObject & AggregatedRole)[]
  const role = roles.find((each) => each.aggregationRule && !jsonEqual(each.rules, aggregatedRules(each, roles)))
  if (!role) return false
  const members = { rules: aggregatedRules(role, roles) }
  applyAsServer(context, { def, name: storedName(role), subresource: 'main', manager: AGGREGATION_MANAGER, members })
  return true
}

const unasked = (): never => {
  throw new Error('fakecluster has a bug: what is there from the start has no tokens and no pods')
}
const NO_TOKENS: AccountTokens = {
  load: () => undefined,
  isOurs: () => false,
  issue: unasked,
  judge: unasked,
  keySet: unasked,
  issuer: DEFAULT_ISSUER,
  audiences: [DEFAULT_ISSUER],
}

/** Makes the context of a separate server without other clients. */
function contextOf({ registry, featureGates, seed, now }: BootstrapServer, { index, revision }: Start): RestContext {
  return {
    registry,
    featureGates,
    env: createEnv({ clock: 'virtual', start: now, ...(seed === undefined ? {} : { seed: seed ^ (0xb007 + index) }) }),
    store: createStore<KubeObject>({ revision }),
    admission: noAdmission,
    accounts: NO_TOKENS,
    containers: { of: unasked, listen: unasked },
    authorize: alwaysAllow,
    annotate: () => undefined,
    callWebhook: noWebhooks,
    current: () => undefined,
    hooks: { admit: (_call, _old, next) => next, watch: () => 'pass' },
    watches: createWatches(),
    lastReads: new WeakMap(),
    caughtUp: { tables: new Map(), whole: 0 },
  }
}

/** A kind with objects that exist from the start. */
type BootstrapKind = {
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
const bootstrapKinds: readonly BootstrapKind[] = [
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

/** Returns the namespaces that exist from the start, as request bodies in the order of their creation. */
export const seedObjects = (profile: Profile): readonly KubeObject[] =>
  profile.namespaces.map((name) => ({ kind: 'Namespace', apiVersion: 'v1', metadata: { name } }))

/** The range that the addresses of Services come from. */
const defaultRange: BootstrapBody = { metadata: { name: 'kubernetes' }, spec: { cidrs: [DEFAULT_RANGE] } }

/** Makes the range ready, as a server does itself (default_servicecidr_controller.go). */
function makeRangeReady(context: RestContext, def: KindDef): void {
  const ready = { ...readyRange(context.env.now()), message: 'Kubernetes default Service CIDR is ready' }
  writeReady(context, def, 'kubernetes-service-cidr-controller', ready)
}

/** Writes what the controller of ranges writes first. */
function adoptRange(context: RestContext, def: KindDef): void {
  patchAsServer(context, {
    ...rangeOf(def),
    subresource: 'main',
    manager: 'kube-controller-manager',
    members: { metadata: { finalizers: [RANGE_FINALIZER] } },
  })
  writeReady(context, def, RANGE_CONTROLLER, readyRange(context.env.now()))
}

const rangeOf = (def: KindDef) => ({ def, name: defaultRange.metadata.name })

function writeReady(context: RestContext, def: KindDef, manager: string, ready: object): void {
  const members = { status: { conditions: [ready] } }
  applyAsServer(context, { ...rangeOf(def), subresource: 'status', manager, members })
}
