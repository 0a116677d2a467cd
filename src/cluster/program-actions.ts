import type { EnvState } from '../base/time/env.js'
import type { ContainerScriptState } from '../rest/containers/container-scripts.js'
import type { DetachedContainer } from '../rest/context.js'
import type { WatchControl } from '../rest/watch/open-watch.js'
import type { Hook } from '../server/hooks/hook.js'

/**
 * Something a program did to a cluster other than a request: the number of the last request before it, and its time.
 */
export type Act = { readonly after: number; readonly time: number } & (
  | { readonly type: 'added'; readonly hooks: readonly Hook[] }
  | { readonly type: 'removed'; readonly hook: Hook }
  /** Events that a hook held were released. */
  | { readonly type: 'released'; readonly hook: Hook; readonly count: number | 'all' }
  /** Objects were loaded: the range of revisions, and the state of clock, ids and randomness afterwards. */
  | { readonly type: 'loaded'; readonly from: number; readonly to: number; readonly env: EnvState }
  /** The container scripts in force from then on. */
  | { readonly type: 'played'; readonly scripts: ContainerScriptState }
  /** Controllers did all that earlier requests had left. */
  | { readonly type: 'caught up' }
  /** Continue tokens were expired. */
  | { readonly type: 'tokens' }
  /** The input of a session that was attached to a container ended. */
  | ({ readonly type: 'detached' } & DetachedContainer)
  /** An open watch was held, released, cut or ended. */
  | ({ readonly type: 'watch'; readonly watch: string } & WatchControl)
)

/** What a program did to a cluster other than requests, oldest first. */
export type Acts = {
  readonly added: (hooks: readonly Hook[]) => void
  readonly removed: (hook: Hook) => void
  readonly released: (hook: Hook, count: number | 'all') => void
  readonly loaded: (from: number, to: number, env: EnvState) => void
  readonly played: (scripts: ContainerScriptState) => void
  readonly caughtUp: () => void
  readonly tokensExpired: () => void
  readonly detached: (container: DetachedContainer) => void
  readonly watchControlled: (watch: string, control: WatchControl) => void
  readonly all: () => readonly Act[]
  /** Whether the oldest ones have been dropped. */
  readonly isCut: () => boolean
  /** Clears the list. */
  readonly begin: () => void
}

/** The maximum number of acts kept. */
const MOST = 10_000

/** Creates an empty list of acts. */
export function createActs(now: () => Pick<Act, 'after' | 'time'>): Acts {
  let acts: Act[] = []
  let isCut = false
  const add = (act: Act) => {
    acts.push(act)
    if (acts.length <= MOST) return
    acts = acts.slice(MOST >> 1)
    isCut = true
  }
  return {
    added: (hooks) => add({ type: 'added', ...now(), hooks }),
    removed: (hook) => add({ type: 'removed', ...now(), hook }),
    released: (hook, count) => add({ type: 'released', ...now(), hook, count }),
    loaded: (from, to, env) => void (to > from && add({ type: 'loaded', ...now(), from, to, env })),
    played: (scripts) => add({ type: 'played', ...now(), scripts }),
    caughtUp: () => add({ type: 'caught up', ...now() }),
    tokensExpired: () => add({ type: 'tokens', ...now() }),
    detached: (container) => add({ type: 'detached', ...now(), ...container }),
    watchControlled: (watch, control) => add({ type: 'watch', ...now(), watch, ...control }),
    all: () => acts,
    isCut: () => isCut,
    begin() {
      acts = []
      isCut = false
    },
  }
}
