import type { Inputs } from './inputs.js'
import { type PerVersion, markedLines, ofEach } from './versions.js'

const LINE = /\{Group: "([^"]*)", Version: "([^"]*)"\}:\s*\{Group: (\d+), Version: (\d+)\},/g

/**
 * Reads the priorities of the server's group versions: by `GROUP/VERSION`, that of the group and that of the version.
 */
export function readPriorities({ priorities }: Pick<Inputs, 'priorities'>): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>()
  // The later source is that of the whole server, and takes precedence.
  for (const text of priorities)
    for (const [, group = '', version = '', ...ranks] of text.matchAll(LINE))
      found.set(`${group}/${version}`, ranks.map(Number))
  if (found.size === 0) throw new Error('the program text tells no priorities of versions')
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the lines of the priorities of all versions. */
export const priorityLines = (versions: PerVersion<Pick<Inputs, 'priorities'>>): readonly string[] =>
  markedLines(
    ofEach(versions, (inputs) => [...readPriorities(inputs)].map(([version, ranks]) => [version, ...ranks].join(' '))),
  )
