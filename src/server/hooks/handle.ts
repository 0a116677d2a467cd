import { publicFunction } from '../../base/errors/call-site.js'
import { checkArguments } from '../../base/check/arguments.js'
import { whole } from '../../base/check/shape.js'
import { noCount } from './frequency.js'
import type { Hook } from './hook.js'
import { type HookSet, dismiss, gateOf, releaseHeld } from './hook-set.js'
import type { WatchHookHandle } from './types.js'

const releaseParameters = { count: whole(1) }

/** Makes the handle of a hook. */
export function createHandle(set: HookSet, hook: Hook): WatchHookHandle {
  // The count when the hook was removed.
  let last = noCount()
  const count = () => set.counts.get(hook) ?? last
  const dispose = () => {
    last = count()
    dismiss(set, hook)
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
      return releaseHeld(set, hook, count)
    }),
    releaseAll: () => void releaseHeld(set, hook, 'all'),
    dispose,
    [Symbol.dispose]: dispose,
  }
}
