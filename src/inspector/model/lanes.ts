import { type Cause, causeKey } from './causes.js'
import type { Changes } from './changes.js'

/** The changes of one cause on a line: an SVG path with a stroke for each, in a box of 1000 by 10. */
export type Lane = {
  readonly cause: Cause
  readonly color: number
  readonly size: number
  readonly path: string
}

const WIDTH = 1000
const RANKS = { client: 0, none: 1, hook: 2, controller: 3 }

/**
 * Returns a lane for each cause, clients first and controllers last, each by number of changes; and one for each hook
 * that acted on their requests. Strokes at the same place are drawn once.
 */
export function lanesOf({ all, causes }: Changes): readonly Lane[] {
  const places = new Map<string, number[]>()
  all.forEach(({ cause }, i) => {
    const key = causeKey(cause)
    const list = places.get(key)
    if (list) list.push(i + 1)
    else places.set(key, [i + 1])
  })
  const hooks = hookPlaces(all)
  const hooked = [...hooks].map(([key, own]) => [key, { cause: hookCause(key), color: 0 }, own] as const)
  return [...[...causes].map(([key, cause]) => [key, cause, places.get(key) ?? []] as const), ...hooked]
    .map(([, { cause, color }, own]) => {
      const drawn = new Set(own.map((place) => Math.round((place / all.length) * WIDTH * 2) / 2))
      return { cause, color, size: own.length, path: [...drawn].map((x) => `M${x} 0v10`).join('') }
    })
    .sort((a, b) => RANKS[a.cause.type] - RANKS[b.cause.type] || b.size - a.size)
}

const hookCause = (site: string): Cause => ({ type: 'hook', name: site })

/** Returns the places of the changes whose request a hook acted on, by the call site of the hook. */
function hookPlaces(all: Changes['all']): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  all.forEach(({ request }, i) => {
    for (const { site } of request?.hooks ?? []) places.set(site, [...(places.get(site) ?? []), i + 1])
  })
  return places
}
