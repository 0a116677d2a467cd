import { seeded } from './seeded.js'

/** Chosen after the scheduler had its queue. */
export const anew = seeded('anew', 340817, 20_000)
