import type { JsonObject } from '../../../base/json/json.js'
import { itemsOf } from '../../struct/member-rules.js'

type Sort = 'main' | 'init' | 'debug'

/**
 * An index of a pod's containers: the type of each, the first one with each name, and whether a name may be the target
 * of an ephemeral container.
 */
export type Placed = {
  readonly sortOf: (container: unknown) => Sort
  readonly firsts: ReadonlyMap<string, unknown>
  readonly isTarget: (name: string) => boolean
}

const LISTS = [
  ['containers', 'main'],
  ['initContainers', 'init'],
  ['ephemeralContainers', 'debug'],
] as const

// Cached: a pod may have thousands of containers, and each is checked against those before it.
const known = new WeakMap<JsonObject, Placed>()

/** Returns the index of a pod spec's containers, which is built once. */
export function placedIn(spec: JsonObject): Placed {
  const before = known.get(spec)
  if (before) return before
  // Leaves out main containers, which most are.
  const sorts = new Map<unknown, Sort>()
  const firsts = new Map<string, unknown>()
  const sortOf = (container: unknown) => sorts.get(container) ?? 'main'
  for (const [list, sort] of LISTS)
    for (const container of itemsOf<{ readonly name?: string }>(spec[list])) {
      const { name = '' } = container
      if (sort !== 'main') sorts.set(container, sort)
      if (!firsts.has(name)) firsts.set(name, container)
    }
  const isTarget = (name: string) => firsts.has(name) && sortOf(firsts.get(name)) !== 'debug'
  const placed = { sortOf, firsts, isTarget }
  known.set(spec, placed)
  return placed
}
