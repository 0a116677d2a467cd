import type { WatchDecision } from '../rest/context.js'
import type { Options } from '../base/options.js'
import type { Call, Outcome, WatchEvent } from '../rest/types.js'
import type { KubeObject } from '../schema/object.js'
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

type OneOf<T> = { [K in keyof T]: { readonly [P in K]: T[P] } & { readonly [P in Exclude<keyof T, K>]?: undefined } }[keyof T]
type Delayable<T> = (OneOf<T> & { readonly delay?: Duration }) | ({ readonly [P in keyof T]?: undefined } & { readonly delay: Duration })

/** Before anything is read or written: answer instead, break the connection, rewrite the request, or leave it alone. A delay comes first. */
export type BeforeAction = Delayable<{ status: StatusLike; cut: true; rewrite: Rewrite | ((call: Call) => Call); pass: true }>
/** After the verb has run, whether it failed or not: answer otherwise, lose the reply, or leave it alone. A delay comes first. */
export type AfterAction = Delayable<{ status: StatusLike; cut: true; pass: true }>
/** At admission, inside the transaction: refuse the object, change it by a merge patch, or leave it alone. A deletion can only be refused. */
export type AdmitAction = OneOf<{ status: StatusLike; patch: { readonly [member: string]: unknown }; pass: true }>
/** For an event of a watch: hold it (and all after it), drop it, break the connection, end the watch, fail the watch, or let it through. */
export type WatchAction = OneOf<{ hold: Duration; drop: true; cut: true; end: true; status: StatusLike; pass: true }>

type Nothing = undefined | void

/** May answer with anything; undefined leaves the request to the next hook. */
export type BeforeFunction = (call: Call) => BeforeResult | Promise<BeforeResult>
export type BeforeResult = Call | Outcome | BeforeAction | StatusLike | Nothing
/** May replace the outcome; undefined leaves it to the next hook. */
export type AfterFunction = (call: Call, outcome: Outcome) => AfterResult | Promise<AfterResult>
export type AfterResult = Outcome | AfterAction | StatusLike | Nothing
/** Returns the object to go on with, or refuses it; undefined leaves it to the next hook. Runs inside the transaction, so it cannot wait. In a deletion `next` is `old`. */
export type AdmitFunction = (old: KubeObject | undefined, next: KubeObject, call: Call) => AdmitResult
export type AdmitResult = KubeObject | AdmitAction | StatusLike | Nothing
/** Decides on an event; undefined leaves it to the next hook. Cannot wait. */
export type WatchFunction = (event: WatchEvent, call: Call) => WatchResult
export type WatchResult = WatchDecision | WatchAction | Nothing

/** The four phases. */
export type Phase = 'before' | 'admit' | 'after' | 'watch'
/** What each phase is matched by. */
export type Matches = { readonly before: RequestMatch; readonly admit: RequestMatch; readonly after: RequestMatch; readonly watch: WatchMatch }
/** What each phase can be told to do. */
export type Actions = { readonly before: BeforeAction; readonly admit: AdmitAction; readonly after: AfterAction; readonly watch: WatchAction }
/** The functions of each phase. */
export type Functions = { readonly before: BeforeFunction; readonly admit: AdmitFunction; readonly after: AfterFunction; readonly watch: WatchFunction }

/** How often a hook acts. */
export type HookOptions = {
  /** It acts so many times and is then passed over; without it, always. */
  readonly times?: number
}

type RecordOf<P extends Phase> = { readonly [K in P]: Matches[K] } & { readonly [K in Exclude<Phase, P>]?: undefined } & HookOptions & {
    readonly then: Actions[P]
  }

/**
 * A hook as data, the form scripts are written in: the phase holds what it is for, `then` what it does.
 *
 * @example
 * { before: { verb: 'update', kind: 'Lease' }, times: 1, then: { status: 'Conflict' } }
 */
export type HookRecord = { [P in Phase]: RecordOf<P> }[Phase]
