import { publicFunction, publicAsync } from '../base/errors/call-site.js'
import { onDemand } from '../base/on-demand.js'
import { withAccessors } from '../base/accessors.js'
import { createPatience, notePatience } from '../base/time/real-wait.js'
import { checkNoArguments, checkArguments } from '../base/check/arguments.js'
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
import { type Parts, forkParts } from './parts-from-options.js'
import type { Server } from './server.js'
import { createKeeping } from './states.js'
import type { Cluster } from './types.js'
import { createWaits } from './waiting.js'
import { createAccessView } from './access.js'
import { createAuditView } from './audit.js'
import { type Beginning, type Works, createWorks, isAtRest } from './internals.js'
import { dump } from './load/dump.js'
import { type LoadOptions, load, loadRead } from './load/load.js'
import { withWebhooks } from './load/webhook-manifests.js'
import { type Documents, readInput } from '../base/input/documents.js'
import { type Arriving, readArriving } from '../base/input/arriving.js'
import { epochGuard } from '../store/store.js'
import { OWN_AGENT } from '../model/call/cause.js'
import type { User } from '../model/call/call.js'
import { done } from '../model/call/outcome.js'
import { storedForm } from '../rest/context.js'
import { userOf, whomShape } from '../server/accounts/whom.js'
import { type Calls, createCalls } from '../server/client/calls.js'
import type { Client } from '../server/client/types.js'
import { onceLoaded } from '../base/turns/late-library.js'
import { checkPopulate, readRate, sizesOf } from './populate/options.js'

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
  const handle = handlerOf(works)
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

function handlerOf(works: () => Works): Handle {
  let handle: Handle | undefined
  return (request) => (handle ??= works().waiting.activity.handle)(request)
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
    pace: waiting.activity.pace,
    perform: pipeline.perform,
    opening: () => opening() ?? engine.calm(),
  }
}

/** Creates the methods that load and dump objects. */
const createContent = (server: () => Server): Pick<Cluster, 'load' | 'dump'> => ({
  load: publicAsync(async (input, options) => {
    const mustBeCurrent = epochGuard(server().context.store)
    const ready = await opened(server())
    mustBeCurrent()
    await follow(ready, async (isFresh) =>
      options?.webhooks
        ? loadRead(ready.context, ofWebhooks(ready, readInput(input, 'webhooks'), options), options, isFresh)
        : load(ready.context, input, options, isFresh),
    )
  }),
  dump: publicAsync(async (options) => {
    checkState('dump', options)
    const { context } = await opened(server())
    return dump(context, options)
  }),
})

/** Creates the function that loads fixtures from a stream. */
const createLoading =
  (server: () => Server) =>
  async (fixtures: AsyncIterable<Arriving>, options: LoadOptions): Promise<void> => {
    const mustBeCurrent = epochGuard(server().context.store)
    const ready = await opened(server())
    const { context } = ready
    const documents = await readArriving(fixtures, context.env.turn)
    mustBeCurrent()
    await follow(ready, (isFresh) => loadRead(context, ofWebhooks(ready, documents, options), options, isFresh))
  }

/** Returns documents as they are to be loaded, which may be the manifests of webhooks. */
const ofWebhooks = ({ context }: Server, documents: Documents, { webhooks }: LoadOptions): Documents =>
  webhooks ? withWebhooks(context, NO_DOCUMENTS, documents, webhooks) : documents

const NO_DOCUMENTS: Documents = { sources: [], documents: [], faults: [] }

/** Resolves with the server once the initial fixtures and definitions are loaded. */
async function opened(server: Server): Promise<Server> {
  await server.intake.opening()
  return server
}

/** Runs a load, records it, and lets controllers react to it. */
async function follow({ context, engine, recorder, acts }: Server, load: (isFresh: () => boolean) => Promise<void>) {
  const from = context.store.revision()
  await load(recorder.isFresh)
  acts.loaded(from, context.store.revision(), context.env.snapshot())
  await engine.drain()
}

/** Creates the methods that act as other users; `clientOf` makes a client of calls. */
function createActing(
  works: () => Works,
  { options: { users }, identities, env }: Parts,
  clientOf: (calls: () => Calls) => Client,
): Pick<Cluster, 'as' | 'tokenFor' | 'certificateFor'> {
  return {
    as: publicFunction((whom) => {
      checkArguments('as', parameters, [whom])
      return clientOf(() => callsAs(works(), userOf(whom, users)))
    }),
    tokenFor: publicAsync(async (whom) => {
      checkArguments('tokenFor', parameters, [whom])
      return typeof whom === 'object' && 'serviceAccount' in whom
        ? accountToken(works(), whom.serviceAccount)
        : identities.tokenOf(userOf(whom, users))
    }),
    certificateFor: publicAsync(async (whom) => {
      checkArguments('certificateFor', parameters, [whom])
      const { makeClientCertificate } = await import('../controllers/certificates/client-certificate.js')
      const made = await makeClientCertificate(userOf(whom, users), env)
      identities.certify(made.certificate)
      return made
    }),
  }
}

const parameters = { whom: whomShape }

const callsAs = ({ server: { context } }: Works, user: User): Calls =>
  createCalls({
    ...{ registry: context.registry, user, manager: OWN_AGENT, client: 'test' },
    stored: (target) => storedForm(context.store, target),
  })

/** Asks for a token of a service account, as the administrator; it is good for longer than any test. */
async function accountToken({ server, calls }: Works, account: string): Promise<string> {
  await server.opening()
  const [namespace = '', name = ''] = account.split('/')
  const body = { value: { spec: { expirationSeconds: YEARS } }, duplicates: [] }
  const call = calls.of('create', calls.kind('ServiceAccount'), { namespace, name }, {}, body, 'token')
  const made = done(await server.pipeline.perform(call))
  // The reply to such a request.
  const { status } = (made as unknown as { readonly object: { readonly status: { readonly token: string } } }).object
  return status.token
}

/** Ten years, in seconds. */
const YEARS = 315_360_000

/** The controllers that replace deleted pods; if they run, the churn need not do it itself. */
const KEEPERS = ['replica-sets', 'scheduler', 'node-agents']

/** Creates `populate`. Its modules are loaded at the first call. */
const createPopulating = (server: () => Server): Pick<Cluster, 'populate'> => ({
  populate: publicAsync(async (options = {}, choice = {}) => {
    checkPopulate(options, choice)
    const { context, containers, engine, intake } = server()
    const sizes = sizesOf(options)
    const rate = options.churn === undefined ? undefined : readRate(options.churn)
    const mustBeCurrent = epochGuard(context.store)
    await intake.opening()
    const [{ storeWorld }, churn] = await Promise.all([
      import('./populate/populate.js'),
      rate === undefined ? undefined : import('./populate/churn.js'),
    ])
    const world = await onceLoaded(() => {
      mustBeCurrent()
      return storeWorld(context, sizes, choice.seed)
    })
    containers.addLast(world.scripts)
    engine.drain()
    if (!churn || rate === undefined) return { [Symbol.dispose]: () => undefined }
    const isKept = KEEPERS.every((name) => engine.names().includes(name))
    const name = unusedName(engine.names())
    return { [Symbol.dispose]: engine.add(churn.createChurn({ ...world, name, rate, isKept })) }
  }),
})

function unusedName(names: readonly string[]): string {
  let name = 'churn'
  for (let i = 2; names.includes(name); i++) name = `churn-${i}`
  return name
}
