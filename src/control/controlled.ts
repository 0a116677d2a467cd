import type { Hooks } from '../hooks/types.js'
import type { Journal } from '../journal/journal.js'
import type { Why } from '../journal/why-types.js'
import type { OpenWatch } from '../rest/watch/open-watch.js'
import type { KubeObject } from '../schema/object.js'
import type { Arriving } from '../source/arriving.js'
import type { State } from '../store/transaction.js'

/** A state of a cluster, of which control looks at no more than when it was. */
export type Saved = { readonly state: State<KubeObject>; readonly env: { readonly now: number } }

/** What a dump has in it. */
type DumpOptions = { readonly kinds?: readonly string[]; readonly bootstrap?: boolean }

/** A state of the past. */
export type PastState = Pick<Saved, 'state'> & {
  readonly dump: (options?: DumpOptions) => Promise<string>
}

/** How much of its past a cluster holds. */
type History = {
  readonly from: number
  readonly to: number
  readonly changes: number
  readonly bytes: number
  readonly limit: { readonly changes: number; readonly bytes: number }
}

/** What control needs of a cluster. What a cluster saves goes back to that cluster only. */
export type Controlled = {
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
  readonly settled: (options?: { readonly until?: number | string }) => Promise<void>
  readonly idle: (options?: { readonly quiet?: number | string; readonly timeout?: number | string }) => Promise<void>
  readonly expireContinueTokens: () => void
  readonly controllers: { readonly names: () => readonly string[] }
}

/** A cluster, and what of it control alone is given. */
export type Controls = {
  readonly cluster: Controlled
  /**
   * What happened, as lines of JSON that are written as they are read; of the kinds looked at, the first view comes
   * first.
   */
  readonly parts: (options: {
    readonly look?: readonly string[] | undefined
    readonly secrets?: boolean | undefined
  }) => Promise<Iterable<string>>
  /** Loads fixtures that arrive, all of them or none. Rejects with a LoadError with every fault they have. */
  readonly load: (fixtures: AsyncIterable<Arriving>, options: { readonly createNamespaces?: boolean }) => Promise<void>
}

/** Serves forks of the cluster on ports of their own. */
export type Forks = {
  /**
   * Forks a state, or the present one, and listens; port 0 picks a free one. Rejects with a StatusError 409 where the
   * port cannot be had.
   */
  open(saved: Saved | undefined, port: number): Promise<Fork>
  list(): readonly Fork[]
  /** Stops one. Rejects with a StatusError 404 where none listens there. */
  close(port: number): Promise<void>
  /** What a sweep tries on the requests a fork was sent. @throws StatusError 404 */
  faults(port: number): readonly ForkFault[]
  /** How the objects of a fork differ from those of another in what they say. @throws StatusError 404 */
  differences(port: number, than: number): readonly ForkDifference[]
}

/** What listens on the cluster's port. */
export type Listener = {
  /**
   * Refuses connections, and breaks those there are shortly after; control goes on at the URL it gives, of this machine
   * only.
   */
  readonly pause: () => Promise<{ readonly url: string }>
  /** Takes connections again on the same port. Rejects with a StatusError 409 where the port was taken meanwhile. */
  readonly resume: () => Promise<void>
}

/** A fork that listens. */
export type Fork = { readonly port: number; readonly url: string; readonly kubeconfig: string }

/** A fault at a request: the two in words, the request's index, and the hook that brings it about. */
type ForkFault = { readonly fault: string; readonly at: number; readonly hook: object }

/** An object that differs, as the other fork has it and as this one does. */
type ForkDifference = { readonly object: string; readonly expected: unknown; readonly actual: unknown }
