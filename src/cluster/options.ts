import { agentsShape } from '../controllers/agents/kubelet/simulation.js'
import type { ControllerChoice } from '../controllers/built-in.js'
import { type AccessChoice, type Authorization, authorizationModes, authorizations } from '../server/access/choice.js'
import type { KnownUser } from '../server/accounts/identities.js'
import type { TokenIssuers, TokenKeys } from '../server/accounts/account-tokens.js'
import { isAdmissionPlugin } from '../server/admission/define.js'
import {
  type AdmissionPluginName,
  imitatedPlugins,
  pluginNames,
  whyNotEnabled,
  whyOverlapping,
} from '../server/admission/plugin-names.js'
import type { AdmissionPlugin } from '../server/admission/types.js'
import { isObject } from '../base/json/json.js'
import { containerScriptsShape } from '../rest/containers/script-shape.js'
import { isClockTime } from '../base/time/time.js'
import { type Input, input } from '../base/input/input.js'
import { type WebhookPlace, placeMembers } from '../model/registry/webhook-place.js'
import { MOST_NODES } from './load/made-nodes.js'
import { type FeatureGate, featureGateNames } from '../model/registry/feature-gates.js'
import type { Kind } from '../model/registry/kind-def.js'
import type { ServiceTarget } from '../model/registry/webhook.js'
import type { Profile } from '../model/registry/profile.js'
import {
  type Release,
  defaultRelease,
  oldestRelease,
  readRelease,
  releaseName,
  releaseShape,
} from '../model/registry/releases.js'
import type { RuntimeConfig } from '../model/registry/runtime-config.js'
import { callerError, code, failProblems } from '../base/check/arguments.js'
import { type Shape, flag, must, oneOf, text, whole } from '../base/check/shape.js'
import { type MemberShapes, type MembersOf, listOf, members, requiring } from '../base/check/shapes.js'

const isTime = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && isClockTime(new Date(value).getTime())

const isRuntimeConfig = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((each) => typeof each === 'boolean')

const SERVICE = /^[a-z0-9-]+\/[a-z0-9.-]+(?::\d{1,5})?$/

const isTarget = (value: unknown): boolean =>
  typeof value === 'function' || (typeof value === 'string' && /^https?:\/\/[^/?#]+\/?$/.test(value))

const services: Shape<{ readonly [name: string]: ServiceTarget }> = {
  check(value, path) {
    if (!isObject(value)) return must(path, 'a map from Services to URLs or handlers', value)
    return Object.entries(value).flatMap(([name, target]) => {
      const at = [...path, name]
      if (!SERVICE.test(name)) return [{ path: at, text: 'a Service is named namespace/name or namespace/name:port' }]
      return isTarget(target) ? [] : must(at, 'a URL without a path, or a handler', target)
    })
  },
  schema: {},
}

const pluginName = oneOf(pluginNames)

/** The name of a plug-in that can be enabled. */
const enabledPlugin: Shape<AdmissionPluginName> = {
  check(value, path) {
    const known = pluginNames.find((name) => name === value)
    if (known === undefined) return pluginName.check(value, path)
    const text = whyNotEnabled(known)
    return text === undefined ? [] : [{ path, text }]
  },
  schema: { enum: imitatedPlugins },
}

/** At least one text, none empty, each once. */
const distinct: Shape<readonly string[]> = {
  check: (value, path) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === 'string' && each !== '') &&
    new Set(value).size === value.length
      ? []
      : must(path, 'a list of texts that are not empty, each once', value),
  schema: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, uniqueItems: true },
}

/** A token that fits into a header. */
const token: Shape<string> = {
  check: (value, path) =>
    typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
      ? []
      : must(path, 'a text of printable ASCII characters without spaces', value),
  schema: { type: 'string' },
}

const userMembers = members({
  name: text,
  groups: listOf(text),
  token,
  certificate: text,
  uid: text,
  extra: code('lists of texts by name', isObject),
})
// With the names of `KnownUser`.
const user = requiring(userMembers, ['name'], 'a user has a name') as Shape<KnownUser>

// With the names of `AccessChoice`.
const choice = requiring(
  members({ modes: listOf(oneOf(authorizationModes)), audit: flag }),
  ['modes'],
  'somebody decides',
) as Shape<AccessChoice>
const word = oneOf(authorizations)

const authorization: Shape<Authorization> = {
  check: (value, path) => (isObject(value) ? choice : word).check(value, path),
  schema: { anyOf: [word.schema, choice.schema] },
}

// With the names of `WebhookPlace`.
const webhooks = requiring(
  members({ manifests: input, ...placeMembers }),
  ['manifests'],
  'they are installed',
) as Shape<WebhookPlace & { readonly manifests: Input }>

const bound = whole(1)

// Each gate is a key of the defaults.
const gates = Object.fromEntries(featureGateNames.map((gate) => [gate, flag])) as {
  readonly [gate in FeatureGate]: typeof flag
}

/** The names are checked where the controllers are chosen, by their rules. */
const controllersShape = code<ControllerChoice>('anything', () => true)

/** A limit given as a number, or with bytes too. */
const numberOr = <T>(number: Shape<number>, both: Shape<T>): Shape<number | T> => ({
  check: (value, path) => (typeof value === 'number' ? number : both).check(value, path),
  schema: {},
})

/** Who issues tokens and whom they are for, as kube-apiserver checks it. */
export const issuerMembers = {
  /**
   * Who issues the tokens of service accounts, the first of them new ones, as in kube-apiserver's
   * `--service-account-issuer` (default `https://kubernetes.default.svc.cluster.local`).
   */
  issuers: distinct,
  /** Whom tokens are for that do not say so, as in kube-apiserver's `--api-audiences` (default: the issuers). */
  audiences: distinct,
} satisfies { readonly [member in keyof TokenIssuers]: Shape }

/** The options of `createCluster`: what each accepts, and with that its type. */
export const clusterOptions = {
  /**
   * The names of API groups: those of Kubernetes, which real clients have compiled in (`kubernetes`, the default), or
   * the specification's (`example`).
   */
  profile: oneOf<Profile['name']>(['kubernetes', 'example']),
  /**
   * The version of Kubernetes that the cluster is, such as `1.35`; with a patch, as in `1.35.2`, that is what
   * `/version` tells (default: that of the environment variable `FAKECLUSTER_KUBERNETES_VERSION`, else the
   * newest known; profile `example` is always `1.33`).
   */
  kubernetesVersion: releaseShape,
  /**
   * The seed of UIDs and randomness: the same seed and the same requests give the same bytes (default: random). With a
   * seed the clock is virtual.
   */
  seed: code<number>('a number', (value) => typeof value === 'number' && Number.isFinite(value)),
  /**
   * The start time of a virtual clock: milliseconds since 1970, or a string such as `2024-01-01T00:00:00Z`, the
   * default. With a start the clock is virtual. Fixtures with later timestamps move it forward to those.
   */
  start: code<number | string>(
    'a time from 1970 to 9999 such as "2024-01-01T00:00:00Z", or milliseconds since 1970',
    isTime,
  ),
  /**
   * A `virtual` clock stands until it is told to move. The default is `virtual` with a `seed` or a `start`, otherwise
   * `system`.
   */
  clock: oneOf(['system', 'virtual']),
  /** Feature gates to set, such as `{ WatchList: true }`; the others have the defaults of the version. */
  featureGates: members(gates),
  /**
   * Built-in APIs to serve or not, as in kube-apiserver's `--runtime-config`, such as `{ 'api/beta': true,
   * 'batch/v1/cronjobs': false }` (default: the stable versions, and LeaseCandidate).
   */
  runtimeConfig: code<RuntimeConfig>('APIs, each with true or false, such as { "api/beta": true }', isRuntimeConfig),
  /**
   * Admission plug-ins to enable that are off by default, by their names in kube-apiserver, such as `NodeRestriction`
   * (default none).
   */
  enableAdmissionPlugins: listOf(enabledPlugin),
  /** Admission plug-ins to disable, by their names in kube-apiserver, such as `ServiceAccount` (default none). */
  disableAdmissionPlugins: listOf(pluginName),
  /**
   * What admission plug-ins are told: an AdmissionConfiguration of apiserver.config.k8s.io/v1, as text or as an object,
   * as in the file of kube-apiserver's `--admission-control-config-file`. The files that it names are read in Node.js
   * (default none).
   */
  admissionConfiguration: input,
  /** Admission plug-ins of your own. They run after the built-in ones, but before ResourceQuota (default none). */
  admissionPlugins: listOf(code<AdmissionPlugin>('a plug-in, such as defineAdmissionPlugin makes', isAdmissionPlugin)),
  /**
   * What stands behind Services that webhooks are called by, since nothing runs: by `namespace/name` or
   * `namespace/name:port` a URL, or a handler of requests (default none).
   */
  services,
  /**
   * Manifests of webhooks, such as those in kubebuilder's `config/webhook` and `config/crd`, in the formats of
   * fixtures, and where the webhooks are served. Their configurations and CustomResourceDefinitions are installed with
   * client configs that lead there; patches of a kustomization are merged, the rest is left out (default none).
   */
  webhooks,
  /** The bearer token that requests over HTTP must carry; others get a 401 (default: no authentication). */
  token: token,
  /** Users who sign in with bearer tokens or certificates of their own; with one, others get a 401 (default none). */
  users: listOf(user),
  /**
   * Whether requests without credentials are those of the user `system:anonymous`, as by kube-apiserver's
   * `--anonymous-auth` (default true), where requests are authorized; where not, they get a 401 if there is a token or
   * a user.
   */
  anonymousAuth: flag,
  /**
   * How the tokens of service accounts are issued: by whom, for whom, and with which keys (default: with a key that is
   * generated, or with a `seed` one that everybody knows).
   */
  serviceAccountTokens: members({ ...issuerMembers, keys: code<TokenKeys>('keys to sign and verify with', isObject) }),
  /**
   * Who may do what: `rbac` asks the stored roles and bindings, and the rules for nodes; with `rbac-audit` these pass
   * everything, and what they would refuse is reported; `deny` refuses everything; `{ modes: ['RBAC'] }` chooses as
   * kube-apiserver's `--authorization-mode` does (default `allow`).
   */
  authorization,
  /**
   * Which requests are recorded for `cluster.audit`, and how much of them: a Policy of audit.k8s.io/v1, as text or as
   * an object (default none).
   */
  auditPolicy: input,
  /** Whether to serve the control API over HTTP, under `/_fakecluster/` (default true). */
  control: flag,
  /** Maximum size in bytes of the body of a control request (default 32 MiB). */
  controlLimit: bound,
  /**
   * Host names, besides those of loopback, that requests may name where the cluster is served, and control requests
   * where the app is mounted (default none).
   */
  allowHosts: listOf(text),
  /**
   * Kinds to serve besides the built-in ones, at paths that are still free; they take precedence over those of
   * `openapi`.
   */
  kinds: listOf(code<Kind>('a kind, such as defineKind and fromOpenAPI make', (value) => typeof value === 'function')),
  /**
   * CustomResourceDefinitions that exist from the start: YAML or JSON text, objects, or a list of both (default none).
   */
  crds: input,
  /** Objects of any kind that exist from the start, in the same formats (default none). */
  fixtures: input,
  /**
   * Number of ready nodes that exist from the start, besides those of fixtures: `node-1`, `node-2`, …, each with an
   * agent, which simulates its kubelet (default 0, at most 5 000).
   */
  nodes: whole(0, MOST_NODES),
  /**
   * Which other nodes get an agent, besides those of fixtures and of `nodes`: `{ nodes: '*' }` for all, or
   * `{ nodes: 'type=kwok' }` for those that match a label selector (default none).
   */
  agents: agentsShape,
  /**
   * How the containers that agents run behave, by image, name, labels, namespace or pod, such as
   * `{ image: 'shop/api:*', ready: '3s' }` (default: they become ready and keep running).
   */
  containers: containerScriptsShape,
  /** Scripts in force from the start: hooks and reactions, in the same formats (default none). */
  scripts: input,
  /** OpenAPI v3 documents, in the same formats; their kinds are served at paths that are still free (default none). */
  openapi: input,
  /**
   * The controllers to run: all built-in ones (`default`), `none`, or a list of names and of controllers of your own,
   * such as `['namespace-end', mine]` (default `default`).
   */
  controllers: controllersShape,
  /**
   * Number of reconciliations that a request waits for (default 1 000). What is left goes on after the reply: in turns,
   * or at a virtual clock with each further request, in `settled` and `idle`, and before the clock moves.
   */
  reconcileLimit: bound,
  /**
   * Whether `close` throws if hooks never fired, expectations were not met, or unexpected requests came in (default
   * false).
   */
  strict: flag,
  /**
   * The folder that `inspect` writes to, and that the cluster of a failing test is saved to (default
   * `$FAKECLUSTER_BUNDLES`).
   */
  bundles: text,
  /**
   * Number of changes kept per kind for watches and past reads (default 10 000), or also the maximum size in bytes of
   * all changes (default 64 MiB).
   */
  history: numberOr(bound, members({ changes: bound, bytes: bound })),
  /**
   * Approximate maximum size in bytes of all objects in memory (default 1 GiB). Writes beyond it fail as they do when
   * etcd exceeds its quota.
   */
  storageLimit: bound,
  /**
   * Number of requests that the journal keeps (default 1 000; 0 for none), or also their maximum size in bytes (default
   * 64 MiB), and whether to keep bodies longer than about 16 KB (default false).
   */
  journal: numberOr(whole(0), members({ requests: whole(0), bytes: bound, wholeBodies: flag })),
} satisfies MemberShapes

/**
 * Options of `createCluster`, all optional. An unknown option or one of the wrong type is a TypeError; an error in
 * `crds`, `fixtures`, `scripts` or `openapi` is a LoadError with line and column.
 *
 * @example
 * createCluster({ seed: 1, crds: await readFile('backups.yaml', 'utf8'), nodes: 3, controllers: ['namespace-end'] })
 */
export type ClusterOptions = MembersOf<typeof clusterOptions>

/**
 * Checks the options passed to a function.
 *
 * @throws TypeError that says what each must be
 */
export function checkOptions(where: string, options: MemberShapes, given: unknown): void {
  failProblems(where, members(options).check(given, []))
}

/** Returns the clock of a cluster: virtual with a seed or a start, otherwise the system's, unless one is chosen. */
export const clockOf = <C>({
  clock,
  seed,
  start,
}: {
  readonly clock?: C
  readonly seed?: unknown
  readonly start?: unknown
}): C | 'system' | 'virtual' => clock ?? (seed === undefined && start === undefined ? 'system' : 'virtual')

/** Checks the options of a cluster, individually and in combination. */
export function checkClusterOptions(given: {
  readonly start?: unknown
  readonly clock?: unknown
  readonly seed?: unknown
  readonly profile?: unknown
  readonly kubernetesVersion?: string
  readonly enableAdmissionPlugins?: readonly AdmissionPluginName[]
  readonly disableAdmissionPlugins?: readonly AdmissionPluginName[]
}): void {
  checkOptions('createCluster', clusterOptions, given)
  const overlap = whyOverlapping(given.enableAdmissionPlugins, given.disableAdmissionPlugins)
  if (overlap !== undefined) throw callerError(`createCluster: ${overlap}`)
  if (given.start !== undefined && clockOf(given) === 'system')
    throw callerError("createCluster: start is for a virtual clock; leave out clock: 'system'")
  if (given.profile === 'example' && releaseOf(given).version !== oldestRelease.version)
    throw callerError("createCluster: kubernetesVersion is for the profile 'kubernetes'; 'example' is always 1.33")
}

/**
 * Returns the release of Kubernetes of a cluster with these options, which are checked.
 *
 * @throws TypeError if they name none, and the environment variable that does is wrong
 */
export function releaseOf({ kubernetesVersion, profile }: ReleaseOptions): Release {
  const named = kubernetesVersion === undefined ? undefined : readRelease(kubernetesVersion)
  return named ?? (profile === 'example' ? oldestRelease : defaultRelease())
}

type ReleaseOptions = { readonly kubernetesVersion?: string | undefined; readonly profile?: unknown }

/** The options that what a cluster stores before its first request depends on, besides the seed and the time. */
const DECIDING = [
  'profile',
  'kubernetesVersion',
  'controllers',
  'featureGates',
  'runtimeConfig',
  'disableAdmissionPlugins',
] as const satisfies readonly (keyof ClusterOptions)[]

/** The options that it does not depend on: what they are for comes later, or is no part of it. */
const WITHOUT_EFFECT: readonly (keyof ClusterOptions)[] = [
  ...[
    'seed',
    'start',
    'clock',
    'token',
    'users',
    'anonymousAuth',
    'serviceAccountTokens',
    'control',
    'controlLimit',
    'allowHosts',
  ],
  ...['crds', 'fixtures', 'nodes', 'scripts', 'containers', 'services', 'webhooks', 'strict', 'bundles'],
  ...['history', 'journal'],
] as const

/**
 * Returns a text for the options that decide what a cluster stores before its first request; undefined if others have
 * an effect, or code is among them.
 */
export function seedOptions(options: ClusterOptions): string | undefined {
  const stated = (Object.keys(options) as (keyof ClusterOptions)[]) // exactly its keys
    .filter((name) => options[name] !== undefined && !WITHOUT_EFFECT.includes(name))
  const { controllers } = options
  const hasCode = typeof controllers === 'object' && !controllers.every((each) => typeof each === 'string')
  if (hasCode || stated.some((name) => !DECIDING.some((each) => each === name))) return undefined
  const decided = { ...options, kubernetesVersion: releaseName(releaseOf(options)) }
  return JSON.stringify(DECIDING.map((name) => decided[name] ?? null))
}
