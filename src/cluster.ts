import { type Env, createEnv } from './base/env.js'
import { StatusError } from './base/status.js'
import type { Phases } from './hooks/phases.js'
import { noPhases } from './hooks/phases.js'
import { type Gate, type Gates, defaultGates } from './kind/gates.js'
import { type Profile, profiles } from './kind/profile.js'
import { type Registry, createRegistry } from './kind/registry.js'
import { builtinKinds } from './kinds/builtin.js'
import { seedObjects } from './kinds/seed.js'
import { ADMIN, type Pipeline, createPipeline } from './pipeline.js'
import { noOptions } from './wire/query.js'
import type { KubeObject } from './schema/types.js'
import { type Store, createStore } from './store/store.js'

/** Options of a cluster. */
export type ClusterOptions = {
  /** Whose names are used: the specification's (`example`, the default) or those real clients have compiled in. */
  readonly profile?: Profile['name']
  /** Decides ids and randomness: the same seed and requests give the same bytes. Also makes the clock virtual unless `clock` says otherwise. */
  readonly seed?: number
  readonly clock?: 'system' | 'virtual'
  readonly gates?: { readonly [gate in Gate]?: boolean }
  readonly token?: string
}

const EPOCH = Date.UTC(2024, 0, 1)

/** What a cluster is made of. */
export type ClusterParts = { readonly env: Env; readonly registry: Registry; readonly store: Store<KubeObject>; readonly gates: Gates; readonly phases: Phases; readonly pipeline: Pipeline }

/** Puts a cluster together. */
export function assemble({ profile = 'example', seed, clock, gates, token }: ClusterOptions): ClusterParts {
  const env = createEnv({ clock: clock ?? (seed === undefined ? 'system' : 'virtual'), ...(seed === undefined ? {} : { seed }) })
  const registry = createRegistry(profiles[profile], builtinKinds.map((kind) => kind(profiles[profile])))
  const store = createStore<KubeObject>({ revision: seed === undefined ? Math.floor((env.now() - EPOCH) / 1000) : 1000 })
  const phases = noPhases
  const allGates: Gates = { ...defaultGates, ...gates }
  const pipeline = createPipeline({ env, registry, store, gates: allGates, hooks: phases, phases, token })
  for (const object of seedObjects(profiles[profile])) {
    const def = registry.of(object.apiVersion, object.kind)!
    const outcome = pipeline.perform({
      target: { verb: 'create', def, namespace: object.metadata.namespace ?? '', name: '', endpoint: 'main' },
      options: noOptions, body: { value: object, duplicates: [] }, user: ADMIN, manager: 'fakecluster', userAgent: '',
    })
    if (!(outcome instanceof Promise) && outcome.type === 'status') throw new StatusError(outcome.status)
  }
  return { env, registry, store, gates: allGates, phases, pipeline }
}
