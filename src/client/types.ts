import type { Status } from '../base/status.js'
import type { Options } from '../base/options.js'
import type { ListMeta } from '../api/outcome.js'
import type { DraftOf, Given, KindWord, Mutable, Patch } from '../kinds/object-types.js'

/** Which object is meant. `namespace` defaults to `default` for namespaced kinds. */
export type Ref = { readonly name: string; readonly namespace?: string }

/** Options every write takes. */
export type WriteOptions = {
  /** Do everything but store it. */
  readonly dryRun?: boolean
  /** The name the write is recorded under (default `fakecluster`). */
  readonly fieldManager?: string
  /** What becomes of unknown members (default `Strict` here: a typing mistake in a test should not pass). */
  readonly fieldValidation?: Options['fieldValidation']
  /** The subresource to write to, in place of the object itself. */
  readonly subresource?: 'status' | 'finalize' | 'approval'
}

/** Options of a patch. */
export type PatchOptions = WriteOptions & {
  /** How the patch is written (default `merge`; `json` for an array). */
  readonly type?: 'json' | 'merge' | 'strategic'
}

/** Options of a deletion. */
export type DeleteOptions = {
  readonly dryRun?: boolean
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground'
  /** Seconds that a Pod on a node is given to end; with 0 it goes at once (default: what its spec says). */
  readonly gracePeriodSeconds?: number
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
}

/** What a list or a watch selects. */
export type ListOptions = {
  /** One namespace; all of them when absent. */
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
  /** Ends the watch. */
  readonly signal?: AbortSignal
}

/** How long a wait may take. */
export type WaitOptions = {
  /**
   * Milliseconds or a duration such as `10s`, of the cluster's clock. By default a wait gives up a little before the
   * runner ends the test, as far as that is known (`clusterTest`, `next({ timeout })`), else after 4 s; on a virtual
   * clock after 10 minutes.
   */
  readonly timeout?: number | string
}

/**
 * A list of objects. Its items cannot be changed; their type says less, so that the list fits
 * `@kubernetes/client-node`'s.
 */
export type List<T> = { readonly items: T[]; readonly metadata: ListMeta }

/** An event of a watch; an ERROR throws instead. */
export type ClientWatchEvent<T> = { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: T }

/** An open watch: iterate it, or dispose of it. It starts when it is made, not at the first read. */
export type ClientWatch<T> = AsyncIterableIterator<ClientWatchEvent<T>> & AsyncDisposable

/**
 * The cluster without HTTP: the same checks, the same errors, typed by the kind's name. The objects of a kind that
 * `KindTypes` does not have are of the type a call names: `get<Backup>('Backup', ref)`.
 */
export type Client = {
  /** Reads one object. Rejects with a StatusError 404 where there is none. */
  readonly get: <T = never, K extends KindWord = string>(kind: K, ref: Ref) => Promise<Given<NoInfer<T>, K>>
  /** Lists objects. */
  readonly list: <T = never, K extends KindWord = string>(
    kind: K,
    options?: ListOptions,
  ) => Promise<List<Given<NoInfer<T>, K>>>
  /** Creates an object and gives it back as stored. Its times may be Dates. */
  readonly create: <T = never, K extends KindWord = string>(
    kind: K,
    object: DraftOf<Given<NoInfer<T>, K>>,
    options?: WriteOptions,
  ) => Promise<Given<NoInfer<T>, K>>
  /** Replaces an object. */
  readonly update: <T = never, K extends KindWord = string>(
    kind: K,
    object: DraftOf<Given<NoInfer<T>, K>>,
    options?: WriteOptions,
  ) => Promise<Given<NoInfer<T>, K>>
  /** Reads an object, lets `recipe` change a draft of it, and replaces it. A conflict rejects as any other write's. */
  readonly edit: <T = never, K extends KindWord = string>(
    kind: K,
    ref: Ref,
    recipe: (draft: Mutable<Given<NoInfer<T>, K>>) => void,
    options?: WriteOptions,
  ) => Promise<Given<NoInfer<T>, K>>
  /** Patches an object: a part of it, or the steps of a JSON Patch. */
  readonly patch: <T = never, K extends KindWord = string>(
    kind: K,
    ref: Ref,
    patch: Patch<Given<NoInfer<T>, K>>,
    options?: PatchOptions,
  ) => Promise<Given<NoInfer<T>, K>>
  /** Deletes an object: its last state or the Status of its end, as the kind answers. */
  readonly delete: <T = never, K extends KindWord = string>(
    kind: K,
    ref: Ref,
    options?: DeleteOptions,
  ) => Promise<Given<NoInfer<T>, K> | Status>
  /** Watches objects: those there are as ADDED first, unless a resourceVersion says where to start. */
  readonly watch: <T = never, K extends KindWord = string>(
    kind: K,
    options?: WatchOptions,
  ) => ClientWatch<Given<NoInfer<T>, K>>
  /**
   * Resolves with the object once it is there and `until` holds. With a virtual clock it moves the time to whatever is
   * due next, as far as it takes. Rejects with what it waited for and what there is: after `timeout`, and with a
   * virtual clock as soon as nothing more is due by then.
   */
  readonly waitFor: <T = never, K extends KindWord = string>(
    kind: K,
    ref: Ref,
    until?: (object: Given<NoInfer<T>, K>) => boolean,
    options?: WaitOptions,
  ) => Promise<Given<NoInfer<T>, K>>
  /** Resolves once there is no such object, moving a virtual clock as `waitFor` does. Rejects in the same way. */
  readonly waitForGone: (kind: KindWord, ref: Ref, options?: WaitOptions) => Promise<void>
}
