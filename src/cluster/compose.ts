import { OWN_AGENT } from '../api/cause.js'
import { done } from '../api/done.js'
import type { Target } from '../api/target.js'
import { publicFunction } from '../base/call-site.js'
import { onDemand } from '../base/on-demand.js'
import { withAccessors } from '../base/accessors.js'
import { type Calls, createCalls } from '../client/calls.js'
import { createClient } from '../client/client.js'
import { type App, createApp } from '../http/app.js'
import { createControl } from '../http/control.js'
import { namedHosts } from '../http/foreign.js'
import { createLocalFetch } from '../http/local-fetch.js'
import { createJournal } from '../journal/journal.js'
import { readInputs } from '../load/intake.js'
import { ADMIN } from '../pipeline/context.js'
import { storedForm } from '../rest/stored-form.js'
import type { KubeObject } from '../schema/object.js'
import { createWhy } from '../state/explain.js'
import { checkState } from '../state/shapes.js'
import type { Snapshot } from '../state/snapshot.js'
import { createStateValue } from '../state/state-value.js'
import { createBundling } from './bundling.js'
import { checkOwnControllers } from './check-controllers.js'
import { createContent } from './content.js'
import { createPopulating } from './populating.js'
import type { ClusterOptions } from './options.js'
import { type Parts, forkParts } from './parts.js'
import { type Scripting, createScripting } from './scripting.js'
import { type Server, createServer } from './server.js'
import { type States, createStates } from './states.js'
import type { Cluster } from './types.js'
import { createWaiting } from './waiting.js'

/** What a cluster begins with: objects of its own, or what another has come to. */
export type Beginning = {
  readonly seeds?: readonly KubeObject[]
  readonly inputs?: Pick<ClusterOptions, 'crds' | 'fixtures' | 'nodes' | 'scripts'>
  readonly saved?: Snapshot
  /** Its controllers have yet to meet what there is. */
  readonly isNew?: boolean
}

/** A cluster, and what is underneath. */
export type Composed = { readonly cluster: Cluster; readonly server: Server }

/** Puts the parts of a cluster together. */
export const compose = (parts: Parts, beginning: Beginning): Cluster => composed(parts, beginning).cluster

/** The same for who needs what is underneath. */
export function composed(parts: Parts, { seeds = [], inputs = {}, saved, isNew = false }: Beginning): Composed {
  const server = createServer(parts, saved)
  const { registry, store } = server.context
  const stored = (target: Target) => storedForm(store, target)
  const calls = createCalls({ registry, user: ADMIN, manager: OWN_AGENT, stored })
  if (!saved) server.engine.begin()
  storeSeeds(server, createCalls({ registry, user: ADMIN, manager: SEEDER, stored }), seeds)
  const scripting = createScripting(server, calls, saved)
  const states = createStates(server, scripting, saved)
  const cluster = createMethods(server, calls, scripting, states)
  const unread = saved ? saved.unread : readInputs(server.context, inputs)
  if (!saved) checkOwnControllers(parts.options, server.context.registry, unread)
  states.take(unread)
  if (!saved) states.begin()
  if (isNew) server.engine.begin(true)
  return { cluster, server }
}

/** Who makes what is there from the start, as managedFields and the log tell it. */
const SEEDER = 'kube-apiserver'

/** Stores what every server has from the start, which no request is noted of. */
function storeSeeds({ pipeline, engine, recorder }: Server, calls: Calls, seeds: readonly KubeObject[]): void {
  for (const object of seeds)
    done(pipeline.execute(calls.write('create', `${object.apiVersion}/${object.kind}`, object)))
  engine.drainAtOnce()
  recorder.begin()
}

type Read = 'app' | 'history' | 'hooks' | 'controllers' | 'containers' | 'journal'

const clusterOf = withAccessors<Cluster, Read>('app', 'history', 'hooks', 'controllers', 'containers', 'journal')

function createMethods(server: Server, calls: Calls, scripting: Scripting, states: States): Cluster {
  const { parts, context, find, recorder, pipeline, engine, opening } = server
  const { env, registry, store, watches, tokens } = context
  const { token, control: isControlled = true, controlLimit: limit, allowHosts = [], strict } = parts.options
  const { hooks, controllers, containers, rules, kindProblem, views } = scripting
  const { snapshot, restore, start, setStart } = states
  const { presence, settle, methods: waits } = createWaiting(server)
  const { history, ...looks } = createStateValue(views, settle)
  const { parts: bundleParts, ...bundling } = createBundling(server, { list: () => hooks().list() }, states)
  const control = isControlled ? createControl(() => ({ cluster, parts: bundleParts }), { token, limit }) : undefined
  const readers = {
    app: onDemand((): App =>
      createApp(presence.handle, control && { answer: control, isHost: namedHosts(allowHosts) }),
    ),
    journal: onDemand(() => createJournal(recorder, kindProblem)),
    ...{ history, hooks, controllers, containers },
  }
  const cluster: Cluster = clusterOf(readers, {
    ...createClient({
      calls,
      env,
      pace: presence.pace,
      find,
      perform: pipeline.perform,
      opening: () => opening() ?? engine.calm(),
    }),
    ...waits,
    ...looks,
    ...createContent(server),
    ...createPopulating(server),
    ...bundling,
    ...{ snapshot, restore, start, setStart, token, allowHosts },
    profile: registry.profile.name,
    handle: presence.handle,
    fetch: createLocalFetch(presence.handle, control),
    why: createWhy(store, recorder, calls),
    invariant: rules.invariant,
    fork: publicFunction((saved = snapshot()) => {
      checkState('fork', saved)
      return compose(forkParts(parts, saved), { saved })
    }),
    watches: watches.list,
    expireContinueTokens() {
      server.acts.tokensExpired()
      tokens.expire(store.revision())
    },
    close() {
      watches.endAll()
      engine.stop()
      if (strict) hooks().verify()
    },
  })
  return cluster
}
