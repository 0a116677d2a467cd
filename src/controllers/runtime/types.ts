import type { DeleteOptions, ListOptions, PatchOptions, Ref, WriteOptions } from '../../server/client/types.js'
import type { DraftOf, Given, KindWord, Mutable, ObjectOf, Patch, PatchOf } from '../../kinds/object-types.js'
import type { Simulation } from '../agents/kubelet/simulation.js'
import type { AccountTokens } from '../../model/registry/account-tokens.js'
import type { FeatureGates } from '../../model/registry/feature-gates.js'
import type { Profile } from '../../model/registry/profile.js'
import type { Registry } from '../../model/registry/registry.js'
import type { Call } from '../../model/call/call.js'
import type { Identity, KubeObject } from '../../schema/object.js'
import type { Steps } from '../../base/turns/steps.js'

/** The object a reconciliation is about; it may have been deleted, or never have existed. */
export type Key = Identity

/** The scale of an object: desired and actual replicas, and their selector. */
export type Scale = KubeObject & {
  readonly spec?: { readonly replicas?: number }
  readonly status?: { readonly replicas?: number; readonly selector?: string }
}

/** A change of one object, as a controller sees it; of any kind unless one is given. */
export type ObjectChange<K extends string = string> = {
  /** The object before the change; undefined if it was created. */
  readonly prev: ObjectOf<K> | undefined
  /** The object after the change; undefined if it was deleted. */
  readonly next: ObjectOf<K> | undefined
  /** Set for a heartbeat of a simulated node, which changes nothing but timestamps. */
  readonly heartbeat?: boolean
  /** Set if the new object comes from a fixture. */
  readonly stated?: boolean
}

/** The reads of a controller, at the current state. */
export type Reader = {
  /**
   * Milliseconds since 1970, by the cluster's clock. In a reconciliation it is the time at which that began, however
   * long it works; one that awaits something gets the current time from then on.
   */
  readonly now: () => number
  /** A number in [0, 1), derived from the seed. */
  readonly random: () => number
  readonly profile: Profile
  readonly featureGates: FeatureGates
  /** The kinds that are served. */
  readonly registry: Registry
  /** How nodes are simulated, by the options of the cluster. */
  readonly simulation: Simulation
  /**
   * Signs tokens of service accounts. If it has to be loaded first, the reconciliation is run again from its beginning.
   */
  readonly accounts: Pick<AccountTokens, 'issue'>
  /** Makes a certificate in PEM good for signing in. */
  readonly certify: (certificate: string) => void
  /**
   * Returns an object; undefined if it does not exist. A kind is named alone (`Lease`) or with its apiVersion
   * (`apps/v1/Deployment`).
   */
  readonly get: <T = never, K extends KindWord = string>(kind: K, ref: Ref) => Given<NoInfer<T>, K> | undefined
  /**
   * Returns the `/scale` subresource of an object of any kind.
   *
   * @throws StatusError 404 if the object does not exist, or its kind has no scale
   */
  readonly scaleOf: (kind: string, ref: Ref) => Scale
  /** Returns objects in the order of their keys. */
  readonly list: <T = never, K extends KindWord = string>(
    kind: K,
    options?: ListOptions,
  ) => readonly Given<NoInfer<T>, K>[]
  /** Returns whether a kind is served, named as in `get`. The other methods throw if it is not. */
  readonly serves: (kind: string) => boolean
  /** Returns the resource of an object: `{ group: 'coordination.k8s.io', resource: 'leases', namespaced: true }`. */
  readonly resourceOf: (object: Pick<KubeObject, 'apiVersion' | 'kind'>) => {
    readonly group: string
    readonly resource: string
    readonly namespaced: boolean
  }
  /** Returns the kind of a resource, in the preferred version; undefined if it is not served. */
  readonly kindOf: (resource: {
    readonly group: string
    readonly resource: string
  }) => { readonly apiVersion: string; readonly kind: string; readonly namespaced: boolean } | undefined
  /**
   * Iterates over the objects of all stored kinds in a namespace; over all objects, cluster-scoped ones too, if none is
   * given.
   */
  readonly everything: (namespace?: string) => Iterable<KubeObject>
  /**
   * Returns the objects of all namespaces, of all kinds or of one, with an owner reference to this uid; without a uid,
   * all objects with owner references.
   */
  readonly dependents: (uid?: string, kind?: string) => readonly KubeObject[]
  /**
   * Returns the Pods, ReplicaSets or ControllerRevisions of a namespace without a controller reference, in the order of
   * their keys.
   */
  readonly orphans: (kind: string, namespace: string) => readonly KubeObject[]
  /**
   * Returns the pods of a node, or with an empty name the unscheduled ones, in the order of their keys, from an index.
   * The list is the same array as long as none of its pods changes.
   */
  readonly podsOn: <T extends KubeObject = ObjectOf<'Pod'>>(node: string) => readonly T[]
  /** Returns the unscheduled pods that no scheduler has reported as unschedulable. */
  readonly untriedPods: <T extends KubeObject = ObjectOf<'Pod'>>() => readonly T[]
}

/** What a write gives: the object at once, or the steps that make it. */
type Made<How extends 'at once' | 'in steps', T> = How extends 'in steps' ? Steps<T> : T

/** The writes of a reconciliation. Each is a transaction; a refused one throws its StatusError. */
export type Writes<How extends 'at once' | 'in steps'> = {
  readonly create: <T = never, K extends KindWord = string>(
    kind: K,
    object: DraftOf<Given<NoInfer<T>, K>>,
    options?: WriteOptions,
  ) => Made<How, Given<NoInfer<T>, K>>
  readonly update: <T = never, K extends KindWord = string>(
    kind: K,
    object: DraftOf<Given<NoInfer<T>, K>>,
    options?: WriteOptions,
  ) => Made<How, Given<NoInfer<T>, K>>
  /** Reads an object, applies `recipe` to a draft of it, and updates it. */
  readonly edit: <T = never, K extends KindWord = string>(
    kind: K,
    ref: Ref,
    recipe: (draft: Mutable<Given<NoInfer<T>, K>>) => void,
    options?: WriteOptions,
  ) => Made<How, Given<NoInfer<T>, K>>
  readonly patch: <T = never, K extends KindWord = string>(
    kind: K,
    ref: Ref,
    patch: Patch<Given<NoInfer<T>, K>>,
    options?: PatchOptions,
  ) => Made<How, Given<NoInfer<T>, K>>
  /** Server-side apply, with force. */
  readonly apply: <T = never, K extends KindWord = string>(
    kind: K,
    object: PatchOf<Given<NoInfer<T>, K>>,
    options?: WriteOptions,
  ) => Made<How, Given<NoInfer<T>, K>>
  /** Sets the desired replicas of an object of any kind, by its `/scale` subresource. */
  readonly rescale: (kind: string, ref: Ref, replicas: number) => Made<How, void>
  /** Deletes an object; one that does not exist is not an error. */
  readonly delete: (kind: string, ref: Ref, options?: DeleteOptions) => Made<How, void>
}

/** What a reconciliation knows and keeps besides the objects. */
type Keeping = {
  /** Enqueues another key of this controller. */
  readonly wake: (key: Key) => void
  /**
   * Whether a fixture has just stated the object that woke this key: what it states stands until something else changes
   * it.
   */
  readonly stated: boolean
  /** What the controller last remembered for this key; part of every snapshot. */
  readonly memory: unknown
  /** Returns what the controller remembers for another of its keys. */
  readonly recall: (key: Key) => unknown
  /** Iterates over what the controller remembers for each of its keys. */
  readonly memories: () => Iterable<readonly [key: Key, memory: unknown]>
  /** Stores objects as they are, in one transaction: heartbeats, which bypass validation, hooks and the journal. */
  readonly beat: (objects: readonly KubeObject[]) => void
  /** Returns the note of a name, whichever controller set it; of more than 4,096 the oldest is evicted. */
  readonly noted: (name: string) => unknown
  /** Sets the note of a name to a JSON value, for all controllers. */
  readonly note: (name: string, value: unknown) => void
  /** Remembers a JSON value for this key, or for another key of this controller; undefined deletes it. */
  readonly remember: (value: unknown, key?: Key) => void
  /**
   * The values of the changes that woke this key since its last reconciliation that did not fail ({@link ToldKey}), in
   * order.
   */
  readonly told: readonly unknown[]
}

/**
 * The reads and writes of a reconciliation. Each write takes effect immediately, with one exception: a write that waits
 * for something outside, such as an admission webhook, ends the reconciliation, which begins again once it is made, and
 * is then given what it made.
 */
export type World = Reader & Writes<'at once'> & Keeping

/**
 * The reads and writes of a reconciliation in steps: `yield* world.create(…)` waits where it is, and other keys are
 * reconciled meanwhile.
 */
export type WorldInSteps = Reader &
  Writes<'in steps'> &
  Keeping & {
    /** Creates an object for its owner, in several turns if the owner is large. */
    readonly createFor: <T = never, K extends KindWord = string>(
      owner: KubeObject,
      kind: K,
      object: DraftOf<Given<NoInfer<T>, K>>,
    ) => Steps<Given<NoInfer<T>, K>>
    /** Returns the writes for what others are assumed to have written before: no role is asked for them. */
    readonly assumed: () => Pick<Writes<'in steps'>, 'create' | 'patch'>
    /** Leaves the rest to another turn. */
    readonly pause: () => Steps<void>
    /** Waits for something that takes real time, such as the check of a signature: a virtual clock waits too. */
    readonly waitFor: <T>(promise: Promise<T>) => Steps<T>
  }

/**
 * Requeues the key: after milliseconds or a duration (`2s`), counted from `world.now()`, or at a time in milliseconds
 * since 1970, which is at once if it has passed. Only the result of the last reconciliation counts.
 */
export type Again =
  { readonly after: number | string; readonly at?: undefined } | { readonly at: number; readonly after?: undefined }

/** A key to wake after a delay in milliseconds; if it is already planned, the earlier time counts. */
export type LaterKey = { readonly key: Key; readonly after: number }

/** A key to wake at once, and a value for its reconciliation, which must not be mutated. */
export type ToldKey = { readonly key: Key; readonly told: unknown }

/** Maps a change to the keys it wakes, at once or later; to none if the result is empty. */
export type MapToKeys<K extends string = string> = {
  // A method, so that a function for changes of one kind is assignable to one for changes of any kind.
  keys(change: ObjectChange<K>, world: Reader): Iterable<Key | LaterKey | ToldKey>
}['keys']

/**
 * A controller: it is told which objects changed, and brings the cluster to the desired state. It depends on nothing
 * but the objects, the clock and its own memory, so that a snapshot holds all of its state.
 */
export type Controller<Kinds extends string = string> = {
  /** In kebab-case. */
  readonly name: string
  /**
   * The user that makes its writes, who needs the rights for them where requests are authorized; or a function that
   * gives the user of each. Without one it may do everything, as `system:kube-controller-manager`.
   */
  readonly user?: string | ((call: Call, world: Reader) => string)
  /** Whether it may do everything, whoever its user is (default: if it has none). */
  readonly isTrusted?: boolean
  /** The field manager of its writes (default `kube-controller-manager`). */
  readonly manager?: string
  /** Leaves its writes, or those of the given kinds, out of the journal. */
  readonly quiet?: boolean | readonly string[]
  /**
   * The exponential backoff after refused writes: the first delay in milliseconds (default 5), which doubles with each
   * retry, the longest delay (default 1,000,000), and the number of retries (default unlimited); after that, the key is
   * only reconciled when something wakes it.
   */
  readonly retries?: { readonly first?: number; readonly last?: number; readonly most?: number }
  /**
   * The watched kinds, and which keys a change of each wakes: `own` is the object's own key. `*` stands for every kind
   * not listed.
   */
  readonly watches: { readonly [K in Kinds]: 'own' | MapToKeys<K> }
} & (Work | Later)

/** The code of a controller. */
export type Work =
  | {
      /**
       * Reconciles one key. It runs after the change that woke it, never inside the write. If it throws a StatusError,
       * it is retried with exponential backoff; any other exception is a fault and is reported.
       */
      readonly reconcile: Reconcile
    }
  | {
      /** The same with writes that are steps. */
      readonly reconcileInSteps: ReconcileInSteps
    }

/** The code of a controller in a separate module, which is loaded when the controller is first woken. */
type Later = { readonly load: () => Promise<Work> }

type Result = Again | undefined | void

/**
 * Reconciles one key: synchronously, in steps between which other requests are answered and each of which is told
 * whether others have written anything since the previous one, or asynchronously.
 */
export type Reconcile = (key: Key, world: World) => Result | Generator<undefined, Result, boolean> | Promise<Result>

/** Reconciles one key in steps. A `yield` of its own returns whether others have written since the last one. */
export type ReconcileInSteps = (key: Key, world: WorldInSteps) => Result | Steps<Result>
