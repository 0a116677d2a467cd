import type { Status } from '../base/status.js'
import type { Kind } from '../registry/define.js'
import type { apiService } from '../kinds/apiregistration/api-service.js'
import type { componentStatus } from '../kinds/core/component-status.js'
import type { event } from '../kinds/events/event.js'
import type { ipAddress } from '../kinds/networking/ip-address.js'
import type { leaseCandidate } from '../kinds/coordination/lease-candidate.js'
import type { lease } from '../kinds/coordination/lease.js'
import type { namespace } from '../kinds/core/namespace.js'
import type { node } from '../kinds/core/node/node.js'
import type { persistentVolumeClaim } from '../kinds/core/persistent-volume-claim/persistent-volume-claim.js'
import type { podDisruptionBudget } from '../kinds/policy/pod-disruption-budget.js'
import type { runtimeClass } from '../kinds/node/runtime-class.js'
import type { serviceCIDR } from '../kinds/networking/service-cidr.js'
import type { Options } from '../base/options.js'
import type { ListMeta } from '../api/outcome.js'
import type { ObjectMeta } from '../schema/metadata.js'
import type { KubeObject } from '../schema/object.js'

type ObjectOfKind<K> = K extends Kind<infer T> ? T : never

/** The built-in kinds and the types of their objects. */
export type KindTypes = {
  readonly APIService: ObjectOfKind<typeof apiService>
  readonly ComponentStatus: ObjectOfKind<typeof componentStatus>
  readonly Event: ObjectOfKind<typeof event>
  readonly IPAddress: ObjectOfKind<typeof ipAddress>
  readonly Lease: ObjectOfKind<typeof lease>
  readonly LeaseCandidate: ObjectOfKind<typeof leaseCandidate>
  readonly Namespace: ObjectOfKind<typeof namespace>
  readonly Node: ObjectOfKind<typeof node>
  readonly PersistentVolumeClaim: ObjectOfKind<typeof persistentVolumeClaim>
  readonly PodDisruptionBudget: ObjectOfKind<typeof podDisruptionBudget>
  readonly RuntimeClass: ObjectOfKind<typeof runtimeClass>
  readonly ServiceCIDR: ObjectOfKind<typeof serviceCIDR>
}

/** The name of a built-in kind. */
export type KindName = keyof KindTypes
/** The object type of a kind by name; any object for a kind that is not built in. */
export type ObjectOf<K extends string> = K extends KindName ? KindTypes[K] : KubeObject
/** An object as one writes it: kind and apiVersion follow from the kind named. */
export type Draft<K extends string> = Omit<ObjectOf<K>, 'kind' | 'apiVersion' | 'metadata'> & {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata: ObjectMeta
}

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
  /** Another writable face of the object. */
  readonly subresource?: 'status' | 'finalize'
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
   * Milliseconds or a duration such as `10s`, of the cluster's clock. The default is 4 s, a little less than the 5 s after which vitest
   * and Jest end a test without a word of what it waited for; with a virtual clock, whose time costs nothing, it is 10 minutes.
   */
  readonly timeout?: number | string
}

/** A list of objects. */
export type List<T> = { readonly items: readonly T[]; readonly metadata: ListMeta }

/** An event of a watch; an ERROR throws instead. */
export type ClientWatchEvent<T> = { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: T }

/** An open watch: iterate it, or dispose of it. It starts when it is made, not at the first read. */
export type ClientWatch<T> = AsyncIterableIterator<ClientWatchEvent<T>> & AsyncDisposable

/** The cluster without HTTP: the same checks, the same errors, typed by kind. */
export type Client = {
  /** Reads one object. Rejects with a StatusError 404 where there is none. */
  readonly get: <K extends KindName | (string & {})>(kind: K, ref: Ref) => Promise<ObjectOf<K>>
  /** Lists objects. */
  readonly list: <K extends KindName | (string & {})>(kind: K, options?: ListOptions) => Promise<List<ObjectOf<K>>>
  /** Creates an object and gives it back as stored. */
  readonly create: <K extends KindName | (string & {})>(
    kind: K,
    object: Draft<K>,
    options?: WriteOptions,
  ) => Promise<ObjectOf<K>>
  /** Replaces an object. */
  readonly update: <K extends KindName | (string & {})>(
    kind: K,
    object: Draft<K>,
    options?: WriteOptions,
  ) => Promise<ObjectOf<K>>
  /** Reads an object, lets `recipe` change a draft of it, and replaces it. A conflict rejects as any other write's. */
  readonly edit: <K extends KindName | (string & {})>(
    kind: K,
    ref: Ref,
    recipe: (draft: Mutable<ObjectOf<K>>) => void,
    options?: WriteOptions,
  ) => Promise<ObjectOf<K>>
  /** Patches an object. */
  readonly patch: <K extends KindName | (string & {})>(
    kind: K,
    ref: Ref,
    patch: object,
    options?: PatchOptions,
  ) => Promise<ObjectOf<K>>
  /** Deletes an object: its last state or the Status of its end, as the kind answers. */
  readonly delete: <K extends KindName | (string & {})>(
    kind: K,
    ref: Ref,
    options?: DeleteOptions,
  ) => Promise<ObjectOf<K> | Status>
  /** Watches objects: those there are as ADDED first, unless a resourceVersion says where to start. */
  readonly watch: <K extends KindName | (string & {})>(kind: K, options?: WatchOptions) => ClientWatch<ObjectOf<K>>
  /**
   * Resolves with the object once it is there and `until` holds. With a virtual clock it moves the time to whatever is due next, as far
   * as it takes. Rejects with what it waited for and what there is: after `timeout`, and with a virtual clock as soon as nothing
   * more is due by then.
   */
  readonly waitFor: <K extends KindName | (string & {})>(
    kind: K,
    ref: Ref,
    until?: (object: ObjectOf<K>) => boolean,
    options?: WaitOptions,
  ) => Promise<ObjectOf<K>>
  /** Resolves once there is no such object, moving a virtual clock as `waitFor` does. Rejects in the same way. */
  readonly waitForGone: <K extends KindName | (string & {})>(kind: K, ref: Ref, options?: WaitOptions) => Promise<void>
}

/** A type with every `readonly` taken off, for drafts. */
export type Mutable<T> = T extends readonly (infer I)[]
  ? Mutable<I>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T
