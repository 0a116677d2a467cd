import type { ScriptHandle, WatchHookHandle } from '../hooks/types.js'
import type { Source } from '../../base/input/input.js'
import type { Controlled } from './controlled.js'
import { unknownId } from './named.js'

/** The response for a script: its id, and those of its hooks. */
type ScriptInfo = { readonly id: string; readonly hooks: readonly string[] }

/** The scripts that clients have added, and all hooks. */
export type Scripts = {
  /** Adds a script. Rejects with a LoadError that lists all problems. */
  readonly add: (input: readonly Source[]) => Promise<ScriptInfo>
  /** Finds a hook. @throws StatusError 404 */
  readonly hook: (id: string) => WatchHookHandle
  /** Removes a hook, or everything that a script added. @throws StatusError 404 */
  readonly remove: (id: string) => void
  readonly clear: () => void
}

/** Creates an empty set of scripts. */
export function createScripts({ hooks }: Controlled): Scripts {
  const scripts = new Map<string, ScriptHandle>()
  let count = 0
  const find = (id: string, ids: readonly string[]): WatchHookHandle => {
    const found = hooks.list().find((hook) => hook.id === id)
    if (found) return found
    throw unknownId(ids.length > 0 ? 'hook or script' : 'hook', id, [...hooks.list().map((hook) => hook.id), ...ids])
  }
  return {
    async add(input) {
      const script = await hooks.script(input)
      const id = `script-${++count}`
      scripts.set(id, script)
      return { id, hooks: script.hooks.map((hook) => hook.id) }
    },
    hook: (id) => find(id, []),
    remove(id) {
      const thing = scripts.get(id) ?? find(id, [...scripts.keys()])
      thing.dispose()
      scripts.delete(id)
    },
    clear() {
      for (const script of scripts.values()) script.dispose()
      scripts.clear()
      hooks.clear()
    },
  }
}
