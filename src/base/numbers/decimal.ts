/** A decimal number: `unscaled` times ten to the power of `exponent`. */
export type Decimal = { readonly unscaled: bigint; readonly exponent: number }

/** Compares two decimals by value; huge exponents are cheap because magnitudes are compared before digits. */
export function compareDecimal(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const sign = signOf(a.unscaled)
  if (sign !== signOf(b.unscaled)) return sign < signOf(b.unscaled) ? -1 : 1
  if (sign === 0) return 0
  const digitsA = digits(a.unscaled)
  const digitsB = digits(b.unscaled)
  const larger = Math.sign(digitsA.length + a.exponent - (digitsB.length + b.exponent))
  if (larger !== 0) return larger === sign ? 1 : -1
  const length = Math.max(digitsA.length, digitsB.length)
  const x = digitsA.padEnd(length, '0')
  const y = digitsB.padEnd(length, '0')
  return x === y ? 0 : x < y === (sign === 1) ? -1 : 1
}

/** Rounds to a multiple of ten to the power of `exponent`, away from zero. */
export function roundAway(value: Decimal, exponent: number): Decimal {
  const drop = exponent - value.exponent
  if (drop <= 0) return value
  const sign = value.unscaled < 0n ? -1n : 1n
  const size = value.unscaled * sign
  if (size === 0n) return { unscaled: 0n, exponent }
  if (drop > digits(size).length) return { unscaled: sign, exponent }
  const unit = 10n ** BigInt(drop)
  return { unscaled: sign * ((size + unit - 1n) / unit), exponent }
}

const signOf = (value: bigint): -1 | 0 | 1 => (value === 0n ? 0 : value < 0n ? -1 : 1)

const digits = (value: bigint): string => String(value < 0n ? -value : value)
