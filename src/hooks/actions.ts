import type { WatchDecision } from '../rest/context.js'
import type { Options } from '../base/options.js'
import type { Call, Rival, Stale } from '../api/call.js'
import type { Outcome } from '../api/outcome.js'
import type { WatchEvent } from '../api/watch-event.js'
import type { Mutable, ObjectOf, PatchOf } from '../kinds/object-types.js'
import type { HookOptions } from './frequency.js'
import type { RequestMatch, WatchMatch } from './match.js'
import type { StatusLike } from './status.js'

/** Milliseconds, or a text such as `200ms`, `1.5s`, `1m30s`. */
export type Duration = number | string

/** What a request becomes before it is carried out. */
export type Rewrite = {
  /** A merge patch (RFC 7386) of the request's body. */
  readonly body?: { readonly [member: string]: unknown }
  readonly options?: Partial<Options>
}

type OneOf<T> = {
  [K in keyof T]: { readonly [P in K]: T[P] } & { readonly [P in Exclude<keyof T, K>]?: undefined }
}[keyof T]
type Delayable<T> =
  (OneOf<T> & { readonly delay?: Duration }) | ({ readonly [P in keyof T]?: undefined } & { readonly delay: Duration })

/**
 * Before anything is read or written. A delay comes first.
 *
 * - `status`: answer with this instead
 * - `cut`: break the connection
 * - `hang`: never answer
 * - `rewrite`: go on with another request
 * - `stale`: answer a get or list from an older revision
 * - `rival`: somebody else writes the object just before this create, update, patch or delete does
 * - `expire`: answer a list that continues with 410, as if its token were too old
 * - `pass`: leave it alone
 */
export type BeforeAction = Delayable<{
  status: StatusLike
  cut: true
  hang: true
  rewrite: Rewrite | ((call: Call) => Call)
  stale: Stale
  rival: Rival
  expire: true
  pass: true
}>
/**
 * After the verb has run, whether it failed or not. A delay comes first.
 *
 * - `status`: answer with this instead
 * - `cut`: break the connection
 * - `lose`: break the connection if the request succeeded; one that failed is left to the next hook
 * - `hang`: never answer
 * - `malformed`: send a body that is no JSON: half of it, or this text
 * - `truncate`: break the connection in the middle of the body, or after so many bytes of it
 * - `pass`: leave it alone
 */
export type AfterAction = Delayable<{
  status: StatusLike
  cut: true
  lose: true
  hang: true
  malformed: true | string
  truncate: true | number
  pass: true
}>
/**
 * At admission, inside the transaction: refuse the object, change it by a merge patch, or leave it alone. A deletion
 * can only be refused.
 */
export type AdmitAction<K extends string = string> = OneOf<{
  status: StatusLike
  patch: PatchOf<ObjectOf<K>>
  pass: true
}>
/**
 * For an event of a watch.
 *
 * - `hold`: hold it, and all after it, for so long; `true` is until the hook's handle releases it
 * - `drop`: never send it
 * - `repeat`: send it so many times more
 * - `reorder`: send it only after so many of the events that follow
 * - `lag`: send it only once so many later changes of the kind have happened
 * - `slow`: send it no sooner than so long after the one before
 * - `cut`: break the connection before it, or in the middle of its line
 * - `expire`: end the watch with 410 Expired in its place
 * - `end`: end the watch as a timeout would
 * - `status`: end the watch with this failure
 * - `pass`: let it through
 */
export type WatchAction = OneOf<{
  hold: Duration | true
  drop: true
  repeat: true | number
  reorder: true | number
  lag: number
  slow: Duration
  cut: true | 'mid-line'
  expire: true
  end: true
  status: StatusLike
  pass: true
}>

type Nothing = undefined | void

/** May answer with anything; undefined leaves the request to the next hook. */
export type BeforeFunction = (call: Call) => BeforeResult | Promise<BeforeResult>
export type BeforeResult = Call | Outcome | BeforeAction | StatusLike | Nothing
/** May replace the outcome; undefined leaves it to the next hook. */
export type AfterFunction<K extends string = string> = (
  call: Call,
  outcome: Outcome<ObjectOf<K>>,
) => AfterResult | Promise<AfterResult>
export type AfterResult = Outcome | AfterAction | StatusLike | Nothing
/**
 * Returns the object to go on with, or refuses it; undefined leaves it to the next hook. Runs inside the transaction,
 * so it cannot wait. In a deletion `next` is `old`.
 */
export type AdmitFunction<K extends string = string> = (
  old: ObjectOf<K> | undefined,
  next: ObjectOf<K>,
  call: Call,
) => AdmitResult<K>
export type AdmitResult<K extends string = string> = Mutable<ObjectOf<K>> | AdmitAction<K> | StatusLike | Nothing
/** Decides on an event; undefined leaves it to the next hook. `send` sends others in its place. Cannot wait. */
export type WatchFunction = (event: WatchEvent, call: Call) => WatchResult
export type WatchResult =
  Extract<WatchDecision, string> | { readonly send: readonly WatchEvent[] } | WatchAction | Nothing

/** When hooks act: before a request is carried out, inside a write, after it, and at each event of a watch. */
export type ActingPhase = 'before' | 'admit' | 'after' | 'watch'
/** The phases, and requests that are only expected to come. */
export type Phase = ActingPhase | 'expect'
/** What each phase is matched by. */
export type Matches = {
  readonly before: RequestMatch
  readonly admit: RequestMatch
  readonly after: RequestMatch
  readonly watch: WatchMatch
  readonly expect: RequestMatch
}
/** What each phase can be told to do. */
export type Actions = {
  readonly before: BeforeAction
  readonly admit: AdmitAction
  readonly after: AfterAction
  readonly watch: WatchAction
  readonly expect: { readonly pass: true }
}
/** The functions of each phase. */
export type Functions = {
  readonly before: BeforeFunction
  readonly admit: AdmitFunction
  readonly after: AfterFunction
  readonly watch: WatchFunction
  readonly expect: never
}

type RecordOf<P extends ActingPhase> = { readonly [K in P]: Matches[K] } & {
  readonly [K in Exclude<Phase, P>]?: undefined
} & HookOptions & {
    readonly then: Actions[P]
  }

/** A request that is expected, as data. */
type ExpectRecord = { readonly expect: RequestMatch; readonly times?: number } & {
  readonly [K in ActingPhase | 'then']?: undefined
}

/**
 * A hook as data, the form scripts are written in: the phase holds what it is for, `then` what it does.
 *
 * @example
 * { before: { verb: 'update', kind: 'Lease' }, times: 1, then: { status: 'Conflict' } }
 */
export type HookRecord = { [P in ActingPhase]: RecordOf<P> }[ActingPhase] | ExpectRecord
