import type { Globs } from '../../base/text/glob.js'
import type { Call, RequestVerb, Target } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { WatchEvent } from '../../model/call/watch-event.js'
import type { ConnectPart, SubresourceName } from '../../model/registry/subresource-name.js'
import type { KubeObject } from '../../schema/object.js'
import type { LabelMatch } from '../../model/select/object-match.js'

/**
 * Which requests a hook acts on. A missing member matches everything, except that only `client: 'test'` matches the
 * requests of the cluster's own methods; `*` and `?` are wildcards; of a list one item must match.
 */
export type RequestMatch<K extends string = string> = {
  readonly verb?: Globs<RequestVerb>
  /**
   * The path of requests that are not about objects: `/version`, `/api`, `/apis/*`, `/openapi/*`, `/healthz` and the
   * like. Only hooks with a path match these, and it can only be combined with `userAgent` and `user`.
   */
  readonly path?: Globs
  /**
   * Kind or plural, alone or with the group: `Lease`, `leases`, `Lease.coordination.k8s.io`. A kind that is not served
   * is rejected, except with its group, as it may be defined later: `Backup.example.com`.
   */
  readonly kind?: Globs<K>
  /** `status`, `scale`, `log`, `exec` …; empty for the object itself. */
  readonly subresource?: Globs<'' | Exclude<SubresourceName, 'main'> | ConnectPart>
  /** Empty for cluster-scoped kinds and for requests across namespaces. */
  readonly namespace?: Globs
  /** The name in the path, else in the body; empty for collections. */
  readonly name?: Globs
  /**
   * A label selector (`team=shop,tier!=db`) or labels with their values. It is matched against the object written, read
   * or watched if it is known, else against the stored object of that name. Requests without an object do not match.
   */
  readonly labels?: LabelMatch
  /**
   * Who sends the request: `test` for the cluster's own methods (`cluster.create`, `cluster.waitFor` …), `program` for
   * all others: `cluster.fetch`, dispatchers and ports, and where a hook admits what controllers write (default
   * `program`).
   */
  readonly client?: Globs<'program' | 'test'>
  readonly userAgent?: Globs
  /** The name of the requesting user. */
  readonly user?: Globs
  /** The field manager of writes: the option, else the start of the User-Agent. */
  readonly manager?: Globs
  /**
   * A part of the request's body: members it has, items of its lists, `null` for members it lacks. In code also a
   * predicate. Requests without a body do not match.
   */
  readonly body?: { readonly [member: string]: unknown } | ((body: unknown, call: Call) => boolean)
}

/** Which watch events a hook acts on; namespace, name and labels are those of the event's object. */
export type WatchMatch = Pick<
  RequestMatch,
  'kind' | 'namespace' | 'name' | 'labels' | 'client' | 'userAgent' | 'user'
> & {
  readonly verb?: 'watch'
  /** By default the events of objects: ADDED, MODIFIED and DELETED. */
  readonly event?: Globs<WatchEvent['type']>
}

/** Which calls of webhooks a hook acts on; the other members are those of the request that a call is for. */
export type WebhookMatch = Omit<RequestMatch, 'path' | 'labels' | 'body'> & {
  /** The name of the webhook, or of the definition that it converts. */
  readonly webhook?: Globs
}

/** Returns the stored object that a request names. */
export type FindObject = (target: Target) => KubeObject | undefined

/** What a match is tested against. */
export type Subject = {
  readonly call: Call
  readonly namespace: string
  readonly name: string
  readonly event?: WatchEvent['type'] | undefined
  /** The name of a webhook that is to be called. */
  readonly webhook?: string | undefined
  /** The object, if it is known already. */
  readonly object?: KubeObject | undefined
  readonly outcome?: Outcome | undefined
  readonly find?: FindObject | undefined
}
