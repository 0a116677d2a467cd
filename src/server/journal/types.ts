import type { Status } from '../../base/errors/status.js'
import type { Identity, KubeObject } from '../../schema/object.js'
import type { RequestVerb } from '../../model/call/call.js'

/** How a request was made: over HTTP (or `cluster.fetch`), through a method of the cluster, or by a controller. */
export type Via = 'http' | 'client' | 'controller'

/** The controller that makes a request, and why. */
export type By = {
  readonly controller: string
  /** The object it was triggered for. */
  readonly key?: Identity
  /** The revision of the change that triggered it. */
  readonly woken?: number
}

/** A hook that acted on a request. */
export type Acted = { readonly phase: string; readonly site: string }

/** The reply to a request. Objects are those of the store; of lists only the length is kept. */
export type JournalReply =
  | { readonly type: 'object'; readonly object: KubeObject }
  | { readonly type: 'list'; readonly count: number; readonly resourceVersion?: string; readonly continue?: string }
  | { readonly type: 'status'; readonly status: Status }
  | { readonly type: 'watch' | 'document' | 'cut' }
  /** An exception of our own or of a hook, without a reply. */
  | { readonly type: 'fault'; readonly message: string }

/** A change of one object by a request. */
export type JournalChange = Identity & {
  readonly type: 'added' | 'changed' | 'removed'
  readonly revision: number
  /** The object before the change; undefined if it was added. */
  readonly before: KubeObject | undefined
  /** The object after the change; undefined if it was removed. */
  readonly after: KubeObject | undefined
}

/** A call of an admission or conversion webhook for a request. */
export type JournalWebhook = {
  /** The name of the webhook, or of the definition that it converts. */
  readonly webhook: string
  readonly url: string
  /** When it was called, in milliseconds since 1970 by the cluster's clock. */
  readonly time: number
  /** How long it took in milliseconds: of real time over a socket, of the cluster's clock in code. */
  readonly duration: number
  /** The AdmissionReview or ConversionReview that it was sent; undefined if that was too long to be kept. */
  readonly review: unknown
  /** The status code of its reply; undefined if there was none. */
  readonly status: number | undefined
  /** What it replied, a text if that is not JSON; undefined if there was no reply, or a too long one. */
  readonly answer: unknown
  /** Why there was no reply; empty otherwise. */
  readonly failure: string
}

/** A request and its results, as immutable plain data. */
export type JournalEntry = {
  /** Numbers the requests of a cluster from 1. */
  readonly sequence: number
  /** When it arrived, in milliseconds since 1970 by the cluster's clock. */
  readonly time: number
  /** The time until it was answered, in milliseconds of the cluster's clock; undefined while it is unanswered. */
  readonly duration: number | undefined
  readonly via: Via
  readonly method: string
  /** The path and query; for a request without HTTP, those it would have had. */
  readonly path: string
  readonly userAgent: string
  /** The user's name; empty for an unauthenticated request. */
  readonly user: string
  /** The field manager of its writes. */
  readonly manager: string
  /** Undefined for requests that are not about objects: discovery, health, unknown paths. */
  readonly verb: RequestVerb | undefined
  readonly apiVersion: string
  readonly kind: string
  readonly resource: string
  readonly namespace: string
  readonly name: string
  /** `status`, `finalize`, `log`, `exec` …; empty for the object itself. */
  readonly subresource: string
  readonly dryRun: boolean
  /** The parsed body; undefined if there is none or it was too long to be kept. */
  readonly body: unknown
  /** The status code; undefined while it is unanswered, or if the connection was cut. */
  readonly code: number | undefined
  /** How to reach what was requested, if it exists under another name. */
  readonly hint?: string
  /** The reason of a failure; empty otherwise. */
  readonly reason: string
  /** Undefined while it is unanswered. */
  readonly reply: JournalReply | undefined
  /** The resource versions it wrote, in order. */
  readonly revisions: readonly number[]
  readonly changes: readonly JournalChange[]
  /** The hooks that acted on it, each once. */
  readonly hooks: readonly Acted[]
  /** The webhooks that were called for it, in the order of their replies; absent if none was. */
  readonly webhooks?: readonly JournalWebhook[]
  /** For requests of controllers: which one, and what triggered it. */
  readonly by: By | undefined
}

/** What is remembered of a request that is no longer held. */
export type RequestSort = Pick<JournalEntry, 'via' | 'verb' | 'apiVersion' | 'kind' | 'resource' | 'subresource'> & {
  readonly by: Pick<By, 'controller'> | undefined
}
