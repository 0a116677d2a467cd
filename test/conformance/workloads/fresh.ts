import { seeded } from './seeded.js'

/** Scenarios with a seed chosen after the earlier lists had been fixed. */
export const fresh = seeded('fresh', 87620, 12_000)
