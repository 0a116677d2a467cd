import type { Globs } from '../base/glob.js'
import type { Call } from '../api/call.js'
import type { Outcome } from '../api/outcome.js'
import type { RequestVerb, Target } from '../api/target.js'
import type { WatchEvent } from '../api/watch-event.js'
import type { ConnectPart, SubresourceName } from '../registry/subresource-name.js'
import type { KubeObject } from '../schema/object.js'
import type { LabelMatch } from '../select/object-match.js'

/**
 * Which requests a hook is for. A member left out matches everything; `*` and `?` are wildcards; of a list one has to
 * match.
 */
export type RequestMatch<K extends string = string> = {
  readonly verb?: Globs<RequestVerb>
  /**
   * The path of requests that are about no objects: `/version`, `/api`, `/apis/*`, `/openapi/*`, `/healthz` and the
   * like. Only hooks with a path are for these, and they go with `userAgent` and `user` alone.
   */
  readonly path?: Globs
  /**
   * Kind or plural, alone or with the group: `Lease`, `leases`, `Lease.coordination.k8s.io`. One that is not served is
   * refused; one that is defined later is named with its group: `Backup.example.com`.
   */
  readonly kind?: Globs<K>
  /** `status`, `scale`, `log`, `exec` …; the empty text is the object itself. */
  readonly subresource?: Globs<'' | Exclude<SubresourceName, 'main'> | ConnectPart>
  /** Empty for cluster-scoped kinds and for requests across namespaces. */
  readonly namespace?: Globs
  /** Name in the path, else in the body; empty for collections. */
  readonly name?: Globs
  /**
   * A label selector (`team=shop,tier!=db`) or labels with their values. It is held against the object where one is
   * known: the one written, read or told of, else the one stored under the name. Requests without one do not match.
   */
  readonly labels?: LabelMatch
  /** The User-Agent header; the methods of a cluster are `fakecluster`. */
  readonly userAgent?: Globs
  /** The name of the user who asks. */
  readonly user?: Globs
  /** The field manager writes are recorded under: the option, else the beginning of the User-Agent. */
  readonly manager?: Globs
  /**
   * Part of the request's body: members it has, items of its lists, `null` for what it has not. In code also a
   * predicate. Requests without a body do not match.
   */
  readonly body?: { readonly [member: string]: unknown } | ((body: unknown, call: Call) => boolean)
}

/** Which events of which watches a hook is for; namespace, name and labels are those of the event's object. */
export type WatchMatch = Pick<RequestMatch, 'kind' | 'namespace' | 'name' | 'labels' | 'userAgent' | 'user'> & {
  readonly verb?: 'watch'
  /** Without it the events of objects match: ADDED, MODIFIED and DELETED. */
  readonly event?: Globs<WatchEvent['type']>
}

/** Finds the stored object a request names. */
export type FindObject = (target: Target) => KubeObject | undefined

/** What a match is held against. */
export type Subject = {
  readonly call: Call
  readonly namespace: string
  readonly name: string
  readonly event?: WatchEvent['type'] | undefined
  /** The object, where it is known by now. */
  readonly object?: KubeObject | undefined
  readonly outcome?: Outcome | undefined
  readonly find?: FindObject | undefined
}
