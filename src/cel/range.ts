/** The minimum and maximum of a size or a cost, capped at 64 bits. */
export type Range = { readonly min: number; readonly max: number }

export const LARGEST = 2 ** 64
const capped = (value: number): number => (value >= LARGEST ? LARGEST : value)

export const exactly = (value: number): Range => ({ min: value, max: value })
export const UNKNOWN: Range = { min: 0, max: LARGEST }

export const plus = (...ranges: readonly Range[]): Range => ({
  min: capped(ranges.reduce((sum, { min }) => sum + min, 0)),
  max: capped(ranges.reduce((sum, { max }) => sum + max, 0)),
})
export const times = (a: Range, b: Range): Range => ({ min: capped(a.min * b.min), max: capped(a.max * b.max) })
/** Multiplies a range by a factor, rounded up. */
export const scaled = ({ min, max }: Range, factor: number): Range => ({
  min: capped(Math.ceil(min * factor)),
  max: capped(Math.ceil(max * factor)),
})
export const union = (a: Range, b: Range): Range => ({ min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) })
