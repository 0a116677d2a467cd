import type { WatchDecision } from '../../rest/context.js'
import type { Options } from '../../model/call/options.js'
import type { Call, Rival, Stale } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { WatchEvent } from '../../model/call/watch-event.js'
import type { Mutable, ObjectOf, PatchOf } from '../../kinds/object-types.js'
import type { HookOptions } from './frequency.js'
import type { RequestMatch, WatchMatch, WebhookMatch } from './match.js'
import type { StatusLike } from './status.js'

/** Milliseconds, or a text such as `200ms`, `1.5s`, `1m30s`. */
export type Duration = number | string

/** Changes to a request before it is executed. */
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
 * An action before anything is read or written. A delay comes first.
 *
 * - `status`: reply with this status instead
 * - `cut`: break the connection
 * - `hang`: never reply
 * - `rewrite`: continue with a changed request
 * - `stale`: serve a get or list from an older revision
 * - `rival`: another client writes the object just before this create, update, patch or delete does
 * - `expire`: reply 410 to a list with a continue token, as if the token had expired
 * - `pass`: leave the request alone
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
 * An action after the request was executed, successfully or not. A delay comes first.
 *
 * - `status`: reply with this status instead
 * - `cut`: break the connection
 * - `lose`: break the connection if the request succeeded; a failed one is left to the next hook
 * - `hang`: never reply
 * - `malformed`: send a body that is not valid JSON: half of it, or this text
 * - `truncate`: break the connection in the middle of the body, or after this many bytes of it
 * - `pass`: leave the reply alone
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
 * An action at admission, inside the transaction: reject the object, change it with a merge patch, or leave it alone. A
 * deletion can only be rejected.
 */
export type AdmitAction<K extends string = string> = OneOf<{
  status: StatusLike
  patch: PatchOf<ObjectOf<K>>
  pass: true
}>
/**
 * An action on a watch event.
 *
 * - `hold`: hold it, and all later ones, for this long; `true` means until the hook's handle releases it
 * - `drop`: never send it
 * - `repeat`: send it this many additional times
 * - `reorder`: send it after this many later events
 * - `lag`: send it once this many later changes of the kind have happened
 * - `slow`: send it at the earliest this long after the previous one
 * - `cut`: break the connection before it, or in the middle of its line
 * - `expire`: end the watch with 410 Expired instead
 * - `end`: end the watch as a timeout would
 * - `status`: end the watch with this failure
 * - `pass`: send it unchanged
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

/**
 * An action on a call of a webhook. A delay comes first, by the cluster's clock.
 *
 * - `status`: its server answers with this failure
 * - `refuse`: refuse the connection
 * - `cut`: break the connection before the reply
 * - `truncate`: break the connection in the middle of the reply
 * - `hang`: never reply
 * - `malformed`: reply with half of the review
 * - `wrongUid`: reply to another review
 * - `pass`: leave the call alone
 */
export type WebhookAction = Delayable<{
  status: StatusLike
  refuse: true
  cut: true
  truncate: true
  hang: true
  malformed: true
  wrongUid: true
  pass: true
}>

type Nothing = undefined | void

/** May reply or change the request; undefined leaves it to the next hook. */
export type BeforeFunction = (call: Call) => BeforeResult | Promise<BeforeResult>
export type BeforeResult = Call | Outcome | BeforeAction | StatusLike | Nothing
/** May replace the outcome; undefined leaves it to the next hook. */
export type AfterFunction<K extends string = string> = (
  call: Call,
  outcome: Outcome<ObjectOf<K>>,
) => AfterResult | Promise<AfterResult>
export type AfterResult = Outcome | AfterAction | StatusLike | Nothing
/**
 * Returns the object to continue with, or rejects it; undefined leaves it to the next hook. Runs inside the
 * transaction, so it must be synchronous. For a deletion `next` is `old`.
 */
export type AdmitFunction<K extends string = string> = (
  old: ObjectOf<K> | undefined,
  next: ObjectOf<K>,
  call: Call,
) => AdmitResult<K>
export type AdmitResult<K extends string = string> = Mutable<ObjectOf<K>> | AdmitAction<K> | StatusLike | Nothing
/**
 * Decides on an event; undefined leaves it to the next hook. `send` replaces it with other events. Must be synchronous.
 */
export type WatchFunction = (event: WatchEvent, call: Call) => WatchResult
export type WatchResult =
  Extract<WatchDecision, string> | { readonly send: readonly WatchEvent[] } | WatchAction | Nothing

/**
 * Decides on a call of a webhook, by its name and the request it is for; undefined leaves it to the next hook. Must be
 * synchronous.
 */
export type WebhookFunction = (webhook: string, call: Call) => WebhookAction | StatusLike | Nothing

/**
 * The phases in which hooks act: before a request is executed, inside a write, after the request, on watch events, and
 * on calls of webhooks.
 */
export type ActingPhase = 'before' | 'admit' | 'after' | 'watch' | 'webhook'
/** The phases, and the expectations of requests. */
export type Phase = ActingPhase | 'expect'
/** The matches of each phase. */
export type Matches = {
  readonly before: RequestMatch
  readonly admit: RequestMatch
  readonly after: RequestMatch
  readonly watch: WatchMatch
  readonly webhook: WebhookMatch
  readonly expect: RequestMatch
}
/** The actions of each phase. */
export type Actions = {
  readonly before: BeforeAction
  readonly admit: AdmitAction
  readonly after: AfterAction
  readonly watch: WatchAction
  readonly webhook: WebhookAction
  readonly expect: { readonly pass: true }
}
/** The functions of each phase. */
export type Functions = {
  readonly before: BeforeFunction
  readonly admit: AdmitFunction
  readonly after: AfterFunction
  readonly watch: WatchFunction
  readonly webhook: WebhookFunction
  readonly expect: never
}

type RecordOf<P extends ActingPhase> = { readonly [K in P]: Matches[K] } & {
  readonly [K in Exclude<Phase, P>]?: undefined
} & HookOptions & {
    readonly then: Actions[P]
  }

/** An expected request, as data. */
type ExpectRecord = { readonly expect: RequestMatch; readonly times?: number } & {
  readonly [K in ActingPhase | 'then']?: undefined
}

/**
 * A hook as data, the form used in scripts: the phase contains the match, `then` the action.
 *
 * @example
 * { before: { verb: 'update', kind: 'Lease' }, times: 1, then: { status: 'Conflict' } }
 */
export type HookRecord = { [P in ActingPhase]: RecordOf<P> }[ActingPhase] | ExpectRecord
