import type { Whom } from '../server/accounts/whom.js'
import type { ClusterAudit } from './audit.js'
import type { ClusterAccess } from './access.js'
import type { BundleOptions } from './bundle/source.js'
import type { Bundle } from './bundle/types.js'
import type { InspectOptions } from './node-parts.js'
import type { ClientKeyPair } from '../controllers/certificates/client-certificate.js'
import type { Clock } from '../base/time/clock.js'
import type { Containers } from '../rest/containers/containers.js'
import type { Controllers } from '../controllers/runtime/controllers.js'
import type { Client, Ref } from '../server/client/types.js'
import type { KindName } from '../kinds/object-types.js'
import type { Hooks } from '../server/hooks/types.js'
import type { App } from '../server/http/app.js'
import type { LocalFetch } from '../server/http/local-fetch.js'
import type { IdleOptions } from '../server/http/idle.js'
import type { Journal } from '../server/journal/journal.js'
import type { Why } from '../server/journal/why-types.js'
import type { PopulateChoice, PopulateOptions } from './populate/options.js'
import type { Profile } from '../model/registry/profile.js'
import type { Input } from '../base/input/input.js'
import type { DumpOptions } from './load/dump.js'
import type { LoadOptions } from './load/load.js'
import type { OpenWatch } from '../rest/watch/open-watch.js'
import type { Invariants } from './state/invariants.js'
import type { StateValue } from './state/state-value.js'
import type { Snapshot } from './state/snapshot.js'
import type { Handle } from '../server/wire/handle.js'

type Methods = Client &
  StateValue & { /** The bearer token that requests over HTTP must carry. */ readonly token: string | undefined }

/** An in-memory cluster: its API, its objects and its clock. Clusters share no state. */
export type Cluster = Methods & {
  readonly profile: Profile['name']
  /** The release of Kubernetes that it is, such as `v1.37.2`. */
  readonly kubernetesVersion: string
  /** Whether roles, or something else, decide who may do what. */
  readonly authorizes: boolean
  /** Host names, besides those of loopback, that requests may name where the cluster is served. */
  readonly allowHosts: readonly string[]
  /**
   * Answers a request as a server would. Takes the arguments of the global `fetch`, and paths such as `/api/v1/nodes`.
   */
  readonly fetch: LocalFetch
  /** A Hono app of the API, to be mounted in another app. */
  readonly app: App
  /** Answers a request of any transport. */
  readonly handle: Handle
  readonly clock: Clock
  /** What users did and were refused, where requests are authorized. */
  readonly access: ClusterAccess
  /** What happened to requests over HTTP, by the option `auditPolicy`. */
  readonly audit: ClusterAudit
  /**
   * Returns the methods for objects as another user: the name of one in `users` or of anybody else, a user with groups,
   * or a service account.
   *
   * @example
   * await cluster.as({ serviceAccount: 'shop/operator' }).list('Pod', { namespace: 'shop' })
   */
  readonly as: (whom: Whom) => Client
  /**
   * Returns a bearer token with which requests are those of a user: the one of a user in `users`, or one that is made.
   * Rejects with a StatusError for a service account that does not exist.
   *
   * @example
   * const token = await cluster.tokenFor({ serviceAccount: 'shop/operator' })
   */
  readonly tokenFor: (whom: Whom) => Promise<string>
  /**
   * Makes a client certificate and its key, in PEM, with which requests over TLS are those of a user, for a year of the
   * cluster's clock.
   *
   * @example
   * const { certificate, key } = await cluster.certificateFor({ name: 'ann', groups: ['dev'] })
   */
  readonly certificateFor: (whom: Whom) => Promise<ClientKeyPair>
  /** Scripts requests, writes, responses and watches. */
  readonly hooks: Hooks
  /** The controllers that run. */
  readonly controllers: Controllers
  /** Scripts the behaviour of the containers that agents run. */
  readonly containers: Containers
  /**
   * Resolves once nothing more happens without a request or the passing of time: controllers are done, and in-process
   * watches are read to their end. `until` advances a virtual clock first. Rejects with a description of what never
   * comes to rest, and with the faults of controllers.
   */
  readonly settled: (options?: { readonly until?: number | string }) => Promise<void>
  /**
   * Resolves once no request from outside has started or been in progress for `quiet` real milliseconds, counted from
   * the call (default 50), and everything is settled: clients that use the cluster over HTTP have nothing more to do.
   * Open watches do not count, nor do the cluster's own methods and controllers. Rejects with the clients that are
   * still active after `timeout` (default 4 s of real time). It does not move the clock.
   *
   * @example
   * await cluster.idle({ quiet: 50 })
   */
  readonly idle: (options?: IdleOptions) => Promise<void>
  /**
   * The requests it received, each with its outcome and changes. A fork and a restored cluster begin with an empty one.
   */
  readonly journal: Journal
  /**
   * Explains how an object came to be what it is: each recorded change of it, with the request, the hooks and the
   * controller behind it.
   *
   * @example
   * console.log(String(cluster.why('Lease', { name: 'leader' })))
   */
  readonly why: (kind: KindName | (string & {}), ref: Ref) => Why
  /** Rules that must hold after every write. Forks and snapshots include them. */
  readonly invariant: Invariants
  /**
   * Resolves once initial definitions, fixtures and scripts are loaded. Waiting for it is needed only to learn early
   * about errors in the CEL rules of definitions: all other methods wait by themselves, and reject with the same
   * LoadError.
   */
  readonly ready: () => Promise<void>
  /**
   * Loads fixtures, all or none: YAML or JSON text, a text with a name, objects, or a list of these. Rejects with a
   * LoadError that lists all problems.
   */
  readonly load: (input: Input, options?: LoadOptions) => Promise<void>
  /**
   * Generates a world: nodes, namespaces of teams, Deployments, DaemonSets, StatefulSets, CronJobs and Services with
   * their dependents, weeks old, some of them unhealthy. All objects are validated and stored at once, as fixtures are.
   * With `churn`, pods are replaced and rolled out, become unready and get Events from then on, in time of the
   * cluster's clock, until the result is disposed of or the cluster is closed. The same options, seed and time give the
   * same world. Rejects with a TypeError if the pods do not fit the nodes.
   *
   * @example
   * await cluster.populate({ nodes: 1000, deployments: 200, pods: 20_000, namespaces: 50, churn: '20/s' }, { seed: 1 })
   */
  readonly populate: (options?: PopulateOptions, choice?: PopulateChoice) => Promise<Disposable>
  /** Returns all stored objects as one YAML `List`; loading it gives an equal state. */
  readonly dump: (options?: DumpOptions) => Promise<string>
  /**
   * Returns what happened as plain JSON: the initial objects, each change, and the requests, hooks and watches. Values
   * of Secrets and tokens are `masked` unless `secrets` is set.
   *
   * @example
   * const { changes } = await cluster.bundle()
   */
  readonly bundle: (options?: BundleOptions) => Promise<Bundle>
  /**
   * Synchronously writes what happened as an HTML page for any browser, and returns the absolute path of the file. It
   * also works at a breakpoint of a debugger, where nothing can be awaited. The default is a new file in the folder of
   * the option `bundles` or `$FAKECLUSTER_BUNDLES`, else in a temporary folder. Values of Secrets and tokens are
   * `masked` unless `secrets` is set. Requires Node.js; throws a StartError if the file cannot be written.
   *
   * @example
   * console.log(cluster.inspect()) // /tmp/fakecluster-fT3cPq/run-1.fakecluster.html
   */
  readonly inspect: (options?: InspectOptions) => string
  /** Returns the whole state, in constant time. */
  readonly snapshot: () => Snapshot
  /**
   * Restores a state, in constant time. Resource versions keep rising; open watches end with a 410, so that clients
   * list again.
   */
  readonly restore: (snapshot: Snapshot) => void
  /** Returns the start state, as it was created or as `setStart` last saved it; a reset restores it. */
  readonly start: () => Snapshot
  /** Makes the present state the start state, for example once fixtures and scripts are loaded. */
  readonly setStart: () => void
  /** Creates an independent cluster in the present state of this one, or in that of a snapshot, in constant time. */
  readonly fork: (snapshot?: Snapshot) => Cluster
  /** Returns the open watches in the order they were opened; each can be inspected, held, cut or expired. */
  readonly watches: () => readonly OpenWatch[]
  /** Expires all continue tokens issued so far: lists that continue with one get a 410. */
  readonly expireContinueTokens: () => void
  /** Ends open watches. In-process calls still work. With `strict` it throws as `hooks.verify` does. */
  readonly close: () => void
}
