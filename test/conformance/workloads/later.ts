import { seeded } from './seeded.js'

/** The second in which they were put together. */
export const later = seeded('later', 1_795_435_843, 30_000, 2)
