import { publicFunction } from '../base/call-site.js'
import { checkArguments } from '../check/arguments.js'
import { whole } from '../check/shape.js'
import { type Gate, createGate } from '../base/gate.js'
import { type Count, noCount } from './frequency.js'
import type { Hook } from './hook.js'
import type { WatchHookHandle } from './types.js'

/** What the handles of hooks work on. */
export type HandleTools = {
  /** The count of a hook; undefined once it was taken away. */
  readonly countOf: (hook: Hook) => Count | undefined
  readonly gateOf: (hook: Hook) => Gate
  readonly remove: (hook: Hook) => void
}

const releaseParameters = { count: whole(1) }

/** Makes the handle of a hook. */
export function createHandle(hook: Hook, { countOf, gateOf, remove }: HandleTools): WatchHookHandle {
  let last = noCount()
  const count = () => countOf(hook) ?? last
  const dispose = () => {
    last = count()
    remove(hook)
    gateOf(hook).open()
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
      return gateOf(hook).waiting()
    },
    release: publicFunction((count = 1) => {
      checkArguments('hook.release', releaseParameters, [count])
      return gateOf(hook).release(count)
    }),
    releaseAll() {
      count().open = true
      gateOf(hook).open()
    },
    dispose,
    [Symbol.dispose]: dispose,
  }
}

/** Makes the gates of hooks, each at its first use. */
export function createGates(): (hook: Hook) => Gate {
  let gates: WeakMap<Hook, Gate> | undefined
  return (hook) => {
    gates ??= new WeakMap()
    let gate = gates.get(hook)
    if (!gate) gates.set(hook, (gate = createGate()))
    return gate
  }
}
