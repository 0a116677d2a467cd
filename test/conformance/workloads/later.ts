import { seeded } from './seeded.js'

/** Scenarios with the Unix time of their generation as the seed. */
export const later = seeded('later', 1_795_435_843, 30_000, 2)
