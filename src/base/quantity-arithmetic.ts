import { type Decimal, roundAway } from './decimal.js'
import { type Quantity, parseQuantity } from './quantity.js'

/** A quantity from its text; zero where it does not parse, as it is in Go. */
export function quantityOf(text: string): Quantity {
  const parsed = parseQuantity(text)
  return typeof parsed === 'string' ? NONE : parsed
}

/** A count as a quantity. */
export const countQuantity = (count: number | bigint): Quantity => ({
  unscaled: BigInt(count),
  exponent: 0,
  family: 'decimal',
})

/** No quantity of anything: what is added to it prints as itself. */
export const NONE: Quantity = countQuantity(0)

/** The sum, written with the suffixes of the first that is not zero (resource.Quantity.Add). */
export const addQuantities = (a: Quantity, b: Quantity): Quantity => combined(a, b, 1n)

/** The difference, written with the suffixes of the first that is not zero (resource.Quantity.Sub). */
export const subtractQuantities = (a: Quantity, b: Quantity): Quantity => combined(a, b, -1n)

/** The next whole number away from zero; a whole number stays as it is written (resource.Quantity.RoundUp). */
export function wholeQuantity(quantity: Quantity): Quantity {
  const { unscaled, exponent, family } = quantity
  return exponent >= 0 ? quantity : { ...roundAway({ unscaled, exponent }, 0), family }
}

/** How many times ten to the power of `exponent` a quantity is, rounded away from zero. */
export function scaledQuantity(quantity: Decimal, exponent: number): bigint {
  const { unscaled, exponent: left } = roundAway(quantity, exponent)
  return unscaled * 10n ** BigInt(Math.min(left - exponent, MOST_DIGITS))
}

// A number of more digits than this is a mistake or an attack: what is added to it is lost in it.
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
