import type {
  Actions,
  AdmitAction,
  AdmitFunction,
  AfterAction,
  AfterFunction,
  BeforeAction,
  BeforeFunction,
  Functions,
  HookRecord,
  Matches,
  Phase,
  WatchAction,
  WatchFunction,
  WebhookAction,
  WebhookFunction,
} from './actions.js'
import type { RequestVerb } from '../../model/call/call.js'
import type { KindWord } from '../../kinds/object-types.js'
import type { HookOptions } from './frequency.js'
import type { RequestMatch, WatchMatch, WebhookMatch } from './match.js'
import type { Input } from '../../base/input/input.js'
import type { StatusLike } from './status.js'

/** The handle of a registered hook, to inspect and remove it. */
export type HookHandle = Disposable & {
  /** `hook-1`, `hook-2` … in the order of registration. */
  readonly id: string
  readonly phase: Phase
  readonly match: Matches[Phase]
  readonly then: Actions[Phase] | Functions[Phase]
  /** How often it acts. */
  readonly options: HookOptions
  /** Where it was registered: `file:line:column`, in a script `file:line`. */
  readonly site: string
  /** How often it has fired. */
  readonly calls: number
  /** Whether it has not fired yet. */
  readonly pending: boolean
  readonly dispose: () => void
}

/** The handle of a watch hook, which releases the events that it holds. */
export type WatchHookHandle = HookHandle & {
  /** The number of watches waiting for this hook to release events. */
  readonly holding: number
  /** Releases `count` events (default 1) of each waiting watch. Returns how many were waiting. */
  readonly release: (count?: number) => number
  /** Releases everything, and holds nothing from now on. */
  readonly releaseAll: () => void
}

/** A registered script. */
export type ScriptHandle = Disposable & { readonly hooks: readonly HookHandle[]; readonly dispose: () => void }

/** A hook that has never fired. */
export type PendingHook = {
  readonly phase: Phase
  readonly match: Matches[Phase]
  readonly times?: number
  readonly site: string
}

/** A request that met no expectation. */
export type UnexpectedRequest = {
  readonly verb: RequestVerb
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly subresource: string
  readonly userAgent: string
}

/**
 * The scripts of a cluster. In each phase the last registered hook is asked first, and only the first that decides
 * acts. Hooks whose `times` are used up, and functions that return undefined, leave the decision to the next hook.
 */
export type Hooks = {
  /**
   * Acts on requests before anything is read or written.
   *
   * @example
   * cluster.hooks.before({ verb: 'update', kind: 'Lease' }, conflict(), { times: 1 })
   * cluster.hooks.before({ verb: 'list' }, { delay: '2s' })
   */
  readonly before: (
    match: RequestMatch<KindWord>,
    then: BeforeAction | StatusLike | BeforeFunction,
    options?: HookOptions,
  ) => HookHandle
  /**
   * Acts on objects about to be written, inside the transaction.
   *
   * @example
   * cluster.hooks.admit({ verb: 'create', kind: 'Namespace' }, { patch: { metadata: { labels: { team: 'shop' } } } })
   * cluster.hooks.admit({ verb: 'create', kind: 'Node' }, forbidden('no more nodes'))
   */
  readonly admit: <K extends KindWord = string>(
    match: RequestMatch<K>,
    then: AdmitAction<NoInfer<K>> | StatusLike | AdmitFunction<NoInfer<K>>,
    options?: HookOptions,
  ) => HookHandle
  /**
   * Acts on replies, after the commit.
   *
   * @example
   * cluster.hooks.after({ verb: 'create', kind: 'Lease' }, { cut: true }, { times: 1 })
   */
  readonly after: <K extends KindWord = string>(
    match: RequestMatch<K>,
    then: AfterAction | StatusLike | AfterFunction<NoInfer<K>>,
    options?: HookOptions,
  ) => HookHandle
  /**
   * Acts on each event of each watch.
   *
   * @example
   * cluster.hooks.watch({ kind: 'Lease', event: 'DELETED' }, { drop: true })
   */
  readonly watch: (
    match: WatchMatch,
    then: WatchAction | StatusLike | WatchFunction,
    options?: HookOptions,
  ) => WatchHookHandle
  /**
   * Acts on calls of admission and conversion webhooks.
   *
   * @example
   * cluster.hooks.webhook({ webhook: 'vshop.kb.io' }, { delay: '20s' }, { times: 1 })
   * cluster.hooks.webhook({ kind: 'Shop', verb: 'create' }, { refuse: true })
   */
  readonly webhook: (
    match: WebhookMatch,
    then: WebhookAction | StatusLike | WebhookFunction,
    options?: HookOptions,
  ) => HookHandle
  /**
   * Expects a request: exactly `times` times if given, else at least once. After the first expectation, requests that
   * meet none are unexpected, except those of the cluster's own methods; they are executed, but `verify` fails.
   *
   * @example
   * cluster.hooks.expect({ verb: 'update', kind: 'Lease' }, { times: 1 })
   */
  readonly expect: (match: RequestMatch<KindWord>, options?: { readonly times?: number }) => HookHandle
  /** Registers a hook written as data. */
  readonly add: (record: HookRecord) => HookHandle
  /**
   * Registers scripts: YAML or JSON text, a text with a name for its faults, objects, or a list of these. Among their
   * hooks the first that matches decides. If there is any fault, nothing is registered.
   *
   * @throws LoadError with every fault by file, line and column
   * @example
   * const text = '- before: { verb: create }\n  then: { status: TooManyRequests }'
   * await cluster.hooks.script({ name: 'busy.yaml', text })
   */
  readonly script: (input: Input) => Promise<ScriptHandle>
  /** Returns the registered hooks, in the order of registration. */
  readonly list: () => readonly WatchHookHandle[]
  /** Returns the hooks that never fired, in the order of registration. */
  readonly pending: () => readonly PendingHook[]
  /** Returns the first hundred requests that met no expectation; none if nothing is expected. */
  readonly unexpected: () => readonly UnexpectedRequest[]
  /**
   * Fails on hooks that never fired, unmet expectations and unexpected requests; to be called at the end of a test.
   *
   * @throws Error with a line for each, including where it was registered
   */
  readonly verify: () => void
  /** Removes all hooks. */
  readonly clear: () => void
}
