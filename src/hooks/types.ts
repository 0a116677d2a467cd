import type {
  AdmitAction,
  AdmitFunction,
  AfterAction,
  AfterFunction,
  BeforeAction,
  BeforeFunction,
  HookOptions,
  HookRecord,
  Matches,
  Phase,
  WatchAction,
  WatchFunction,
} from './actions.js'
import type { RequestMatch, WatchMatch } from './match.js'
import type { StatusLike } from './status.js'

/** A registered hook, to be looked at and taken away. */
export type HookHandle = Disposable & {
  readonly phase: Phase
  /** Where it was registered: `file:line:column`, of a script `file:line`. */
  readonly site: string
  /** How often it has fired. */
  readonly calls: number
  /** It has not fired yet. */
  readonly pending: boolean
  readonly dispose: () => void
}

/** A script in force. */
export type ScriptHandle = Disposable & { readonly hooks: readonly HookHandle[]; readonly dispose: () => void }

/** A hook that has never fired. */
export type PendingHook = { readonly phase: Phase; readonly match: Matches[Phase]; readonly times?: number; readonly site: string }

/**
 * Scripts of a cluster. In each phase the hook registered last is asked first, and the first that decides is the only one; one whose
 * `times` are used up is passed over, and so is a function that returns undefined.
 */
export type Hooks = {
  /**
   * Acts on requests before anything is read or written.
   *
   * @example
   * cluster.hooks.before({ verb: 'update', kind: 'Lease' }, conflict(), { times: 1 })
   * cluster.hooks.before({ verb: 'list' }, { delay: '2s' })
   */
  readonly before: (match: RequestMatch, then: BeforeAction | StatusLike | BeforeFunction, options?: HookOptions) => HookHandle
  /**
   * Acts on objects about to be written, inside the transaction.
   *
   * @example
   * cluster.hooks.admit({ verb: 'create', kind: 'Namespace' }, { patch: { metadata: { labels: { team: 'shop' } } } })
   * cluster.hooks.admit({ verb: 'create', kind: 'Node' }, forbidden('no more nodes'))
   */
  readonly admit: (match: RequestMatch, then: AdmitAction | StatusLike | AdmitFunction, options?: HookOptions) => HookHandle
  /**
   * Acts on replies, after the commit.
   *
   * @example
   * cluster.hooks.after({ verb: 'create', kind: 'Lease' }, { cut: true }, { times: 1 })
   */
  readonly after: (match: RequestMatch, then: AfterAction | StatusLike | AfterFunction, options?: HookOptions) => HookHandle
  /**
   * Acts on each event of each watch.
   *
   * @example
   * cluster.hooks.watch({ kind: 'Lease', event: 'DELETED' }, { drop: true })
   */
  readonly watch: (match: WatchMatch, then: WatchAction | StatusLike | WatchFunction, options?: HookOptions) => HookHandle
  /** Registers a hook written as data. */
  readonly add: (record: HookRecord) => HookHandle
  /**
   * Registers the hooks of a YAML text, of which the first that matches decides. All of them, or none where there is a fault.
   *
   * @throws LoadError naming every fault by file, line and column
   */
  readonly script: (text: string, options?: { readonly file?: string }) => Promise<ScriptHandle>
  /** The hooks that never fired, in the order they were registered. */
  readonly pending: () => readonly PendingHook[]
  /** Takes all hooks away. */
  readonly clear: () => void
}
