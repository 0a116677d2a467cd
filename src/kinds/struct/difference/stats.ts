/** The number of list elements that are hidden or grouped, by kind of change. */
export type Stats = {
  readonly name: string
  readonly identical: number
  readonly removed: number
  readonly inserted: number
  readonly modified: number
}

const KINDS = ['identical', 'removed', 'inserted', 'modified'] as const

/** Returns stats that count nothing. */
export const noStats = (name: string): Stats => ({ name, identical: 0, removed: 0, inserted: 0, modified: 0 })

/** Returns the number of changes. */
export const changesOf = ({ removed, inserted, modified }: Stats): number => removed + inserted + modified

/** Tells whether nothing is counted. */
export const isNothing = (stats: Stats): boolean => stats.identical + changesOf(stats) === 0

/** Counts one more of a kind. */
export const counted = (stats: Stats, kind: (typeof KINDS)[number]): Stats => ({ ...stats, [kind]: stats[kind] + 1 })

/** Returns the sum of two stats. */
export const together = (a: Stats, b: Stats): Stats => ({
  name: a.name,
  identical: a.identical + b.identical,
  removed: a.removed + b.removed,
  inserted: a.inserted + b.inserted,
  modified: a.modified + b.modified,
})

/** Formats stats as words: `2 identical fields`, `1 removed, 1 inserted, and 3 modified elements`. */
export function wordsOf(stats: Stats): string {
  const words = KINDS.filter((kind) => stats[kind] > 0).map((kind) => `${stats[kind]} ${kind}`)
  const isOne = stats.identical + changesOf(stats) === 1
  const name = isOne ? stats.name : stats.name === 'entry' ? 'entries' : `${stats.name}s`
  const last = words.at(-1) ?? ''
  if (words.length < 3) return `${words.join(' and ')} ${name}`
  return `${words.slice(0, -1).join(', ')}, and ${last} ${name}`
}
