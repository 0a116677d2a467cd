import type { Status } from '../../base/errors/status.js'
import type { Options } from '../../model/call/options.js'
import type { ListMeta } from '../../model/call/outcome.js'
import type { DraftOf, Given, KindWord, Mutable, Patch } from '../../kinds/object-types.js'

/**
 * A reference to an object. `namespace` defaults to `default` for namespaced kinds, and is ignored for cluster-scoped
 * ones.
 */
export type Ref = { readonly name: string; readonly namespace?: string }

/** Objects whose names are not known; without a namespace those of all namespaces. */
export type Selection = {
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
}

/** Options of all writes. */
export type WriteOptions = {
  /** Whether to validate and admit the request without storing the result (default false). */
  readonly dryRun?: boolean
  /** The field manager that managedFields record (default `fakecluster`). */
  readonly fieldManager?: string
  /**
   * What happens to unknown and duplicate fields. The default here is `Strict`, so that a typing mistake in a test does
   * not go unnoticed; over HTTP it is `Warn`.
   */
  readonly fieldValidation?: Options['fieldValidation']
  /** The subresource to write to (default: the object itself). */
  readonly subresource?: 'status' | 'finalize' | 'approval'
}

/** Options of a patch. */
export type PatchOptions = WriteOptions & {
  /** The format of the patch (default `json` for an array, else `merge`). */
  readonly type?: 'json' | 'merge' | 'strategic'
}

/** Options of a deletion. */
export type DeleteOptions = {
  readonly dryRun?: boolean
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground'
  /**
   * Seconds that a Pod on a node has to terminate; 0 deletes it at once (default:
   * `spec.terminationGracePeriodSeconds`).
   */
  readonly gracePeriodSeconds?: number
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
}

/** Options of a list; those without a comment are as in the Kubernetes API. */
export type ListOptions = {
  /** The namespace to read (default: all namespaces). */
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
  readonly limit?: number
  readonly continue?: string
  readonly resourceVersion?: string
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan'
}

/** Options of a watch. */
export type WatchOptions = Omit<ListOptions, 'limit' | 'continue' | 'resourceVersionMatch'> & {
  readonly allowWatchBookmarks?: boolean
  readonly timeoutSeconds?: number
  /** Ends the watch when it is aborted. */
  readonly signal?: AbortSignal
}

/** Options of a wait. */
export type WaitOptions = {
  /**
   * How long to wait, in time of the cluster's clock: milliseconds, or a duration such as `10s`. The default is 10
   * minutes on a virtual clock. On the system clock a wait gives up shortly before the test runner would end the test,
   * if the limit is known (`clusterTest`, `next({ timeout })`), else after 4 s.
   */
  readonly timeout?: number | string
}

/**
 * A list of objects. The items are immutable; the type does not say `readonly` so that a list is assignable to the
 * lists of `@kubernetes/client-node`.
 */
export type List<T> = { readonly items: T[]; readonly metadata: ListMeta }

/** A watch event. An ERROR event is thrown as a StatusError instead. */
export type ClientWatchEvent<T> = { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: T }

/**
 * An open watch, as an async iterator: `break` out of the loop, or dispose of it, to end it. It is opened at the call
 * of `watch`, not at the first read.
 */
export type ClientWatch<T> = AsyncIterableIterator<ClientWatchEvent<T>> & AsyncDisposable

/**
 * Access to the cluster without HTTP, with the same validation and the same errors as over HTTP. Objects are typed by
 * the name of the kind; for kinds that `KindTypes` does not have, a call can name the type:
 * `get<Backup>('Backup', ref)`. Wrong arguments fail with a TypeError, error responses with a StatusError.
 *
 * @example
 * await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'worker-1' } })
 * const lease = await cluster.patch('Lease', { name: 'leader' }, { spec: { holderIdentity: 'worker-2' } })
 */
export type Client = {
  /**
   * Reads one object. Rejects with a StatusError 404 if it does not exist.
   *
   * @example
   * const lease = await cluster.get('Lease', { name: 'leader' })
   */
  readonly get: <T = never, K extends KindWord = string>(kind: K, ref: Ref) => Promise<Given<NoInfer<T>, K>>
  /**
   * Lists the objects of a kind, in one namespace or in all.
   *
   * @example
   * const { items } = await cluster.list('Pod', { namespace: 'default', labelSelector: 'app=shop' })
   */
  readonly list: <T = never, K extends KindWord = string>(
    kind: K,
    options?: ListOptions,
  ) => Promise<List<Given<NoInfer<T>, K>>>
  /**
   * Creates an object and returns it as stored. Times may be given as Dates. Rejects with a StatusError 409
   * (AlreadyExists) if the name is taken, and 422 if the object is invalid.
   *
   * @example
   * await cluster.create('ConfigMap', { metadata: { name: 'settings' }, data: { color: 'blue' } })
   */
  readonly create: <T = never, K extends KindWord = string>(
    kind: K,
    object: DraftOf<Given<NoInfer<T>, K>>,
    options?: WriteOptions,
  ) => Promise<Given<NoInfer<T>, K>>
  /**
   * Replaces an object and returns it as stored. Rejects with a StatusError 409 (Conflict) if the object states a
   * `resourceVersion` that is not the current one.
   */
  readonly update: <T = never, K extends KindWord = string>(
    kind: K,
    object: DraftOf<Given<NoInfer<T>, K>>,
    options?: WriteOptions,
  ) => Promise<Given<NoInfer<T>, K>>
  /**
   * Reads an object, applies `recipe` to a draft of it, and replaces it. Rejects with a StatusError 409 (Conflict) if
   * the object changed in between.
   *
   * @example
   * await cluster.edit('ConfigMap', { name: 'settings' }, (draft) => void (draft.data = { color: 'red' }))
   */
  readonly edit: <T = never, K extends KindWord = string>(
    kind: K,
    ref: Ref,
    recipe: (draft: Mutable<Given<NoInfer<T>, K>>) => void,
    options?: WriteOptions,
  ) => Promise<Given<NoInfer<T>, K>>
  /**
   * Patches an object: with a part of it (merge or strategic merge patch), or with an array of JSON Patch operations.
   *
   * @example
   * await cluster.patch('Node', { name: 'node-1' }, [{ op: 'add', path: '/spec/unschedulable', value: true }])
   */
  readonly patch: <T = never, K extends KindWord = string>(
    kind: K,
    ref: Ref,
    patch: Patch<Given<NoInfer<T>, K>>,
    options?: PatchOptions,
  ) => Promise<Given<NoInfer<T>, K>>
  /**
   * Deletes an object. Resolves with a Status or with the last state of the object, whichever the kind answers with.
   */
  readonly delete: <T = never, K extends KindWord = string>(
    kind: K,
    ref: Ref,
    options?: DeleteOptions,
  ) => Promise<Given<NoInfer<T>, K> | Status>
  /**
   * Watches the objects of a kind: ADDED events for those that exist come first, unless `resourceVersion` says where to
   * start.
   *
   * @example
   * for await (const { type, object } of cluster.watch('Pod', { namespace: 'default' })) {
   *   if (type === 'MODIFIED' && object.status?.phase === 'Running') break
   * }
   */
  readonly watch: <T = never, K extends KindWord = string>(
    kind: K,
    options?: WatchOptions,
  ) => ClientWatch<Given<NoInfer<T>, K>>
  /**
   * Resolves with the object once it exists and `until` returns true for it. A virtual clock is advanced from timer to
   * timer, as far as needed. Rejects with an error that describes the object as it is then: after `timeout`, and on a
   * virtual clock as soon as no timer is left that is due by then.
   *
   * With a selector in place of a name it waits for the first object that matches, and for which `until` returns true.
   *
   * @example
   * await cluster.waitFor('Pod', { name: 'web' }, (pod) => pod.status?.phase === 'Running', { timeout: '30s' })
   * await cluster.waitFor('Event', { fieldSelector: 'regarding.name=web,reason=Failed' })
   */
  readonly waitFor: <T = never, K extends KindWord = string>(
    kind: K,
    wanted: Ref | Selection,
    until?: (object: Given<NoInfer<T>, K>) => boolean,
    options?: WaitOptions,
  ) => Promise<Given<NoInfer<T>, K>>
  /** Resolves once the object does not exist, advancing a virtual clock and rejecting as `waitFor` does. */
  readonly waitForGone: (kind: KindWord, ref: Ref, options?: WaitOptions) => Promise<void>
}
