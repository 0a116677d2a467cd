import type { PathVerb, ResourceVerb } from '../../base/access.js'
import type { WebhookPlace } from '../../model/registry/webhook-place.js'
import type { Hooks } from '../hooks/types.js'
import type { Journal } from '../journal/journal.js'
import type { Why } from '../journal/why-types.js'
import type { OpenWatch } from '../../rest/watch/open-watch.js'
import type { KubeObject } from '../../schema/object.js'
import type { Arriving } from '../../base/input/arriving.js'
import type { Input } from '../../base/input/input.js'
import type { State } from '../../store/transaction.js'
import type { Snapshots } from './snapshots.js'

/** A snapshot of a cluster; the control API only reads its revision and time. */
export type Saved = { readonly state: State<KubeObject>; readonly env: { readonly now: number } }

/** Options of a dump. */
type DumpOptions = { readonly kinds?: readonly string[]; readonly bootstrap?: boolean }

/** A state of the past. */
export type PastState = Pick<Saved, 'state'> & {
  readonly dump: (options?: DumpOptions) => Promise<string>
}

/** The part of its past that a cluster keeps. */
type History = {
  readonly from: number
  readonly to: number
  readonly changes: number
  readonly bytes: number
  readonly limit: { readonly changes: number; readonly bytes: number }
}

/** The parts of a cluster that the control API uses. A snapshot can be restored in the cluster it is from only. */
export type Controlled = {
  readonly kubernetesVersion: string
  ready(): Promise<unknown>
  dump(options?: DumpOptions): Promise<string>
  populate(
    options: { readonly [size in 'nodes' | 'deployments' | 'pods' | 'namespaces']?: number } & {
      readonly churn?: string
    },
    choice: { readonly seed?: number },
  ): Promise<unknown>
  why(kind: string, ref: { readonly name: string; readonly namespace?: string }): Why
  at(version: string | number | Pick<Saved, 'state'>): PastState
  diff(
    from: Pick<Saved, 'state'>,
    to?: Pick<Saved, 'state'>,
    options?: { readonly ignore?: readonly string[] },
  ): readonly object[]
  readonly history: History
  bundle(options?: {
    readonly since?: number | undefined
    readonly requests?: number | undefined
    readonly secrets?: boolean | undefined
  }): Promise<object>
  start(): Saved
  snapshot(): Saved
  restore(saved: Saved): void
  readonly clock: {
    readonly now: () => number
    readonly advance: (duration: number | string) => Promise<void>
    readonly advanceTo: (time: number | string) => Promise<void>
    readonly next: (until?: number | string) => Promise<boolean>
  }
  readonly hooks: Pick<Hooks, 'script' | 'list' | 'clear' | 'verify' | 'unexpected'>
  readonly watches: () => readonly OpenWatch[]
  readonly journal: Journal
  readonly access: {
    readonly used: (user: string) => { toString(): string; beyond(roles: Input): { toString(): string } }
    readonly unused: (roles: Input, user?: string) => readonly object[]
    readonly refused: (
      user?: string,
    ) => readonly { readonly user: string; readonly request: ResourceVerb | PathVerb; readonly count: number }[]
    readonly clear: () => void
  }
  readonly settled: (options?: { readonly until?: number | string }) => Promise<void>
  readonly idle: (options?: { readonly quiet?: number | string; readonly timeout?: number | string }) => Promise<void>
  readonly expireContinueTokens: () => void
  readonly controllers: { readonly names: () => readonly string[] }
}

/** A cluster, with methods that only the control API has. */
export type Controls = {
  readonly cluster: Controlled
  /**
   * Returns what happened as lines of JSON, which are generated as they are read. The first line has objects of the
   * first of the kinds in `look` that has any.
   */
  readonly parts: (options: {
    readonly look?: readonly string[] | undefined
    readonly secrets?: boolean | undefined
  }) => Promise<Iterable<string>>
  /** Loads fixtures from a stream, all or none. Rejects with a LoadError that lists all problems. */
  readonly load: (fixtures: AsyncIterable<Arriving>, options: LoadingOptions) => Promise<void>
}

type LoadingOptions = {
  readonly createNamespaces?: boolean
  readonly webhooks?: WebhookPlace
}

/** Serves forks of the cluster on ports of their own. */
export type Forks = {
  /**
   * Forks a state (default: the present one) and listens; port 0 picks a free port. Rejects with a StatusError 409 if
   * the port is not available.
   */
  open(saved: Saved | undefined, options: { readonly port: number; readonly otherChance: boolean }): Promise<Fork>
  list(): readonly Fork[]
  /** Stops a fork. Rejects with a StatusError 404 if none listens on that port. */
  close(port: number): Promise<void>
  /** Returns the faults that a sweep would inject into the requests of a fork. @throws StatusError 404 */
  faults(port: number): readonly ForkFault[]
  /**
   * Compares the objects of two forks, apart from ids, resourceVersions, times and managedFields. @throws StatusError
   * 404
   */
  differences(port: number, than: number): readonly ForkDifference[]
}

/** The fleet that a cluster is in, each cluster of which is served on a port of its own. */
export type Fleet = {
  readonly clusters: readonly { readonly name: string; readonly url: string; readonly kubeconfig: string }[]
  /** Returns a kubeconfig with a context for each cluster: for clients in a cluster, or the administrator's. */
  readonly kubeconfig: (from: string | undefined) => Promise<string>
  readonly partition: (from: string, to: string) => unknown
  readonly delay: (from: string, to: string, duration: number | string) => unknown
  readonly heal: (from: string, to: string) => void
  readonly settled: (options?: { readonly until?: number | string }) => Promise<void>
  readonly snapshots: Pick<Snapshots<unknown, { readonly time: string }>, 'take' | 'list' | 'drop'>
  /** Goes back to a snapshot. @throws StatusError 404 */
  readonly restore: (id: string) => void
  readonly forks: Pick<Forks, 'list' | 'close'> & {
    /**
     * Forks a snapshot (default: the present state), and serves each cluster on a port of its own, the first on `port`
     * and the others on those after it, or all on free ones. Rejects with a StatusError 404 or 409.
     */
    open(id: string | undefined, port: number): Promise<Fork>
  }
}

/** Makes what control does to a fleet when it is first asked to. */
export type LazyFleet = () => Promise<Fleet>

/** The server on the cluster's port. */
export type Listener = {
  /**
   * Refuses new connections, and breaks existing ones shortly after. Control requests are then served at the returned
   * URL, for this machine only.
   */
  readonly pause: () => Promise<{ readonly url: string }>
  /**
   * Accepts connections on the same port again. Rejects with a StatusError 409 if the port has been taken meanwhile.
   */
  readonly resume: () => Promise<void>
  /** Returns a kubeconfig for the server with which requests are those of a user. */
  readonly kubeconfigFor: (
    user: { readonly name: string; readonly groups: readonly string[] } | string,
  ) => Promise<string>
  /**
   * Returns the certificate that webhooks at an address are served with, after writing one where controller-runtime
   * looks for it if there is none that fits. Rejects with an Error that says why it cannot.
   */
  readonly servingCertificate: (
    address: string | undefined,
  ) => Promise<{ readonly folder: string; readonly trust: { readonly caBundle: string } }>
}

/** A fork that is served. */
export type Fork = { readonly port: number; readonly url: string; readonly kubeconfig: string }

/** A fault at a request: both as text, the request's index, and the hook that causes the fault. */
type ForkFault = { readonly fault: string; readonly at: number; readonly hook: object }

/** An object that differs: `expected` in the other fork, `actual` in this one. */
type ForkDifference = { readonly object: string; readonly expected: unknown; readonly actual: unknown }
