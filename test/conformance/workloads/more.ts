import { seeded } from './seeded.js'

/** Scenarios with the Unix time of their generation as the seed, after the list before had been fixed. */
export const more = seeded('more', 1795438497, 40_000, 2)
