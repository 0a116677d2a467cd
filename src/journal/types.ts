import type { Status } from '../base/status.js'
import type { Identity } from '../schema/identity.js'
import type { KubeObject } from '../schema/object.js'
import type { RequestVerb } from '../api/target.js'

/** How a request came: over HTTP (also through `cluster.fetch`), by a method of the cluster, or from a controller. */
export type Via = 'http' | 'client' | 'controller'

/** Which controller makes a request, and why. */
export type By = {
  readonly controller: string
  /** The object it was woken for. */
  readonly key?: Identity
  /** Revision of the change that woke it. */
  readonly woken?: number
}

/** A hook that acted on a request. */
export type Acted = { readonly phase: string; readonly site: string }

/** What a request was answered with. Objects are those of the store, lists are counted only. */
export type JournalReply =
  | { readonly type: 'object'; readonly object: KubeObject }
  | { readonly type: 'list'; readonly count: number; readonly resourceVersion?: string; readonly continue?: string }
  | { readonly type: 'status'; readonly status: Status }
  | { readonly type: 'watch' | 'document' | 'cut' }
  /** An exception of our own or of a hook, which nobody was answered with. */
  | { readonly type: 'fault'; readonly message: string }

/** One object that a request changed. */
export type JournalChange = Identity & {
  readonly type: 'added' | 'changed' | 'removed'
  readonly revision: number
  /** The object before; undefined where it was added. */
  readonly before: KubeObject | undefined
  /** The object after; undefined where it was removed. */
  readonly after: KubeObject | undefined
}

/** One request and what came of it. Plain data that stays as it is. */
export type JournalEntry = {
  /** Counts the requests of a cluster from 1. */
  readonly sequence: number
  /** Milliseconds since 1970 when it came, by the cluster's clock. */
  readonly time: number
  /** Milliseconds until it was answered, by the cluster's clock; undefined while it is not. */
  readonly duration: number | undefined
  readonly via: Via
  readonly method: string
  /** Path and query; of a request without HTTP, those it would have had. */
  readonly path: string
  readonly userAgent: string
  /** The user's name; empty for a request that was not let in. */
  readonly user: string
  /** The name its writes are recorded under. */
  readonly manager: string
  /** Undefined for requests that are not about objects: discovery, health, paths that are not there. */
  readonly verb: RequestVerb | undefined
  readonly apiVersion: string
  readonly kind: string
  readonly resource: string
  readonly namespace: string
  readonly name: string
  /** `status`, `finalize`, `log`, `exec` …; empty for the object itself. */
  readonly subresource: string
  readonly dryRun: boolean
  /** What was sent, parsed; undefined for none and for one too long to be kept. */
  readonly body: unknown
  /** The status code; undefined while there is no answer, and where the connection was cut. */
  readonly code: number | undefined
  /** How to have what a request asked for that is there by another name. */
  readonly hint?: string
  /** The reason of a failure; empty for others. */
  readonly reason: string
  /** Undefined while it is not answered. */
  readonly reply: JournalReply | undefined
  /** The resource versions it wrote, in order. */
  readonly revisions: readonly number[]
  readonly changes: readonly JournalChange[]
  /** The hooks that acted on it, each once. */
  readonly hooks: readonly Acted[]
  /** Of requests of controllers: which one, and what woke it. */
  readonly by: By | undefined
}
