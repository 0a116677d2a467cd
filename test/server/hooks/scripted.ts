import { noWebhooks } from '../../../src/model/registry/webhook.js'
import { createAccountTokens, createSigningKeys } from '../../../src/server/accounts/account-tokens.js'
import { createContainerScripts } from '../../../src/rest/containers/container-scripts.js'
import { createAdmission } from '../../../src/server/admission/chain.js'
import { builtInPlugins } from '../../../src/server/admission/plugins.js'
import { type Env, createEnv } from '../../../src/base/time/env.js'
import { createCalls } from '../../../src/server/client/calls.js'
import { createClient } from '../../../src/server/client/client.js'
import type { Client } from '../../../src/server/client/types.js'
import { type HookSet, createHookSet } from '../../../src/server/hooks/hook-set.js'
import { createHooks } from '../../../src/server/hooks/hooks.js'
import type { Phases } from '../../../src/server/hooks/phases.js'
import { createPhases } from '../../../src/server/hooks/run.js'
import type { Hooks } from '../../../src/server/hooks/types.js'
import { featureGatesOf } from '../../../src/model/registry/feature-gates.js'
import { kubernetesProfile } from '../../profiles.js'
import { type Registry, createRegistry } from '../../../src/model/registry/registry.js'
import { specifiedKinds } from '../../suites/specified-kinds.js'
import { createRecorder } from '../../../src/server/journal/recorder.js'
import { createHealthChecks } from '../../../src/server/metrics/health-checks.js'
import { createRequestCounters } from '../../../src/server/metrics/request-counters.js'
import { ADMIN, createIdentities } from '../../../src/server/accounts/identities.js'
import { createEncode } from '../../../src/server/wire/encode.js'
import { createPipeline } from '../../../src/server/pipeline/pipeline.js'
import { noOptions, type Options } from '../../../src/model/call/options.js'
import type { Call } from '../../../src/model/call/call.js'
import { createWatches } from '../../../src/rest/watch/watches.js'
import { alwaysAllow } from '../../../src/model/registry/authorizer.js'
import type { KubeObject } from '../../../src/schema/object.js'
import { createStore } from '../../../src/store/store.js'
import { toResponse } from '../../../src/server/wire/response.js'

/** A cluster with hooks, and access to its internal parts. */
export type Scripted = {
  readonly hooks: Hooks
  readonly phases: Phases
  readonly hookSet: HookSet
  readonly client: Client
  readonly env: Env
  readonly advance: (ms: number) => Promise<void>
  /** Sends an HTTP request in process. */
  readonly send: (method: string, path: string, body?: unknown) => Promise<Response>
  readonly openWatches: () => number
}

export const registry: Registry = createRegistry(
  kubernetesProfile,
  specifiedKinds.map((kind) => kind(kubernetesProfile)),
)

/** Makes a cluster with the namespaces default and kube-system, on a virtual clock. */
export async function createScripted(): Promise<Scripted> {
  const env = createEnv({ clock: 'virtual', seed: 1 })
  const hookSet = createHookSet()
  const phases = createPhases({ env, set: hookSet })
  const store = createStore<KubeObject>({ revision: 1000 })
  const watches = createWatches()
  const { handle, perform } = createPipeline({
    env,
    registry,
    store,
    featureGates: featureGatesOf('1.33'),
    admission: createAdmission(kubernetesProfile, builtInPlugins),
    watches,
    accounts: createAccountTokens({ keys: createSigningKeys('test'), get: store.get, now: env.now }),
    lastReads: new WeakMap(),
    caughtUp: { tables: new Map(), whole: 0 },
    hooks: phases,
    phases,
    containers: createContainerScripts(),
    authorize: alwaysAllow,
    annotate: () => undefined,
    callWebhook: noWebhooks,
    current: () => undefined,
    recorder: createRecorder(env.now, { requests: 0, bytes: 0 }),
    counters: createRequestCounters(),
    healthChecks: createHealthChecks(),
    encode: createEncode(),
    identities: createIdentities({ anonymous: false, trusting: true }, env.uuid),
    opening: () => undefined,
    following: () => undefined,
    committed: () => undefined,
    hasRead: () => undefined,
    requestDone: () => undefined,
  })
  const client = createClient(() => ({
    calls: createCalls({ registry, user: ADMIN, manager: 'fakecluster', stored: () => undefined }),
    env,
    pace: { rest: env.turn, quiet: env.turn, isWatched: () => false, patience: () => 0 },
    find: () => undefined,
    perform,
  }))
  for (const name of ['default', 'kube-system']) await client.create('Namespace', { metadata: { name } })
  return {
    hooks: createHooks({ set: hookSet, kindProblem: () => undefined, entries: [], verifyOthers: () => undefined }),
    phases,
    hookSet,
    client,
    env,
    advance: (ms) => env.advance!((now) => now + ms),
    openWatches: watches.size,
    async send(method, path, body) {
      const json =
        body === undefined
          ? {}
          : {
              body: JSON.stringify(body),
              headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
            }
      return toResponse(await handle(new Request(`http://cluster.local${path}`, { method, ...json })))
    },
  }
}

/** Makes a call as the pipeline would make it. */
export function callOf(
  kind: string,
  target: Partial<Call['target']>,
  more: { readonly body?: unknown; readonly options?: Partial<Options> } = {},
): Call {
  const def = registry.named(kind)!
  return {
    target: {
      verb: 'get',
      def,
      namespace: def.scope === 'Namespaced' ? 'default' : '',
      name: '',
      subresource: 'main',
      ...target,
    },
    options: { ...noOptions, ...more.options },
    body: more.body === undefined ? undefined : { value: more.body, duplicates: [] },
    user: ADMIN,
    manager: 'test',
    userAgent: 'test',
  }
}

/** The Status that a client call fails with, or else the name and message of its error. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) =>
      error instanceof Error && 'status' in error
        ? error.status
        : error instanceof Error
          ? `${error.name}: ${error.message}`
          : error,
  )
