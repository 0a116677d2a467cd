import type { DeleteOptions, ListOptions, PatchOptions, Ref, WriteOptions } from '../../client/types.js'
import type { DraftOf, Given, KindWord, Mutable, ObjectOf, Patch, PatchOf } from '../../kinds/object-types.js'
import type { Simulation } from '../../agents/simulation.js'
import type { AccountTokens } from '../../registry/account-tokens.js'
import type { FeatureGates } from '../../registry/feature-gates.js'
import type { Profile } from '../../registry/profile.js'
import type { Identity } from '../../schema/identity.js'
import type { KubeObject } from '../../schema/object.js'

/** Which object a reconciliation is about; it may be gone, or never have been. */
export type Key = Identity

/** How many replicas an object wants and has, and what selects them. */
export type Scale = KubeObject & {
  readonly spec?: { readonly replicas?: number }
  readonly status?: { readonly replicas?: number; readonly selector?: string }
}

/** One change of one object, as a controller sees it; of an object of any kind where none is named. */
export type ObjectChange<K extends string = string> = {
  /** The object before; undefined when it was created. */
  readonly prev: ObjectOf<K> | undefined
  /** The object after; undefined when it was removed. */
  readonly next: ObjectOf<K> | undefined
  /** Set where it is a sign of life of a simulated node, which changes nothing but times. */
  readonly heartbeat?: boolean
  /** Set where a fixture states the object as it is after. */
  readonly stated?: boolean
}

/** What a controller may look at, as of now. */
export type Reader = {
  /** Milliseconds since 1970, by the cluster's clock. */
  readonly now: () => number
  /** A number from 0 up to, not including, 1; decided by the seed. */
  readonly random: () => number
  readonly profile: Profile
  readonly featureGates: FeatureGates
  /** What is played of nodes, by the options of the cluster. */
  readonly simulation: Simulation
  /**
   * What signs tokens of service accounts. Where it has to load first, what is reconciled is so once more from its
   * beginning.
   */
  readonly accounts: Pick<AccountTokens, 'issue'>
  /**
   * One object; undefined where there is none. A kind is named (`Lease`), or with its apiVersion
   * (`apps/v1/Deployment`).
   */
  readonly get: <T = never, K extends KindWord = string>(kind: K, ref: Ref) => Given<NoInfer<T>, K> | undefined
  /**
   * How many replicas an object wants and has, whatever its kind (`/scale`).
   *
   * @throws StatusError 404 where there is no such object, or its kind has no scale
   */
  readonly scaleOf: (kind: string, ref: Ref) => Scale
  /** Objects in order of their keys. */
  readonly list: <T = never, K extends KindWord = string>(
    kind: K,
    options?: ListOptions,
  ) => readonly Given<NoInfer<T>, K>[]
  /** Whether a kind is served, named as in `get`. The other methods throw where it is not. */
  readonly serves: (kind: string) => boolean
  /** The resource an object is one of: `{ group: 'coordination.k8s.io', resource: 'leases', namespaced: true }`. */
  readonly resourceOf: (object: Pick<KubeObject, 'apiVersion' | 'kind'>) => {
    readonly group: string
    readonly resource: string
    readonly namespaced: boolean
  }
  /** The kind of a resource, in the version preferred; undefined where it is not served. */
  readonly kindOf: (resource: {
    readonly group: string
    readonly resource: string
  }) => { readonly apiVersion: string; readonly kind: string; readonly namespaced: boolean } | undefined
  /** Every object of a namespace, of every stored kind; of all namespaces and the cluster when none is named. */
  readonly everything: (namespace?: string) => Iterable<KubeObject>
  /**
   * Objects, wherever they are, of any kind or of one, that name this uid among their owners; that have any owner at
   * all where none is given.
   */
  readonly dependents: (uid?: string, kind?: string) => readonly KubeObject[]
  /** The Pods, ReplicaSets or ControllerRevisions of a namespace that nobody controls, in order of their keys. */
  readonly orphans: (kind: string, namespace: string) => readonly KubeObject[]
  /**
   * Pods that are on a node, or with an empty name on none, in order of their keys; not a search through all pods. The
   * same list for as long as nothing in it changes.
   */
  readonly podsOn: <T extends KubeObject = ObjectOf<'Pod'>>(node: string) => readonly T[]
  /** Pods on no node of which no scheduler has said that it found none. */
  readonly untriedPods: <T extends KubeObject = ObjectOf<'Pod'>>() => readonly T[]
}

/**
 * What a controller may do while it reconciles. Writes happen at once, each a transaction of its own; a refused one
 * throws its StatusError.
 */
export type World = Reader & {
  readonly create: <T = never, K extends KindWord = string>(
    kind: K,
    object: DraftOf<Given<NoInfer<T>, K>>,
    options?: WriteOptions,
  ) => Given<NoInfer<T>, K>
  readonly update: <T = never, K extends KindWord = string>(
    kind: K,
    object: DraftOf<Given<NoInfer<T>, K>>,
    options?: WriteOptions,
  ) => Given<NoInfer<T>, K>
  /** Reads an object, lets `recipe` change a draft of it, and replaces it. */
  readonly edit: <T = never, K extends KindWord = string>(
    kind: K,
    ref: Ref,
    recipe: (draft: Mutable<Given<NoInfer<T>, K>>) => void,
    options?: WriteOptions,
  ) => Given<NoInfer<T>, K>
  readonly patch: <T = never, K extends KindWord = string>(
    kind: K,
    ref: Ref,
    patch: Patch<Given<NoInfer<T>, K>>,
    options?: PatchOptions,
  ) => Given<NoInfer<T>, K>
  /** Server-side apply, with force. */
  readonly apply: <T = never, K extends KindWord = string>(
    kind: K,
    object: PatchOf<Given<NoInfer<T>, K>>,
    options?: WriteOptions,
  ) => Given<NoInfer<T>, K>
  /** Says how many replicas an object wants, whatever its kind (`/scale`). */
  readonly rescale: (kind: string, ref: Ref, replicas: number) => void
  /** Deletes an object; one that is not there is not an error. */
  readonly delete: (kind: string, ref: Ref, options?: DeleteOptions) => void
  /** Runs one more reconciliation of another key of this controller, after this one. */
  readonly wake: (key: Key) => void
  /**
   * Whether a fixture has just stated the object that woke this key: what it states stands until somebody else changes
   * it.
   */
  readonly stated: boolean
  /** What the controller last remembered of this key; part of every snapshot. */
  readonly memory: unknown
  /** What the controller remembers of another of its keys. */
  readonly recall: (key: Key) => unknown
  /** What the controller remembers of each of its keys. */
  readonly memories: () => Iterable<readonly [key: Key, memory: unknown]>
  /**
   * Stores objects as they are given, all in one transaction: signs of life, which pass by rules, hooks and the
   * journal.
   */
  readonly beat: (objects: readonly KubeObject[]) => void
  /** What any controller last noted under a name; there are at most 4,096 notes. */
  readonly noted: (name: string) => unknown
  /** Notes a value of JSON under a name, for all controllers. */
  readonly note: (name: string, value: unknown) => void
  /** Remembers a value of JSON for this key, or another of this controller; undefined forgets. */
  readonly remember: (value: unknown, key?: Key) => void
  /** What the changes said that woke this key since it was last reconciled ({@link ToldKey}), in their order. */
  readonly told: readonly unknown[]
}

/** When to reconcile again: after milliseconds or a duration (`2s`). Only the last reconciliation's answer counts. */
export type Again = { readonly after: number | string }

/** A key that is woken after so many milliseconds; not later than it was to be already. */
export type LaterKey = { readonly key: Key; readonly after: number }

/** A key that is woken at once, and what its reconciliation is told of the change: a value that nobody changes. */
export type ToldKey = { readonly key: Key; readonly told: unknown }

/** Which keys a change wakes, at once or later; none where it returns none. */
export type MapToKeys<K extends string = string> = {
  // A method, so that a function for the changes of one kind may stand among those of any.
  keys(change: ObjectChange<K>, world: Reader): Iterable<Key | LaterKey | ToldKey>
}['keys']

/**
 * A part of a controller: it is told which objects changed, and brings the world to where it should be. What it does
 * depends on nothing but the objects, the clock and its own memory, so that a snapshot holds all of it.
 */
export type Controller<Kinds extends string = string> = {
  /** In kebab-case. */
  readonly name: string
  /** The user its writes are made as (default `system:kube-controller-manager`). */
  readonly user?: string
  /** The field manager its writes are recorded under (default `kube-controller-manager`). */
  readonly manager?: string
  /** Its writes, or those of objects of these kinds, are not in the journal. */
  readonly quiet?: boolean | readonly string[]
  /**
   * How what was refused is tried again: after so many milliseconds first (default 5), then after twice as long each
   * time, up to so many at last (default 1,000,000), and so often at most (default without end); then not before
   * something wakes the key.
   */
  readonly retries?: { readonly first?: number; readonly last?: number; readonly most?: number }
  /** By kind, what its changes wake: `own` is the object itself. The kind `*` is every kind that is not named. */
  readonly watches: { readonly [K in Kinds]: 'own' | MapToKeys<K> }
} & (Work | Later)

/** What a controller does. */
type Work = {
  /**
   * Does what is to be done for one key. It runs after the change that woke it, never inside it. A StatusError it
   * throws is met by trying again, later each time, as controllers do; any other exception is a fault and is reported.
   */
  readonly reconcile: Reconcile
}

/** What a controller does, in a module that is loaded when it is first woken. */
type Later = { readonly load: () => Promise<Work> }

/** Work of several little steps; after each it is told whether others have written anything meanwhile. */
export type WorkSteps<T> = Generator<undefined, T, boolean>

/** Does what is to be done for one key: at once, in steps between which others are answered, or in its own time. */
export type Reconcile = (
  key: Key,
  world: World,
) => Again | undefined | void | WorkSteps<Again | undefined | void> | Promise<Again | undefined | void>
