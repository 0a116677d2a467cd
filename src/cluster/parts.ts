import { type SigningKeys, createSigningKeys } from '../accounts/account-tokens.js'
import { createAdmission } from '../admission/chain.js'
import { choosePlugins } from '../admission/choose.js'
import { type Env, createEnv } from '../base/env.js'
import { storedSize } from '../base/size.js'
import { plainError } from '../base/status.js'
import { bootstrapTables } from '../bootstrap/tables.js'
import type { ClusterOptions } from './options.js'
import { fromOpenAPI } from '../kinds/from-openapi.js'
import { registryOf } from '../kinds/served-kinds.js'
import { readOpenApi } from '../load/openapi.js'
import { clockOf } from '../load/settings.js'
import { type FeatureGates, defaultFeatureGates } from '../registry/feature-gates.js'
import { profiles } from '../registry/profile.js'
import type { Registry } from '../registry/registry.js'
import type { Admission } from '../rest/admission.js'
import type { KubeObject } from '../schema/object.js'
import { boundOf } from '../state/past.js'
import type { Snapshot } from '../state/snapshot.js'
import { type Store, type StoreOptions, createStore } from '../store/store.js'

/** What a cluster is composed of, which depends on nothing but its options. */
export type Parts = {
  readonly options: ClusterOptions
  readonly env: Env
  readonly registry: Registry
  readonly featureGates: FeatureGates
  readonly admission: Admission
  readonly store: Store<KubeObject>
  /** What signs tokens, here and in every fork. */
  readonly keys: SigningKeys
}

const EPOCH = Date.UTC(2024, 0, 1)
const SEEDED_REVISION = 1000

/**
 * Makes the parts of a cluster, its store still empty.
 *
 * @throws LoadError with what is wrong with OpenAPI documents, TypeError for a kind at a path that has one
 */
export function makeParts(options: ClusterOptions): Parts {
  const { profile = 'kubernetes', seed, start, history, kinds = [], openapi } = options
  const env = createEnv({
    clock: clockOf(options),
    ...(seed === undefined ? {} : { seed }),
    ...(start === undefined ? {} : { start: new Date(start).getTime() }),
  })
  // Without a seed the counter starts with the time, so that a restarted server does not go back.
  const revision = seed === undefined ? Math.floor((env.now() - EPOCH) / 1000) : SEEDED_REVISION
  const names = profiles[profile]
  const registry = registryOf(names, [...kinds, ...(openapi === undefined ? [] : readOpenApi(openapi, fromOpenAPI))])
  const featureGates = { ...defaultFeatureGates, ...options.featureGates }
  const from = { revision, tables: bootstrapTables({ registry, featureGates, seed, now: env.now() }) }
  return {
    options,
    env,
    registry,
    featureGates,
    admission: createAdmission(names, choosePlugins(options)),
    store: createStore<KubeObject>({
      revision,
      sizeOf: storedSize,
      ...boundOf(history),
      ...roomOf(options.storageLimit),
      from,
    }),
    // Everybody has the test key: by it nobody may get past a secret token.
    keys: createSigningKeys(seed !== undefined && options.token === undefined),
  }
}

/** What a store has room for, and how it says that there is none left. */
export const roomOf = (quota: number | undefined): Pick<StoreOptions<KubeObject>, 'quota' | 'full'> => ({
  ...(quota === undefined ? {} : { quota }),
  full: () => plainError('etcdserver: mvcc: database space exceeded'),
})

/** The parts of a cluster of its own that starts with a state. */
export const forkParts = (parts: Parts, { env, state }: Pick<Snapshot, 'env' | 'state'>): Parts => ({
  ...parts,
  env: parts.env.fork(env),
  store: createStore<KubeObject>({
    revision: state.revision,
    limit: parts.store.limit,
    bytes: parts.store.bytes,
    sizeOf: storedSize,
    ...roomOf(parts.store.quota),
    from: state,
  }),
})
