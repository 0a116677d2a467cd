import type { EnvState } from '../base/env.js'
import type { Broken } from '../journal/note.js'
import type { Acted, By, JournalEntry, JournalReply } from '../journal/types.js'
import type { RequestVerb } from '../api/target.js'
import type { WatchControl } from '../rest/watch/open-watch.js'
import type { Told } from '../rest/watch/told.js'
import type { Identity } from '../schema/identity.js'
import type { KubeObject } from '../schema/object.js'

/** The form of a Bundle that is written and read. */
export const FORMAT = 1

/**
 * What happened in a cluster, as one value of plain JSON: what there was at its beginning, each change since, and each
 * request. The state at a revision is `start`, and after it every change up to that revision.
 */
export type Bundle = {
  readonly format: typeof FORMAT
  readonly versions: {
    /** The release of fakecluster that wrote it. */
    readonly fakecluster: string
    /** The release of Kubernetes that it stands in for, such as `v1.33.13`. */
    readonly kubernetes: string
  }
  /** When it was made: milliseconds since 1970 on the cluster's clock. */
  readonly made: number
  /** Whether the values of Secrets and tokens are there, or `masked` in their place. */
  readonly secrets: 'masked' | 'shown'
  readonly profile: 'kubernetes' | 'example'
  readonly clock: 'virtual' | 'system'
  /** What decides ids and randomness; absent where chance does. */
  readonly seed?: number
  /** The controllers at work when it was made. */
  readonly controllers: readonly string[]
  /** The kinds of everything that is in it. */
  readonly kinds: readonly BundleKind[]
  /**
   * The first revision whose state can be told: that of `start`. Where only what is newer was asked for, the revision
   * named there.
   */
  readonly from: number
  /** The last. */
  readonly to: number
  /** All objects at `from`, by kind, namespace and name; none where only what is newer was asked for. */
  readonly start: readonly BundleObject[]
  /** Oldest first. */
  readonly changes: readonly BundleChange[]
  /** The requests the journal holds, oldest first. */
  readonly requests: readonly BundleRequest[]
  /** How many older ones it holds no longer. */
  readonly dropped: number
  /** The hooks in force, in the order they were registered. */
  readonly hooks: readonly BundleHook[]
  /** The watches that are open, in the order they were opened. */
  readonly watches: readonly BundleWatch[]
  /**
   * What watches were told, also those that have ended, oldest first: all of a run with a reporter, else from when a
   * Bundle was first asked for.
   */
  readonly told: readonly BundleTold[]
  /** What `fromBundle` and `replay` go on from; absent where only what is newer was asked for. */
  readonly engine?: BundleEngine
}

/** What a cluster goes on from, besides its objects. */
export type BundleEngine = {
  /** The clock, ids and chance at `from`, and when the Bundle was made. */
  readonly env: { readonly from: EnvState; readonly to: EnvState }
  /** The options it was made with that change how requests end. */
  readonly options: {
    readonly featureGates?: { readonly [gate: string]: boolean | undefined }
    readonly disableAdmissionPlugins?: readonly string[]
    readonly agents?: { readonly nodes?: unknown }
  }
  /** The options it was made with that cannot be written, such as `kinds`: who reads it gives them again. */
  readonly code: readonly string[]
  /** What scripts said of containers at `from`. */
  readonly containers: readonly unknown[]
  /** Controllers at work at `from`: those that are built in, and those of a program. */
  readonly controllers: { readonly builtIn: readonly string[]; readonly own: readonly string[] }
  /** The hooks in force at `from`, those of each phase in the order they are asked, and how often each had come up. */
  readonly hooks: readonly (WrittenHook & {
    readonly count: { readonly calls: number; readonly decided: number; readonly turns: number }
  })[]
  /** What the program did besides asking; not whole where `isCut`. */
  readonly acts: readonly BundleAct[]
  readonly isCut?: true
  /** What controllers remembered at `from`, and when the Bundle was made. */
  readonly memory: { readonly from: unknown; readonly to: unknown }
}

/** A kind, as a client is told of it. */
export type BundleKind = {
  readonly apiVersion: string
  readonly kind: string
  /** Its plural, as in paths. */
  readonly resource: string
  /** Where its objects are stored: group and plural, which its versions share. */
  readonly table: string
  readonly namespaced: boolean
  readonly shortNames: readonly string[]
  /** The columns of its tables, in the order of `cells`. */
  readonly columns: readonly BundleColumn[]
}

/** A column of the server's own tables. */
export type BundleColumn = {
  readonly name: string
  readonly type: string
  readonly format: string
  /** 0 in every view, more in the wide one. */
  readonly priority: number
  readonly description: string
}

/**
 * The cells of an object's row in the server's own table of that moment. Ages count to the time of the change, of
 * objects at the start to `made`.
 */
export type Cells = readonly (string | number | boolean | null)[]

/** An object, and its row. */
export type BundleObject = {
  readonly object: KubeObject
  readonly cells: Cells
  /** Every server has it from the start, and nobody has changed it. */
  readonly bootstrap?: true
}

/** One change of one object. */
export type BundleChange = Identity & {
  readonly revision: number
  /** Milliseconds since 1970 on the cluster's clock. */
  readonly time: number
  readonly type: 'added' | 'changed' | 'removed'
  /** The object after it, and its row; absent where it was removed. */
  readonly object?: KubeObject
  readonly cells?: Cells
  /**
   * Sequence number of the request that made it; absent for what was loaded, for signs of life of nodes, and where the
   * journal no longer holds the request.
   */
  readonly request?: number
  /** Who made it, where no request says so. */
  readonly by?: BundleWriter
}

/** Who wrote an object. */
export type BundleWriter = {
  /** The name the write is recorded under: `fixtures` for what was loaded. */
  readonly manager: string
  /** The controller that wrote it. */
  readonly controller?: string
}

/** One request, as the journal tells it, with revisions in place of objects. What is not known is absent. */
export type BundleRequest = Omit<JournalEntry, 'changes' | 'reply' | Unknown> & {
  /** Milliseconds until it was answered; absent while it is not. */
  readonly duration?: number
  readonly verb?: RequestVerb
  /** What was sent, parsed; absent for none, for one too long to be kept, and of controllers that are built in. */
  readonly body?: unknown
  readonly code?: number
  /** Of requests of controllers: which one, and the change that woke it. */
  readonly by?: By
  readonly reply?: BundleReply
  /** The id of the watch that it opened. */
  readonly watch?: string
  /** What else it said, for `replay`. */
  readonly sent?: BundleSent
  /** What the functions of hooks made of it, for `replay`. */
  readonly effects?: readonly BundleEffect[]
  /** The invariant that refused a write of it, for `replay`. */
  readonly broken?: Broken
}

/** What a request said that the journal does not tell: of one that was read its options, of others their headers. */
export type BundleSent =
  | {
      readonly type: 'call'
      /** Those that are not as they are where a request says nothing. */
      readonly options?: { readonly [name: string]: unknown }
      readonly patch?: 'json' | 'merge' | 'strategic' | 'apply'
      /** What the parser said of a patch that is none. */
      readonly error?: string
      readonly duplicates?: readonly string[]
      /** Its body was too long to be kept. */
      readonly isCut?: boolean
      /** Who asked, where that was not the administrator. */
      readonly user?: { readonly name: string; readonly groups: readonly string[] }
    }
  | { readonly type: 'http'; readonly accept?: string; readonly contentType?: string; readonly body?: string }

/** A hook as it was registered. */
export type WrittenHook = {
  readonly id: number
  readonly phase: string
  readonly match: object
  /** A function tells too which requests it is for. */
  readonly byCode?: true
  /** What it does; absent where a function does. */
  readonly then?: unknown
  readonly options: unknown
  readonly site: string
}

/** What the function of a hook made of a request. */
export type BundleEffect = {
  readonly hook: number
  /** Milliseconds after the request came. */
  readonly after?: number
  readonly thrown?: true
  readonly result:
    | { readonly type: 'nothing' | 'given' }
    | { readonly type: 'value'; readonly value: unknown }
    | { readonly type: 'call'; readonly options: unknown; readonly body?: unknown }
    | { readonly type: 'error'; readonly message: string }
}

/** Something the program did besides asking: after which request, and when. */
export type BundleAct = { readonly after: number; readonly time: number } & (
  | { readonly type: 'added'; readonly hooks: readonly WrittenHook[] }
  | { readonly type: 'removed'; readonly hook: number }
  /** So many events of each watch that waited for a hook were let go on, or all from then on. */
  | { readonly type: 'released'; readonly hook: number; readonly count: number | 'all' }
  | { readonly type: 'loaded'; readonly from: number; readonly to: number; readonly env: EnvState }
  /** What scripts said of containers from then on. */
  | { readonly type: 'played'; readonly scripts: readonly unknown[] }
  /** Continue tokens were taken back. */
  | { readonly type: 'tokens' }
  /** What was done to an open watch. */
  | ({ readonly type: 'watch'; readonly watch: string } & WatchControl)
)

type Unknown = 'duration' | 'verb' | 'body' | 'code' | 'by'

/**
 * What a request was answered with: an object by the revision it was written at, or whole where it was never stored so.
 */
export type BundleReply =
  | Exclude<JournalReply, { readonly type: 'object' }>
  | ({ readonly type: 'object'; readonly revision: number } & Identity)
  | { readonly type: 'object'; readonly object: KubeObject }

/** A hook in force. */
export type BundleHook = {
  readonly id: string
  readonly phase: string
  /** What it is for; a function in it is the text `a function`. */
  readonly match: unknown
  /** What it does; one that is a function is the text `a function`. */
  readonly then: unknown
  /** How often it acts. */
  readonly options: unknown
  /** Where it was registered, as {@link Acted} names it. */
  readonly site: Acted['site']
  /** How often it has fired. */
  readonly calls: number
  /** How many watches wait for what it holds. */
  readonly holding: number
}

/** An event that a watch was told, or that it was opened, was cut, or has ended. */
export type BundleTold = Told

/** An open watch. */
export type BundleWatch = {
  readonly id: string
  readonly kind: string
  readonly apiVersion: string
  /** Empty for all namespaces. */
  readonly namespace: string
  /** Of a watch of one object by its path; else empty. */
  readonly name: string
  readonly labelSelector: string
  readonly fieldSelector: string
  readonly user: string
  readonly userAgent: string
  /** How far it has been told: the revision of the last object or bookmark sent, or where it began. */
  readonly resourceVersion: string
  /** Whether each event waits until it is released, also while there is none. */
  readonly holding: boolean
  /** The event that waits, and all after it with it; absent where none does. */
  readonly held?: { readonly type: string; readonly revision?: number }
}
