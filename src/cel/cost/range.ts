/** The minimum and maximum of a size or a cost, in 64 bits (cel-go: checker.CostEstimate). */
export type Range = { readonly min: bigint; readonly max: bigint }

/** The largest number in 64 bits. */
export const MOST = 2n ** 64n - 1n
/** The same as a float. */
export const LARGEST = Number(MOST)

const capped = (value: bigint): bigint => (value > MOST ? MOST : value)
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const greatest = (a: bigint, b: bigint): bigint => (a > b ? a : b)

export const between = (min: number, max: number): Range => ({ min: BigInt(min), max: BigInt(max) })
export const exactly = (value: number): Range => between(value, value)
export const UNKNOWN: Range = { min: 0n, max: MOST }

export const plus = (...ranges: readonly Range[]): Range => ({
  min: capped(ranges.reduce((sum, { min }) => sum + min, 0n)),
  max: capped(ranges.reduce((sum, { max }) => sum + max, 0n)),
})
export const times = (a: Range, b: Range): Range => ({ min: capped(a.min * b.min), max: capped(a.max * b.max) })
/** Multiplies a range by a factor, rounded up. */
export const scaled = ({ min, max }: Range, factor: number): Range => ({
  min: capped(BigInt(Math.ceil(Number(min) * factor))),
  max: capped(BigInt(Math.ceil(Number(max) * factor))),
})
export const union = (a: Range, b: Range): Range => ({ min: least(a.min, b.min), max: greatest(a.max, b.max) })
