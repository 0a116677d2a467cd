import type { JsonObject } from '../../../base/json.js'
import { itemsOf } from '../../struct/member-rules.js'

/** Which containers a pod has: the sort of each, the first of each name in their order, and those another may be a debugger of. */
export type Placed = {
  readonly sorts: ReadonlyMap<unknown, 'main' | 'init' | 'debug'>
  readonly firsts: ReadonlyMap<string, unknown>
  readonly targets: ReadonlySet<string>
}

const LISTS = [
  ['containers', 'main'],
  ['initContainers', 'init'],
  ['ephemeralContainers', 'debug'],
] as const

// A pod may have thousands, each of which asks for those before it.
const known = new WeakMap<JsonObject, Placed>()

/** Looks through the containers of a pod's spec once. */
export function placedIn(spec: JsonObject): Placed {
  const before = known.get(spec)
  if (before) return before
  const placed = { sorts: new Map(), firsts: new Map<string, unknown>(), targets: new Set<string>() }
  for (const [list, sort] of LISTS)
    for (const container of itemsOf<{ readonly name?: string }>(spec[list])) {
      const { name = '' } = container
      placed.sorts.set(container, sort)
      if (!placed.firsts.has(name)) placed.firsts.set(name, container)
      if (sort !== 'debug') placed.targets.add(name)
    }
  known.set(spec, placed)
  return placed
}
