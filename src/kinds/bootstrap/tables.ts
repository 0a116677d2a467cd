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
import type { KubeObject } from '../../schema/object.js'
import { storedName } from '../../schema/stored-metadata.js'
import type { ObjectTable } from '../../store/log.js'
import { objectsOf } from '../../store/page.js'
import { createStore } from '../../store/store.js'
import type { TableMap } from '../../store/tables.js'
import { AGGREGATION_MANAGER, type AggregatedRole, aggregatedRules } from './aggregated-rules.js'
import { type BootstrapKind, bootstrapKinds } from './bodies.js'
import { adoptRange, makeRangeReady } from './default-range.js'
import { tellDangling } from './flow-schemas.js'
import { applyAsServer } from './server-writes.js'
import { noteUntouched } from './untouched.js'

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
