import { seeded } from './seeded.js'

/** The second in which they were put together, after the list before this one had been mended. */
export const more = seeded('more', 1795438497, 40_000, 2)
