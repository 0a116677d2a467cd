import { type Env, createEnv } from './base/env.js'
import { roughSize } from './base/size.js'
import type { ClusterOptions } from './cluster-options.js'
import { builtinKinds } from './kinds/builtin.js'
import { late, yieldingKinds } from './kinds/late.js'
import { standard } from './kinds/standard.js'
import { readOpenApi } from './load/openapi.js'
import { clockOf } from './load/settings.js'
import { type FeatureGates, defaultFeatureGates } from './registry/feature-gates.js'
import { type Profile, profiles } from './registry/profile.js'
import { type Registry, createRegistry, pathOf } from './registry/registry.js'
import type { KubeObject } from './schema/object.js'
import { boundOf } from './state/past.js'
import { type Store, createStore } from './store/store.js'

/** What a cluster is composed of, which depends on nothing but its options. */
export type Parts = {
  readonly options: ClusterOptions
  readonly env: Env
  readonly registry: Registry
  readonly featureGates: FeatureGates
  readonly store: Store<KubeObject>
}

const EPOCH = Date.UTC(2024, 0, 1)
const SEEDED_REVISION = 1000

/**
 * Makes the parts of a cluster, its store still empty.
 *
 * @throws LoadError with what is wrong with OpenAPI documents
 */
export function makeParts(options: ClusterOptions): Parts {
  const { profile = 'kubernetes', seed, start, history } = options
  const env = createEnv({
    clock: clockOf(options),
    ...(seed === undefined ? {} : { seed }),
    ...(start === undefined ? {} : { start: new Date(start).getTime() }),
  })
  // Without a seed the counter starts with the time, so that a restarted server does not go back.
  const revision = seed === undefined ? Math.floor((env.now() - EPOCH) / 1000) : SEEDED_REVISION
  return {
    options,
    env,
    registry: registryOf(profiles[profile], options),
    featureGates: { ...defaultFeatureGates, ...options.featureGates },
    store: createStore<KubeObject>({ revision, sizeOf: roughSize, ...boundOf(history) }),
  }
}

/** The kinds that are built in, those the options add, and those of OpenAPI documents whose path is free. */
function registryOf(profile: Profile, { kinds = [], openapi, companions = true }: ClusterOptions): Registry {
  const yielding = yieldingKinds(profile, companions)
  const own = [...builtinKinds.map((kind) => late(kind, profile)), ...kinds.map((kind) => kind(profile))]
  const read = openapi === undefined ? [] : readOpenApi(openapi, profile, [...own, ...yielding].map(pathOf))
  return createRegistry(profile, [...own, ...read.map((kind) => kind(profile))], yielding, standard)
}
