import type { Inputs } from './inputs.js'

const LINE = /\{Group: "([^"]*)", Version: "([^"]*)"\}:\s*\{Group: (\d+), Version: (\d+)\},/g

/**
 * How the server ranks each version of its groups among the others: by `GROUP/VERSION`, the group's priority and the
 * version's.
 */
export function readPriorities({ priorities }: Pick<Inputs, 'priorities'>): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>()
  // The later text is of the whole server, and wins.
  for (const text of priorities)
    for (const [, group = '', version = '', ...ranks] of text.matchAll(LINE))
      found.set(`${group}/${version}`, ranks.map(Number))
  if (found.size === 0) throw new Error('the program text tells no priorities of versions')
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}
