import type { Compared } from './compare.js'

/** Tells the first thirty replies that differ, by their first four differences each. */
export const tellDifferences = (compared: readonly Compared[]): string =>
  compared
    .slice(0, 30)
    .map(({ story, step, differences }) => `${story} · step ${step}\n  ${differences.slice(0, 4).join('\n  ')}`)
    .join('\n')
