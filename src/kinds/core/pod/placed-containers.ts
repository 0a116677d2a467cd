import type { JsonObject } from '../../../base/json.js'
import { itemsOf } from '../../struct/member-rules.js'

type Sort = 'main' | 'init' | 'debug'

/**
 * Which containers a pod has: the sort of each, the first of each name in their order, and whether another may be a
 * debugger of one.
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

// A pod may have thousands, each of which asks for those before it.
const known = new WeakMap<JsonObject, Placed>()

/** Looks through the containers of a pod's spec once. */
export function placedIn(spec: JsonObject): Placed {
  const before = known.get(spec)
  if (before) return before
  // Most are main ones.
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
