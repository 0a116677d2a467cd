/** How many parts of one list were left out, or were changed together. */
export type Stats = {
  readonly name: string
  readonly identical: number
  readonly removed: number
  readonly inserted: number
  readonly modified: number
}

const KINDS = ['identical', 'removed', 'inserted', 'modified'] as const

/** Of nothing yet. */
export const noStats = (name: string): Stats => ({ name, identical: 0, removed: 0, inserted: 0, modified: 0 })

/** How many differ. */
export const changesOf = ({ removed, inserted, modified }: Stats): number => removed + inserted + modified

/** Whether nothing is counted. */
export const isNothing = (stats: Stats): boolean => stats.identical + changesOf(stats) === 0

/** One more of a kind. */
export const counted = (stats: Stats, kind: (typeof KINDS)[number]): Stats => ({ ...stats, [kind]: stats[kind] + 1 })

/** Both together. */
export const together = (a: Stats, b: Stats): Stats => ({
  name: a.name,
  identical: a.identical + b.identical,
  removed: a.removed + b.removed,
  inserted: a.inserted + b.inserted,
  modified: a.modified + b.modified,
})

/** In words: `2 identical fields`, `1 removed, 1 inserted, and 3 modified elements`. */
export function wordsOf(stats: Stats): string {
  const words = KINDS.filter((kind) => stats[kind] > 0).map((kind) => `${stats[kind]} ${kind}`)
  const isOne = stats.identical + changesOf(stats) === 1
  const name = isOne ? stats.name : stats.name === 'entry' ? 'entries' : `${stats.name}s`
  const last = words.at(-1) ?? ''
  if (words.length < 3) return `${words.join(' and ')} ${name}`
  return `${words.slice(0, -1).join(', ')}, and ${last} ${name}`
}
