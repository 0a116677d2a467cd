import { publicFunction } from '../../base/errors/call-site.js'
import { callerError, checkArguments } from '../../base/check/arguments.js'
import { isObject } from '../../base/json/json.js'
import { whole } from '../../base/check/shape.js'
import { noCount } from './frequency.js'
import type { Hook } from './hook.js'
import { type HookSet, dismiss, gateOf, releaseHeld } from './hook-set.js'
import type { WatchHookHandle } from './types.js'

const releaseParameters = { count: whole(1) }

/** Tells whether a hook may hold events; a function may decide to. */
const mayHold = ({ phase, then }: Hook): boolean =>
  phase === 'watch' && (typeof then === 'function' || (isObject(then) && 'hold' in then))

/** Makes the handle of a hook. */
export function createHandle(set: HookSet, hook: Hook): WatchHookHandle {
  // The count when the hook was removed.
  let last = noCount()
  const count = () => set.counts.get(hook) ?? last
  const dispose = () => {
    last = count()
    dismiss(set, hook)
  }
  const release = (count: number | 'all'): number => {
    if (!mayHold(hook))
      throw callerError(`hook-${hook.id} holds nothing to release: only a hook on watches with hold does`)
    return releaseHeld(set, hook, count)
  }
  return {
    id: `hook-${hook.id}`,
    phase: hook.phase,
    match: hook.match,
    then: hook.then,
    options: hook.options,
    site: hook.site,
    get calls() {
      return count().calls
    },
    get pending() {
      return count().calls === 0
    },
    get holding() {
      return gateOf(set, hook).waiting()
    },
    release: publicFunction((count = 1) => {
      checkArguments('hook.release', releaseParameters, [count])
      return release(count)
    }),
    releaseAll: publicFunction(() => void release('all')),
    dispose,
    [Symbol.dispose]: dispose,
  }
}
