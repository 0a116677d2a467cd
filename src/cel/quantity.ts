import type { Environment } from '@marcbachmann/cel-js'
import { compareDecimal } from '../base/decimal.js'
import { type Quantity, fitsInt64, parseQuantity } from '../base/quantity.js'
import { addQuantities, countQuantity, subtractQuantities } from '../base/quantity-arithmetic.js'

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

const TYPE = 'kubernetes.Quantity'

/** Adds quantities (`quantity("1Gi")`). */
export function registerQuantity(env: Environment): void {
  env.registerType(TYPE, { ctor: Amount, fields: {} })
  const parse = (text: string) => {
    const quantity = parseQuantity(text)
    if (typeof quantity === 'string') throw new Error(quantity)
    return new Amount(quantity, fitsInt64(text, quantity))
  }
  const compare = (a: Amount, b: Amount) => compareDecimal(a.quantity, b.quantity)
  env.registerFunction('isQuantity(string): bool', (text: string) => typeof parseQuantity(text) !== 'string')
  env.registerFunction(`quantity(string): ${TYPE}`, parse)
  env.registerFunction(`${TYPE}.isGreaterThan(${TYPE}): bool`, (a: Amount, b: Amount) => compare(a, b) > 0)
  env.registerFunction(`${TYPE}.isLessThan(${TYPE}): bool`, (a: Amount, b: Amount) => compare(a, b) < 0)
  env.registerFunction(`${TYPE}.compareTo(${TYPE}): int`, (a: Amount, b: Amount) => BigInt(compare(a, b)))
  env.registerFunction(`sign(${TYPE}): int`, ({ quantity: { unscaled } }: Amount) =>
    unscaled > 0n ? 1n : unscaled < 0n ? -1n : 0n,
  )
  env.registerFunction(
    `${TYPE}.asApproximateFloat(): double`,
    ({ quantity }: Amount) => Number(quantity.unscaled) * 10 ** quantity.exponent,
  )
  env.registerFunction(`${TYPE}.isInteger(): bool`, (amount: Amount) => integerOf(amount) !== undefined)
  env.registerFunction(`${TYPE}.asInteger(): int`, (amount: Amount) => {
    const whole = integerOf(amount)
    if (whole === undefined) throw new Error('cannot convert value to integer')
    return whole
  })
  for (const [name, combine] of [
    ['add', addQuantities],
    ['sub', subtractQuantities],
  ] as const) {
    env.registerFunction(
      `${TYPE}.${name}(${TYPE}): ${TYPE}`,
      (a: Amount, b: Amount) => new Amount(combine(a.quantity, b.quantity), a.isShort && b.isShort),
    )
    env.registerFunction(
      `${TYPE}.${name}(int): ${TYPE}`,
      (a: Amount, b: bigint) => new Amount(combine(a.quantity, countQuantity(b)), a.isShort),
    )
  }
  env.registerOperator(`${TYPE} == ${TYPE}`, (a: Amount, b: Amount) => a.sameAs(b))
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
