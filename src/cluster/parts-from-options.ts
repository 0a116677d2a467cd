import { callerError } from '../base/check/arguments.js'
import { plainError } from '../base/errors/status.js'
import { storedSize } from '../base/json/size.js'
import { type Env, createEnv } from '../base/time/env.js'
import type { EnvClock } from '../base/time/virtual-clock.js'
import { chooseControllers } from '../controllers/built-in.js'
import { bootstrapTables } from '../kinds/bootstrap/tables.js'
import { builtinKinds, builtinKindsOf } from '../kinds/builtin.js'
import { fromOpenAPI } from '../kinds/from-openapi.js'
import { registryOf } from '../kinds/served-kinds.js'
import { type FeatureGates, featureGatesOf } from '../model/registry/feature-gates.js'
import { type Profile, exampleProfile, kubernetesProfileOf, oncePerProfile } from '../model/registry/profile.js'
import type { Registry } from '../model/registry/registry.js'
import { type IsServed, type RuntimeConfig, runtimeConfigProblem, servedBy } from '../model/registry/runtime-config.js'
import { knownApis } from '../model/registry/scheme.js'
import type { Admission } from '../rest/admission.js'
import type { KubeObject } from '../schema/object.js'
import { isAuthorized } from '../server/access/choice.js'
import { type SigningKeys, createSigningKeys } from '../server/accounts/account-tokens.js'
import { type Keyring, createKeyring } from '../server/accounts/credentials.js'
import { type Identities, createIdentities } from '../server/accounts/identities.js'
import { createAdmission } from '../server/admission/chain.js'
import { choosePlugins, configure } from '../server/admission/plugins.js'
import { type Store, type StoreOptions, createStore } from '../store/store.js'
import { readOpenApi } from './load/openapi.js'
import { nodeParts } from './node-parts.js'
import { type ClusterOptions, clockOf, releaseOf } from './options.js'
import { boundOf } from './state/past.js'
import { checkFits } from './state/shapes.js'
import type { Snapshot } from './state/snapshot.js'

/**
 * Returns which built-in kinds a cluster serves: by default the stable versions and, of the betas, LeaseCandidate,
 * which the specification describes; in its profile all of them. Coordinated leader election needs its candidates, with
 * which it serves them; mutating policies need theirs.
 *
 * @throws TypeError for a runtime config that a server would not start with
 */
function chooseApis(profile: Profile, gates: FeatureGates, given: RuntimeConfig = {}): IsServed {
  const { known, here } = apisOf(profile)
  const problem = runtimeConfigProblem(given, known, here)
  if (problem !== undefined) throw callerError(`createCluster: runtimeConfig: ${problem}`)
  const candidates = `${profile.group('coordination')}/v1beta1`
  const isOn = servedBy({
    ...(profile.name === 'example' ? { 'api/beta': true } : {}),
    ...(saysBetas(given) && !gates.CoordinatedLeaderElection ? {} : { [candidates]: true }),
    ...given,
  })
  const isServed: IsServed = (kind) => isOn(kind) && (kind.gate === undefined || gates[kind.gate])
  const defaults = featureGatesOf(profile.version)
  for (const [gate, needed] of NEEDS) {
    if (!gates[gate] || defaults[gate]) continue
    // The best version comes first.
    const kind = builtinKindsOf(profile)
      .map((one) => one.mapping(profile))
      .find((one) => one.kind === needed)
    if (kind && !isServed(kind))
      throw callerError(`createCluster: runtimeConfig: the feature gate ${gate} needs ${kind.group}/${kind.version}`)
  }
  return isServed
}

/** Returns the versions of a real server by group, and those that can be served here: `GROUP/VERSION`. */
const apisOf = oncePerProfile((profile) => {
  const known = new Map<string, Set<string>>()
  const built = builtinKindsOf(profile).map((kind) => kind.mapping(profile))
  for (const [group, version] of [
    ...knownApis(profile.version),
    ...built.map((kind) => [kind.group, kind.version] as const),
  ])
    known.set(group, (known.get(group) ?? new Set()).add(version))
  // A server takes the name of a version that it no longer has, and serves nothing there.
  const here = builtinKinds.map((kind) => kind.mapping(profile)).map(({ group, version }) => `${group}/${version}`)
  return { known, here: new Set(here) }
})

/** Returns the registry of clusters of a profile that have no kinds, APIs and gates of their own. */
const standardRegistry = oncePerProfile((profile) =>
  registryOf(profile, [], chooseApis(profile, featureGatesOf(profile.version))),
)

/** Returns a registry with the kinds of another, and a state of its own, since what is kept with that has a cluster. */
function sharing(registry: Registry): Registry {
  const state = {}
  return { ...registry, state: () => state }
}

/** The gates of what works with a kind, which has to be served. */
const NEEDS = [
  ['CoordinatedLeaderElection', 'LeaseCandidate'],
  ['MutatingAdmissionPolicy', 'MutatingAdmissionPolicy'],
] as const

const saysBetas = (given: RuntimeConfig): boolean => given['api/beta'] !== undefined || given['api/all'] !== undefined

/** The parts of a cluster that depend only on its options. */
export type Parts = {
  readonly options: ClusterOptions
  readonly env: Env
  readonly registry: Registry
  readonly featureGates: FeatureGates
  readonly admission: Admission
  readonly store: Store<KubeObject>
  /** Who requests come from, shared by all forks. */
  readonly identities: Identities
  /** The keys that sign tokens, shared by all forks. */
  readonly keys: SigningKeys
  /** What was made for signing in, shared by all forks. */
  readonly keyring: Keyring
}

const EPOCH = Date.UTC(2024, 0, 1)
// Revisions from the time are higher, so that nothing was ever stored below.
const SEEDED_REVISION = 1000

/**
 * Creates the parts of a cluster, with a store that holds the bootstrap objects only; its clock is `time` if it is
 * given.
 *
 * @throws LoadError for errors in OpenAPI documents, TypeError for a kind at a path that is taken
 */
export function makeParts(options: ClusterOptions, keyring = createKeyring(), time?: EnvClock): Parts {
  const { profile = 'kubernetes', seed, start, history, kinds = [], openapi } = options
  const env = createEnv({
    clock: clockOf(options),
    time,
    ...(seed === undefined ? {} : { seed }),
    ...(start === undefined ? {} : { start: new Date(start).getTime() }),
  })
  // Without a seed, resourceVersions start from the time, so that they do not go back when a server restarts.
  const revision =
    seed === undefined ? Math.max(SEEDED_REVISION, Math.floor((env.now() - EPOCH) / 1000)) : SEEDED_REVISION
  const names = profile === 'example' ? exampleProfile : kubernetesProfileOf(releaseOf(options))
  const featureGates = { ...featureGatesOf(names.version), ...options.featureGates }
  const own = [...kinds, ...(openapi === undefined ? [] : readOpenApi(openapi, fromOpenAPI))]
  const isStandard = own.length === 0 && options.featureGates === undefined && options.runtimeConfig === undefined
  const registry = isStandard
    ? sharing(standardRegistry(names))
    : registryOf(names, own, chooseApis(names, featureGates, options.runtimeConfig))
  const authorizes = isAuthorized(options.authorization)
  const plugins = choosePlugins(options)
  const hasController = (wanted: string) => chooseControllers(options.controllers).some(({ name }) => name === wanted)
  const from = { revision, tables: bootstrapTables({ registry, featureGates, seed, now: env.now(), hasController }) }
  return {
    options,
    env,
    registry,
    featureGates,
    admission: createAdmission(
      names,
      plugins,
      configure(options.admissionConfiguration, {
        ...{ plugins: plugins.map(({ name }) => name), profile: names, featureGates, env },
        files: () => nodeParts()?.admissionFiles,
      }),
    ),
    store: createStore<KubeObject>({
      revision,
      emptyBefore: SEEDED_REVISION,
      sizeOf: storedSize,
      ...boundOf(history),
      ...roomOf(options.storageLimit),
      from,
    }),
    identities: createIdentities(
      {
        token: options.token,
        users: options.users,
        anonymous: authorizes && options.anonymousAuth !== false,
        trusting: !authorizes,
      },
      env.uuid,
      keyring,
    ),
    // The fixed test key is public, so it must not sign tokens of a cluster that has a secret token.
    keys: createSigningKeys(
      options.serviceAccountTokens?.keys ?? (seed !== undefined && options.token === undefined ? 'test' : keyring),
    ),
    keyring,
  }
}

/** Returns the storage quota of a store, and its error when the quota is exceeded. */
export const roomOf = (quota: number | undefined): Pick<StoreOptions<KubeObject>, 'quota' | 'full'> => ({
  ...(quota === undefined ? {} : { quota }),
  full: () => plainError('etcdserver: mvcc: database space exceeded'),
})

/**
 * Creates the parts of a fork that starts from a state, on a clock of its own unless `time` is given.
 *
 * @throws TypeError for a state of another version of Kubernetes
 */
export function forkParts(parts: Parts, saved: Pick<Snapshot, 'version' | 'env' | 'state'>, time?: EnvClock): Parts {
  checkFits('fork', saved, parts.registry.profile.version)
  const { env, state } = saved
  const store = createStore<KubeObject>({
    revision: state.revision,
    limit: parts.store.limit,
    bytes: parts.store.bytes,
    sizeOf: storedSize,
    ...roomOf(parts.store.quota),
    from: state,
  })
  return { ...parts, env: parts.env.fork(env, time), store }
}
