import { fitsInt64, resourceQuantity, type Quantity } from '../../../base/numbers/quantity.js'
import { goType, type GoType } from './types.js'

const FORMATS = { decimal: 'DecimalSI', binary: 'BinarySI', exponent: 'DecimalExponent' }

const part = (name: string, members: readonly string[]): GoType => ({
  kind: 'struct',
  name,
  fields: () => members.map((member) => ({ name: member, json: member, type: () => goType('int64') })),
})
const AMOUNT = part('resource.int64Amount', ['value', 'scale'])
const BIG_AMOUNT: GoType = { ...part('resource.infDecAmount', ['Dec']), stringer: 'value', whole: true }

/**
 * Returns the fields of a resource.Quantity: its number, the string it was parsed from if that is cached, and its
 * format.
 */
export function quantityParts(text: string) {
  const amount = resourceQuantity(text)
  if (typeof amount === 'string') return []
  const isSmall = fitsInt64(text, amount)
  const { unscaled, exponent } = amount
  const small = { value: unscaled === 0n ? 0 : String(unscaled), scale: exponent }
  return [
    { name: 'i', type: AMOUNT, value: isSmall ? small : undefined },
    { name: 'd', type: BIG_AMOUNT, value: isSmall ? undefined : inNano(amount) },
    { name: 's', type: goType('string'), value: text === '0' ? text : amount.text },
    { name: 'Format', type: goType('string'), value: FORMATS[amount.family] },
  ]
}

const NANO = 9

/** Formats an inf.Dec amount with nine decimal places. */
function inNano({ unscaled, exponent }: Quantity): string {
  const all = unscaled * 10n ** BigInt(exponent + NANO)
  const digits = String(all < 0n ? -all : all).padStart(NANO + 1, '0')
  return `${all < 0n ? '-' : ''}${digits.slice(0, -NANO)}.${digits.slice(-NANO)}`
}
