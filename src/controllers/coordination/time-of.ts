/** Parses a time to milliseconds since 1970; NaN if it is absent, which is neither before nor after any other. */
export const timeOf = (time: string | null | undefined): number => (time ? Date.parse(time) : NaN)
