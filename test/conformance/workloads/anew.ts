import { seeded } from './seeded.js'

/** Scenarios with a seed chosen after the queue of the scheduler was written. */
export const anew = seeded('anew', 340817, 20_000)
