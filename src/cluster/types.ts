import type { BundleOptions } from '../bundle/source.js'
import type { Bundle } from '../bundle/types.js'
import type { InspectOptions } from './inspecting.js'
import type { Clock } from '../base/clock.js'
import type { Containers } from '../containers/containers.js'
import type { Controllers } from '../controllers/runtime/controllers.js'
import type { Client, Ref } from '../client/types.js'
import type { KindName } from '../kinds/object-types.js'
import type { Hooks } from '../hooks/types.js'
import type { App } from '../http/app.js'
import type { LocalFetch } from '../http/local-fetch.js'
import type { IdleOptions } from '../http/idle.js'
import type { Journal } from '../journal/journal.js'
import type { Why } from '../journal/why-types.js'
import type { PopulateChoice, PopulateOptions } from '../populate/options.js'
import type { Profile } from '../registry/profile.js'
import type { Input } from '../source/input.js'
import type { DumpOptions } from '../load/dump.js'
import type { LoadOptions } from '../load/load.js'
import type { OpenWatch } from '../rest/watch/open-watch.js'
import type { Invariants } from '../state/invariants.js'
import type { StateValue } from '../state/state-value.js'
import type { Snapshot } from '../state/snapshot.js'
import type { Handle } from '../wire/handle.js'

type Methods = Client & StateValue & { /** What requests over HTTP must carry. */ readonly token: string | undefined }

/** A cluster: its requests, its objects, its time. Clusters share nothing. */
export type Cluster = Methods & {
  readonly profile: Profile['name']
  /** Names of hosts, besides those of loopback, by which it may be asked for where it is served. */
  readonly allowHosts: readonly string[]
  /** Answers a request as a server would; takes what the global `fetch` takes, and paths (`/api/v1/nodes`). */
  readonly fetch: LocalFetch
  /** A Hono app of the API, to be mounted in another. */
  readonly app: App
  /** Answers a request for any transport. */
  readonly handle: Handle
  readonly clock: Clock
  /** Scripts: what should happen to requests, writes, replies and watches. */
  readonly hooks: Hooks
  /** Controllers at work. */
  readonly controllers: Controllers
  /** What containers do that agents play. */
  readonly containers: Containers
  /**
   * Resolves once nothing can happen any more without time passing or a request: controllers have done what they can
   * now, in-process watches are read to their end. `until` moves a virtual clock first. Rejects with what never comes
   * to rest, and with the faults of controllers.
   */
  readonly settled: (options?: { readonly until?: number | string }) => Promise<void>
  /**
   * Resolves once no request from outside has begun or is under way for `quiet` real milliseconds, counted from the
   * call (default 50), and all is settled: whoever works on the cluster over HTTP does nothing more. Open watches do
   * not count, nor do the cluster's own methods and controllers. Rejects with what still asked after `timeout` (default
   * 4 s of real time). It moves no clock.
   *
   * @example
   * await cluster.idle({ quiet: 50 })
   */
  readonly idle: (options?: IdleOptions) => Promise<void>
  /** The requests it was sent, with what each came to and changed. A fork and a restored cluster begin theirs anew. */
  readonly journal: Journal
  /**
   * How an object came to be what it is: each change of it that is held, with the request, the hooks and the controller
   * behind it.
   *
   * @example
   * console.log(String(cluster.why('Lease', { name: 'leader' })))
   */
  readonly why: (kind: KindName | (string & {}), ref: Ref) => Why
  /** Rules that hold at any time. A fork and a snapshot have them too. */
  readonly invariant: Invariants
  /**
   * Resolves once all it was made with is there. To wait for it is needed only where definitions have rules, to learn
   * what is wrong with them: everything else waits by itself, and rejects with the same LoadError.
   */
  readonly ready: () => Promise<void>
  /**
   * Loads fixtures, all or none: YAML or JSON text, a text with a name, objects, or a list of these. Rejects with a
   * LoadError that lists every fault.
   */
  readonly load: (input: Input, options?: LoadOptions) => Promise<void>
  /**
   * Generates a world: nodes, namespaces of teams, Deployments, DaemonSets, StatefulSets, CronJobs and Services with
   * all that belongs to them, weeks old, of which a little is in trouble. It is stored at once, each object checked,
   * and stands as fixtures do. With `churn` pods are replaced and rolled out, cease to be ready and are remarked on
   * from then on, on the cluster's clock, until what it gives is disposed of or the cluster closed. The same options,
   * seed and time give the same world. Rejects with a TypeError where the pods do not fit the nodes.
   *
   * @example
   * await cluster.populate({ nodes: 1000, deployments: 200, pods: 20_000, namespaces: 50, churn: '20/s' }, { seed: 1 })
   */
  readonly populate: (options?: PopulateOptions, choice?: PopulateChoice) => Promise<Disposable>
  /** Everything stored as one YAML `List`; loading it gives an equal state. */
  readonly dump: (options?: DumpOptions) => Promise<string>
  /**
   * What happened, as one value of plain JSON: the objects there were at the beginning, each change since, and the
   * requests, hooks and watches. Values of Secrets and tokens are `masked` unless `secrets` asks for them.
   *
   * @example
   * const { changes } = await cluster.bundle()
   */
  readonly bundle: (options?: BundleOptions) => Promise<Bundle>
  /**
   * Writes what happened as a page that any browser shows, before it returns, and returns the file's absolute path:
   * also in the pause of a debugger, where nothing can be awaited. It is a new file in the folder of the option
   * `bundles` or `$FAKECLUSTER_BUNDLES`, else in one among the system's temporary files, unless `file` names one.
   * Values of Secrets and tokens are `masked` unless `secrets` asks for them. It takes Node.js, and throws a StartError
   * where the file cannot be written.
   *
   * @example
   * console.log(cluster.inspect()) // /tmp/fakecluster-fT3cPq/run-1.fakecluster.html
   */
  readonly inspect: (options?: InspectOptions) => string
  /** The whole state, in constant time. */
  readonly snapshot: () => Snapshot
  /**
   * Goes back to a state, in constant time. Revisions go on rising; open watches end with 410, so that clients list
   * again.
   */
  readonly restore: (snapshot: Snapshot) => void
  /** The state it began with, as it was made or as `setStart` last kept it: what a reset goes back to. */
  readonly start: () => Snapshot
  /** Takes the present state for the one it began with, once fixtures and scripts are in it. */
  readonly setStart: () => void
  /** A cluster of its own that starts as this one is now, or as a snapshot was, in constant time. */
  readonly fork: (snapshot?: Snapshot) => Cluster
  /** The watches open now, in the order they were opened, each to be looked at, held, cut or expired by itself. */
  readonly watches: () => readonly OpenWatch[]
  /** Takes back every continue token handed out so far: lists that go on with one are told 410. */
  readonly expireContinueTokens: () => void
  /** Ends open watches. In-process calls go on working. With `strict` it throws as `hooks.verify` does. */
  readonly close: () => void
}
