import { type Decimal, roundAway } from './decimal.js'
import { type Quantity, parseQuantity } from './quantity.js'

/** Parses a quantity; zero if it is invalid, as in Go. */
export function quantityOf(text: string): Quantity {
  const parsed = parseQuantity(text)
  return typeof parsed === 'string' ? NONE : parsed
}

/** Returns a count as a quantity. */
export const countQuantity = (count: number | bigint): Quantity => ({
  unscaled: BigInt(count),
  exponent: 0,
  family: 'decimal',
})

/** Zero; adding a quantity to it gives that quantity, in its own format. */
export const NONE: Quantity = countQuantity(0)

/** Adds two quantities, in the format of the first that is not zero (resource.Quantity.Add). */
export const addQuantities = (a: Quantity, b: Quantity): Quantity => combined(a, b, 1n)

/** Subtracts a quantity, in the format of the first that is not zero (resource.Quantity.Sub). */
export const subtractQuantities = (a: Quantity, b: Quantity): Quantity => combined(a, b, -1n)

/** Rounds away from zero to a whole number; whole numbers keep their format (resource.Quantity.RoundUp). */
export function wholeQuantity(quantity: Quantity): Quantity {
  const { unscaled, exponent, family } = quantity
  return exponent >= 0 ? quantity : { ...roundAway({ unscaled, exponent }, 0), family }
}

/** Returns a quantity in units of ten to the power of `exponent`, rounded away from zero. */
export function scaledQuantity(quantity: Decimal, exponent: number): bigint {
  const { unscaled, exponent: left } = roundAway(quantity, exponent)
  return unscaled * 10n ** BigInt(Math.min(left - exponent, MOST_DIGITS))
}

// A difference of more digits than this is a mistake or an attack: the smaller quantity is lost in the larger.
const MOST_DIGITS = 10_000

function combined(a: Quantity, b: Quantity, sign: 1n | -1n): Quantity {
  const { family } = a.unscaled === 0n ? b : a
  if (b.unscaled === 0n) return { unscaled: a.unscaled, exponent: a.exponent, family }
  if (a.unscaled === 0n) return { unscaled: sign * b.unscaled, exponent: b.exponent, family }
  const distance = a.exponent - b.exponent
  if (distance > MOST_DIGITS) return { unscaled: a.unscaled, exponent: a.exponent, family }
  if (distance < -MOST_DIGITS) return { unscaled: sign * b.unscaled, exponent: b.exponent, family }
  const exponent = Math.min(a.exponent, b.exponent)
  const at = ({ unscaled, exponent: from }: Quantity) => unscaled * 10n ** BigInt(from - exponent)
  return { unscaled: at(a) + sign * at(b), exponent, family }
}
