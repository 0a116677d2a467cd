import { publicFunction } from '../base/errors/call-site.js'
import { onDemand } from '../base/on-demand.js'
import { withAccessors } from '../base/accessors.js'
import { createPatience, notePatience } from '../base/time/real-wait.js'
import { checkNoArguments } from '../base/check/arguments.js'
import { createActing } from './acting.js'
import { isAuthorized } from '../server/access/choice.js'
import { releaseName } from '../model/registry/releases.js'
import { createClient } from '../server/client/client.js'
import { type App, createApp } from '../server/http/app.js'
import { createControl } from '../server/http/control.js'
import { namedHosts } from '../server/http/foreign.js'
import { createLocalFetch } from '../server/http/local-fetch.js'
import { createJournal } from '../server/journal/journal.js'
import { createWhy } from './state/explain.js'
import { checkState } from './state/shapes.js'
import { createStateValue } from './state/state-value.js'
import type { Handle } from '../server/wire/handle.js'
import { createBundling } from './bundling.js'
import { createContent, createLoading } from './content.js'
import { createPopulating } from './populating.js'
import { type Parts, forkParts } from './parts-from-options.js'
import type { Server } from './server.js'
import { createKeeping } from './states.js'
import type { Cluster } from './types.js'
import { createWaits } from './waiting.js'
import { createAccessView } from './access.js'
import { createAuditView } from './audit.js'
import { type Beginning, type Works, createWorks, isAtRest } from './internals.js'

/** A cluster and its server. */
export type Composed = { readonly cluster: Cluster; readonly server: Server }

/** Creates a cluster from its parts. */
export function compose(parts: Parts, beginning: Beginning): Cluster {
  const { cluster, works } = clusterOn(parts, beginning)
  // A fork at rest is built on first use: of a thousand forks, most are never used.
  if (!isAtRest(beginning)) works()
  return cluster
}

/** Creates a cluster from its parts, for callers that need the server too. */
export function composed(parts: Parts, beginning: Beginning): Composed {
  const { cluster, works } = clusterOn(parts, beginning)
  return { cluster, server: works().server }
}

type Read =
  'access' | 'app' | 'audit' | 'clock' | 'history' | 'hooks' | 'controllers' | 'containers' | 'invariant' | 'journal'

const clusterOf = withAccessors<Cluster, Read>(
  ...([
    'access',
    'app',
    'audit',
    'clock',
    'history',
    'hooks',
    'controllers',
    'containers',
    'invariant',
    'journal',
  ] as const),
)

/** Creates a cluster from its parts; its server and the rest of its internals are created on first use. */
function clusterOn(parts: Parts, beginning: Beginning): { readonly cluster: Cluster; readonly works: () => Works } {
  const patience = createPatience(parts.env.real.now)
  const works = onDemand(() => createWorks(parts, beginning, patience))
  const server = () => works().server
  const handle: Handle = (request) => works().waiting.presence.handle(request)
  notePatience(handle, patience)
  const { token, control: isControlled = true, controlLimit: limit, allowHosts = [], strict, bundles } = parts.options
  const { history, ...looks } = createStateValue(
    parts.store,
    () => works().scripting.views,
    () => works().waiting.settle(),
  )
  const hooks = () => works().scripting.hooks()
  const { parts: bundleParts, ...bundling } = createBundling(works, { list: () => hooks().list() }, bundles)
  const control = isControlled
    ? createControl(() => ({ cluster, parts: bundleParts, load: createLoading(server) }), { token, limit })
    : undefined
  const readers = {
    ...{ history, hooks },
    app: onDemand((): App => createApp(handle, control && { answer: control, isHost: namedHosts(allowHosts) })),
    ...{ access: onDemand(() => createAccessView(server)), audit: onDemand(() => createAuditView(server)) },
    clock: () => works().waiting.clock,
    journal: onDemand(() => createJournal(server().recorder, parts.registry.profile, works().scripting.kindProblem)),
    controllers: () => works().scripting.controllers(),
    containers: () => works().scripting.containers(),
    invariant: () => works().scripting.rules.invariant,
  }
  const cluster: Cluster = clusterOf(readers, {
    ...createClient(() => clientContext(works(), works().calls)),
    ...createActing(works, parts, (calls) => createClient(() => clientContext(works(), calls()))),
    ...{ ...createWaits(works), ...looks, ...createKeeping(works, (saved) => cluster.fork(saved)) },
    ...createContent(server),
    ...createPopulating(server),
    ...bundling,
    ...{ token, allowHosts, handle, kubernetesVersion: releaseName(parts.registry.profile) },
    ...{ profile: parts.registry.profile.name, authorizes: isAuthorized(parts.options.authorization) },
    fetch: createLocalFetch(handle, control),
    why: createWhy(() => {
      const { calls, server } = works()
      return { calls, store: parts.store, recorder: server.recorder }
    }),
    fork: publicFunction((saved = works().states.snapshot()) => {
      checkState('fork', saved)
      return compose(forkParts(parts, saved), { saved })
    }),
    watches: watchesOf(server),
    expireContinueTokens() {
      const { acts, context } = server()
      acts.tokensExpired()
      context.tokens.expire(context.store.revision())
    },
    close() {
      const { context, engine } = server()
      context.watches.endAll()
      engine.stop()
      if (strict) hooks().verify()
    },
  })
  return { cluster, works }
}

/** Creates `watches`, with an error for callers that take it for a method with a filter. */
const watchesOf = (server: () => Server): Cluster['watches'] =>
  publicFunction((...given: readonly never[]) => {
    checkNoArguments('watches', given, 'choose from the list it gives: watches().filter((watch) => watch.kind === …)')
    return server().context.watches.list()
  })

/** Returns what the client of a cluster needs. */
function clientContext({ server, waiting }: Works, calls: Works['calls']) {
  const { context, find, pipeline, engine, opening } = server
  return {
    ...{ calls, find },
    env: context.env,
    pace: waiting.presence.pace,
    perform: pipeline.perform,
    opening: () => opening() ?? engine.calm(),
  }
}
