/**
 * Milliseconds since 1970 of a time as objects tell it; NaN where they tell none, which is neither before nor after any
 * other.
 */
export const timeOf = (time: string | null | undefined): number => (time ? Date.parse(time) : NaN)
