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
} from './actions.js'
import type { RequestVerb } from '../api/target.js'
import type { KindWord } from '../kinds/object-types.js'
import type { HookOptions } from './frequency.js'
import type { RequestMatch, WatchMatch } from './match.js'
import type { Input } from '../source/input.js'
import type { StatusLike } from './status.js'

/** A registered hook, to be looked at and taken away. */
export type HookHandle = Disposable & {
  /** `hook-1`, `hook-2` … in the order they were registered. */
  readonly id: string
  readonly phase: Phase
  readonly match: Matches[Phase]
  readonly then: Actions[Phase] | Functions[Phase]
  /** How often it acts. */
  readonly options: HookOptions
  /** Where it was registered: `file:line:column`, of a script `file:line`. */
  readonly site: string
  /** How often it has fired. */
  readonly calls: number
  /** It has not fired yet. */
  readonly pending: boolean
  readonly dispose: () => void
}

/** A registered hook about watches; one that holds events until they are released releases them here. */
export type WatchHookHandle = HookHandle & {
  /** How many watches wait for a release of what this hook holds. */
  readonly holding: number
  /** Lets so many events (default 1) of each watch that waits go on. Returns how many waited. */
  readonly release: (count?: number) => number
  /** Lets everything go on, and holds nothing from now on. */
  readonly releaseAll: () => void
}

/** A script in force. */
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
 * Scripts of a cluster. In each phase the hook registered last is asked first, and the first that decides is the only
 * one; one whose `times` are used up is passed over, and so is a function that returns undefined.
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
   * Says that a request will come, with `times` exactly so often, else at least once. From the first expectation on,
   * requests that meet none are unexpected, save those of the cluster's own methods; `verify` fails on them. They are
   * carried out all the same.
   *
   * @example
   * cluster.hooks.expect({ verb: 'update', kind: 'Lease' }, { times: 1 })
   */
  readonly expect: (match: RequestMatch<KindWord>, options?: { readonly times?: number }) => HookHandle
  /** Registers a hook written as data. */
  readonly add: (record: HookRecord) => HookHandle
  /**
   * Puts scripts in force: YAML or JSON text, a text with a name for its faults, objects, or a list of these. Of their
   * hooks the first that matches decides. All of them, or none where there is a fault.
   *
   * @throws LoadError naming every fault by file, line and column
   * @example
   * const text = '- before: { verb: create }\n  then: { status: TooManyRequests }'
   * await cluster.hooks.script({ name: 'busy.yaml', text })
   */
  readonly script: (input: Input) => Promise<ScriptHandle>
  /** The hooks in force, in the order they were registered. */
  readonly list: () => readonly WatchHookHandle[]
  /** The hooks that never fired, in the order they were registered. */
  readonly pending: () => readonly PendingHook[]
  /** The first hundred requests that met no expectation; none where nothing is expected. */
  readonly unexpected: () => readonly UnexpectedRequest[]
  /**
   * Fails on hooks that never fired, expectations that were not met and requests that nobody expected: for the end of a
   * test.
   *
   * @throws Error with a line for each, and where it was registered
   */
  readonly verify: () => void
  /** Takes all hooks away. */
  readonly clear: () => void
}
