import type { EnvState } from '../../base/time/env.js'
import type { Broken } from '../../server/journal/note.js'
import type { Acted, By, JournalEntry, JournalReply } from '../../server/journal/types.js'
import type { ContainerMatch, ContainerPlay } from '../../rest/containers/types.js'
import type { RequestVerb } from '../../model/call/call.js'
import type { WatchTexts } from '../../model/call/watch-event.js'
import type { WatchControl } from '../../rest/watch/open-watch.js'
import type { WatchLogEntry } from '../../rest/watch/watch-log.js'
import type { Identity, KubeObject } from '../../schema/object.js'

/** The version of the Bundle format. */
export const FORMAT = 1

/**
 * What happened in a cluster, as plain JSON: the objects at its beginning, each change since, and each request. The
 * state at a revision is `start` with all changes up to that revision applied.
 */
export type Bundle = {
  readonly format: typeof FORMAT
  readonly versions: {
    /** The release of fakecluster that wrote it. */
    readonly fakecluster: string
    /** The release of Kubernetes that is simulated, such as `v1.33.13`. */
    readonly kubernetes: string
  }
  /** The time it was made: milliseconds since 1970 on the cluster's clock. */
  readonly made: number
  /** Whether the values of Secrets and tokens are included, or replaced by `masked`. */
  readonly secrets: 'masked' | 'shown'
  readonly profile: 'kubernetes' | 'example'
  readonly clock: 'virtual' | 'system'
  /** The seed of UIDs and randomness; absent if they are random. */
  readonly seed?: number
  /** The controllers that ran when it was made. */
  readonly controllers: readonly string[]
  /** The kinds of all objects in it. */
  readonly kinds: readonly BundleKind[]
  /** The first revision whose state is included, that of `start`; with the option `since`, that revision. */
  readonly from: number
  /** The last revision. */
  readonly to: number
  /** All objects at `from`, by kind, namespace and name; empty with the option `since`. */
  readonly start: readonly BundleObject[]
  /** The changes, oldest first. */
  readonly changes: readonly BundleChange[]
  /** The requests in the journal, oldest first. */
  readonly requests: readonly BundleRequest[]
  /** Number of older requests that are no longer in the journal. */
  readonly dropped: number
  /** The registered hooks, in order of registration. */
  readonly hooks: readonly BundleHook[]
  /** What containers log by the scripts in force, in order of precedence; absent if no script says it. */
  readonly logs?: readonly BundleLogs[]
  /** The open watches, in the order they were opened. */
  readonly watches: readonly BundleWatch[]
  /**
   * The events that watches sent, ended watches included, oldest first: of the whole run with a reporter, else since a
   * Bundle was first asked for.
   */
  readonly told: readonly BundleTold[]
  /** What `fromBundle` and `replay` continue from; absent with the option `since`. */
  readonly engine?: BundleEngine
}

/** The state, besides the objects, that a cluster continues from. */
export type BundleEngine = {
  /** The clock, ids and randomness at `from`, and when the Bundle was made. */
  readonly env: { readonly from: EnvState; readonly to: EnvState }
  /** The options it was created with that affect the outcome of requests. */
  readonly options: {
    readonly featureGates?: { readonly [gate: string]: boolean | undefined }
    readonly runtimeConfig?: { readonly [api: string]: boolean }
    readonly enableAdmissionPlugins?: readonly string[]
    readonly disableAdmissionPlugins?: readonly string[]
    /** As it was given; the files that it names are read again. */
    readonly admissionConfiguration?: unknown
    readonly agents?: { readonly nodes?: unknown }
    readonly reconcileLimit?: number
  }
  /** Names of options it was created with that cannot be written, such as `kinds`; `fromBundle` needs them again. */
  readonly code: readonly string[]
  /** The container scripts in force at `from`. */
  readonly containers: readonly unknown[]
  /** The controllers at `from`: built-in ones, and the program's own. */
  readonly controllers: { readonly builtIn: readonly string[]; readonly own: readonly string[] }
  /** The hooks registered at `from`, per phase in the order they are asked, with their counters. */
  readonly hooks: readonly (WrittenHook & {
    readonly count: { readonly calls: number; readonly decided: number; readonly turns: number }
  })[]
  /** What the program did other than requests; the oldest are missing if `isCut`. */
  readonly acts: readonly BundleAct[]
  readonly isCut?: true
  /** The state of controllers at `from`, and when the Bundle was made. */
  readonly memory: { readonly from: unknown; readonly to: unknown }
}

/** A kind, as discovery and tables describe it. */
export type BundleKind = {
  readonly apiVersion: string
  readonly kind: string
  /** The plural name, as in paths. */
  readonly resource: string
  /** The table that its objects are stored in: group and plural, shared by all versions. */
  readonly table: string
  readonly namespaced: boolean
  readonly shortNames: readonly string[]
  /** The columns of its tables, in the order of `cells`. */
  readonly columns: readonly BundleColumn[]
}

/** A column of the server's tables. */
export type BundleColumn = {
  readonly name: string
  readonly type: string
  readonly format: string
  /** 0 for columns of every view, more for those of the wide view. */
  readonly priority: number
  readonly description: string
}

/**
 * The cells of an object's row in the server's table. Ages are relative to the time of the change, those of initial
 * objects to `made`.
 */
export type Cells = readonly (string | number | boolean | null)[]

/** An object and its row. */
export type BundleObject = {
  readonly object: KubeObject
  readonly cells: Cells
  /** The object is one that every server creates at start, and is unchanged. */
  readonly bootstrap?: true
}

/** One change of one object. */
export type BundleChange = Identity & {
  readonly revision: number
  /** Milliseconds since 1970 on the cluster's clock. */
  readonly time: number
  readonly type: 'added' | 'changed' | 'removed'
  /** The object after the change, and its row; absent if it was removed. */
  readonly object?: KubeObject
  readonly cells?: Cells
  /**
   * Sequence number of the request that made it; absent for loaded objects, for heartbeats of nodes, and if the request
   * is no longer in the journal.
   */
  readonly request?: number
  /** The writer, if there is no request. */
  readonly by?: BundleWriter
}

/** The writer of an object. */
export type BundleWriter = {
  /** The field manager: `fixtures` for loaded objects. */
  readonly manager: string
  /** The controller that wrote it. */
  readonly controller?: string
}

/** A request as in the journal, with revisions in place of objects, and without fields that are unknown. */
export type BundleRequest = Omit<JournalEntry, 'changes' | 'reply' | Unknown> & {
  /** Milliseconds until the response; absent if there is none yet. */
  readonly duration?: number
  readonly verb?: RequestVerb
  /** The parsed body; absent if there was none, if it was too long to keep, and for built-in controllers. */
  readonly body?: unknown
  readonly code?: number
  /** For requests of controllers: the controller, and the change that triggered it. */
  readonly by?: By
  readonly reply?: BundleReply
  /** The id of the watch that it opened. */
  readonly watch?: string
  /** What else the request contained, for `replay`. */
  readonly sent?: BundleSent
  /** The effects of hook functions on it, for `replay`. */
  readonly effects?: readonly BundleEffect[]
  /** The invariant that refused one of its writes, for `replay`. */
  readonly broken?: Broken
}

/**
 * The contents of a request that the journal does not show: options if it was decoded to a call, else headers and body.
 */
export type BundleSent =
  | {
      readonly type: 'call'
      /** The options that differ from their defaults. */
      readonly options?: { readonly [name: string]: unknown }
      readonly patch?: 'json' | 'merge' | 'strategic' | 'apply'
      /** The parser's error for a malformed patch. */
      readonly error?: string
      readonly duplicates?: readonly string[]
      /** Whether its body was too long to keep. */
      readonly isCut?: boolean
      /** The user, unless it was the administrator. */
      readonly user?: { readonly name: string; readonly groups: readonly string[] }
    }
  | { readonly type: 'http'; readonly accept?: string; readonly contentType?: string; readonly body?: string }

/** A hook as it was registered. */
export type WrittenHook = {
  readonly id: number
  readonly phase: string
  readonly match: object
  /** Whether a function, too, decides which requests it matches. */
  readonly byCode?: true
  /** Its action; absent if that is a function. */
  readonly then?: unknown
  readonly options: unknown
  readonly site: string
}

/** The effect of a hook function on a request. */
export type BundleEffect = {
  readonly hook: number
  /** Milliseconds after the request arrived. */
  readonly after?: number
  readonly thrown?: true
  readonly result:
    | { readonly type: 'nothing' | 'given' }
    | { readonly type: 'value'; readonly value: unknown }
    | { readonly type: 'call'; readonly options: unknown; readonly body?: unknown }
    | { readonly type: 'error'; readonly message: string }
}

/** Something the program did other than a request: the number of the last request before it, and its time. */
export type BundleAct = { readonly after: number; readonly time: number } & (
  | { readonly type: 'added'; readonly hooks: readonly WrittenHook[] }
  | { readonly type: 'removed'; readonly hook: number }
  /** Of each watch that the hook holds, `count` events were released, or all from then on. */
  | { readonly type: 'released'; readonly hook: number; readonly count: number | 'all' }
  | { readonly type: 'loaded'; readonly from: number; readonly to: number; readonly env: EnvState }
  /** The container scripts in force from then on. */
  | { readonly type: 'played'; readonly scripts: readonly unknown[] }
  /** Continue tokens were expired. */
  | { readonly type: 'caught up' }
  | { readonly type: 'tokens' }
  /** The input of a session that was attached to a container ended. */
  | { readonly type: 'detached'; readonly namespace: string; readonly pod: string; readonly containerID: string }
  /** An open watch was controlled. */
  | ({ readonly type: 'watch'; readonly watch: string } & WatchControl)
)

type Unknown = 'duration' | 'verb' | 'body' | 'code' | 'by'

/** The response to a request: a stored object is given by its revision, an object that was never stored as a whole. */
export type BundleReply =
  | Exclude<JournalReply, { readonly type: 'object' }>
  | ({ readonly type: 'object'; readonly revision: number } & Identity)
  | { readonly type: 'object'; readonly object: KubeObject }

/** The lines of a container script, and the containers that log them. */
export type BundleLogs = ContainerMatch & Required<Pick<ContainerPlay, 'logs'>>

/** A registered hook. */
export type BundleHook = {
  readonly id: string
  readonly phase: string
  /** Its match; a function in it is replaced by the text `a function`. */
  readonly match: unknown
  /** Its action; a function is replaced by the text `a function`. */
  readonly then: unknown
  /** Its options, such as how often it acts. */
  readonly options: unknown
  /** The call site of its registration, as in {@link Acted}. */
  readonly site: Acted['site']
  /** How often it has fired. */
  readonly calls: number
  /** Number of watches that wait for it to release events. */
  readonly holding: number
}

/** An event that a watch sent, or its opening, cut or end. */
export type BundleTold = WatchLogEntry

/** An open watch. */
export type BundleWatch = WatchTexts & {
  /** Whether events wait until they are released, even if none is waiting now. */
  readonly holding: boolean
  /** The first event that waits; absent if none does. */
  readonly held?: { readonly type: string; readonly revision?: number }
}
