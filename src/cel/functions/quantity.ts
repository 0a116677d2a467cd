import { CelError } from '../run/cel-error.js'
import { compareDecimal } from '../../base/numbers/decimal.js'
import { type Quantity, parseQuantity } from '../../base/numbers/quantity.js'
import { addQuantities, countQuantity, subtractQuantities } from '../../base/numbers/quantity-arithmetic.js'

class Amount {
  readonly typeName = 'kubernetes.Quantity'
  readonly quantity: Quantity
  /** Go keeps it in 64 bits. */
  readonly isShort: boolean
  constructor(quantity: Quantity, isShort: boolean) {
    this.quantity = quantity
    this.isShort = isShort
  }
  sameAs(other: unknown): boolean {
    return other instanceof Amount && compareDecimal(this.quantity, other.quantity) === 0
  }
}

type Run = (...values: readonly unknown[]) => unknown

const onAmount =
  (run: (amount: Amount) => unknown): Run =>
  (amount) =>
    amount instanceof Amount ? run(amount) : undefined

/** Defines a function of the order of two quantities. */
const compared =
  (run: (order: number) => unknown): Run =>
  (a, b) =>
    a instanceof Amount && b instanceof Amount ? run(compareDecimal(a.quantity, b.quantity)) : undefined

/** Defines a function of a quantity and another one, or an integer. */
const combined =
  (combine: (a: Quantity, b: Quantity) => Quantity): Run =>
  (a, b) => {
    if (!(a instanceof Amount)) return undefined
    if (typeof b === 'bigint') return new Amount(combine(a.quantity, countQuantity(b)), a.isShort)
    return b instanceof Amount ? new Amount(combine(a.quantity, b.quantity), a.isShort && b.isShort) : undefined
  }

function amountOf(text: string): Amount {
  const quantity = parseQuantity(text)
  if (typeof quantity === 'string') throw new CelError(quantity)
  return new Amount(quantity, !quantity.big)
}

/** The functions on quantities. */
export const QUANTITY_FUNCTIONS: { readonly [name: string]: Run } = {
  isQuantity: (text) => (typeof text === 'string' ? typeof parseQuantity(text) !== 'string' : undefined),
  quantity: (text) => (typeof text === 'string' ? amountOf(text) : undefined),
  isGreaterThan: compared((order) => order > 0),
  isLessThan: compared((order) => order < 0),
  compareTo: compared(BigInt),
  sign: onAmount(({ quantity: { unscaled } }) => (unscaled > 0n ? 1n : unscaled < 0n ? -1n : 0n)),
  asApproximateFloat: onAmount(({ quantity }) => Number(quantity.unscaled) * 10 ** quantity.exponent),
  isInteger: onAmount((amount) => integerOf(amount) !== undefined),
  asInteger: onAmount((amount) => {
    const whole = integerOf(amount)
    if (whole === undefined) throw new CelError('cannot convert value to integer')
    return whole
  }),
  add: combined(addQuantities),
  sub: combined(subtractQuantities),
}

/** Converts an amount as Go does, only from 64 bits (resource.Quantity: AsInt64). */
const integerOf = ({ quantity, isShort }: Amount): bigint | undefined => (isShort ? wholeOf(quantity) : undefined)

// The largest power of ten in 64 bits.
const MOST_ZEROS = 18

/** Converts a quantity to a 64-bit integer; undefined if it is not one. */
function wholeOf({ unscaled, exponent }: Quantity): bigint | undefined {
  if (unscaled === 0n) return 0n
  if (exponent > MOST_ZEROS) return undefined
  const factor = 10n ** BigInt(Math.abs(exponent))
  if (exponent < 0 && unscaled % factor !== 0n) return undefined
  const whole = exponent < 0 ? unscaled / factor : unscaled * factor
  return BigInt.asIntN(64, whole) === whole ? whole : undefined
}
