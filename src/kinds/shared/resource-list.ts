import { formOf } from '../../base/json/as-given.js'
import { roundAway } from '../../base/numbers/decimal.js'
import { GoText, goQuote } from '../../base/go/printable.js'
import { type Issue, invalid } from '../../base/errors/issue.js'
import {
  type Quantity,
  parseQuantity,
  printQuantity,
  quantityEqual,
  quantitySign,
  resourceQuantity,
} from '../../base/numbers/quantity.js'
import { fitsInt64 } from '../../base/go/numbers.js'
import { isExtendedResource } from '../../base/rules/names.js'

/** Quantities by resource name. */
export type ResourceList = { readonly [resource: string]: string }

const WHOLE_RESOURCES = new Set([
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
])

/** Validates a quantity of a list (core validation's ValidateResourceQuantityValue). */
export function validateAmount(list: ResourceList, resource: string, field: string): readonly Issue[] {
  const issues: Issue[] = []
  const amount = list[resource] ?? ''
  if (quantitySign(amount) < 0) issues.push(invalid(field, amount, 'must be greater than or equal to 0'))
  // What is printed of a huge amount may be another: `1000E` is printed as `1`.
  const given = formOf(list, resource) ?? ''
  if (isCounted(resource) && !isWhole(given)) issues.push(invalid(field, goResource(given), 'must be an integer'))
  return issues
}

/**
 * Validates that a quantity is not negative; the message has it as an integer (core validation's
 * validateBasicResource).
 */
export const validateBasicAmount = (amount: string, field: string): readonly Issue[] =>
  quantitySign(amount) < 0 ? [invalid(field, new GoText(wholeOf(amount)), 'must be a valid resource quantity')] : []

/** Tells whether two lists have equal quantities of the same resources, in whatever notation. */
export function sameAmounts(a: ResourceList = {}, b: ResourceList = {}): boolean {
  const amounts = Object.entries(a)
  return (
    amounts.length === Object.keys(b).length &&
    amounts.every(([name, amount]) => {
      const other = Object.hasOwn(b, name) ? b[name] : undefined
      return other !== undefined && quantityEqual(amount, other)
    })
  )
}

/**
 * Tells whether the server takes a quantity for an integer. It looks at the thousandths as an int64: there are none if
 * few digits come to more than that, and of big decimals it sees the lowest 64 bits.
 */
function isWhole(amount: string): boolean {
  const parsed = resourceQuantity(amount)
  if (typeof parsed === 'string') return true
  const { unscaled, exponent, big } = parsed
  // Of so many tens the lowest 64 bits are 0.
  if (exponent + MILLI >= BITS) return true
  const thousandths = unscaled * 10n ** BigInt(exponent + MILLI)
  return (big || fitsInt64(thousandths) ? BigInt.asIntN(BITS, thousandths) : 0n) % 1000n === 0n
}

const MILLI = 3
const BITS = 64

const isCounted = (resource: string) => WHOLE_RESOURCES.has(resource) || isExtendedResource(resource)

const MAX_EXPONENT = 18
const MOST = '9223372036854775807'
const LEAST = '-9223372036854775808'

/** Returns a quantity as an integer, rounded away from zero and clamped to 64 bits. */
export function wholeOf(amount: string): string {
  const parsed = parseQuantity(amount)
  if (typeof parsed === 'string') return '0'
  const { unscaled, exponent } = roundAway(parsed, 0)
  if (exponent > MAX_EXPONENT && unscaled !== 0n) return unscaled < 0n ? LEAST : MOST
  const whole = unscaled * 10n ** BigInt(exponent)
  return BigInt.asIntN(64, whole) === whole ? String(whole) : whole < 0n ? LEAST : MOST
}

/** Tells whether Go keeps a quantity as a big decimal. */
export function isBig(amount: string): boolean {
  const parsed = parseQuantity(amount)
  return typeof parsed !== 'string' && parsed.big === true
}

/**
 * Formats a quantity of a list as it was given like Go's `%#v`.
 *
 * @param text the canonical text, if Go has formatted it before and keeps that
 */
export const goResource = (amount: string, text?: string, big?: boolean): GoText =>
  goAmount(resourceQuantity(amount), amount, text, big)

/** The same of a quantity that is not in a list. */
export const goQuantity = (amount: string): GoText => goAmount(parseQuantity(amount), amount)

function goAmount(parsed: Quantity | string, amount: string, text?: string, big = isBig(amount)): GoText {
  if (typeof parsed === 'string') return new GoText(goQuote(amount))
  const { unscaled, exponent, family, text: kept = '' } = parsed
  const format = { decimal: 'DecimalSI', binary: 'BinarySI', exponent: 'DecimalExponent' }[family]
  const [small, dec] = big ? ['value:0, scale:0', '0xc000000000'] : [`value:${unscaled}, scale:${exponent}`, 'nil']
  return new GoText(
    `resource.Quantity{i:resource.int64Amount{${small}}, d:resource.infDecAmount{Dec:(*inf.Dec)(${dec})}, s:"${text ?? kept}", Format:"${format}"}`,
    () => goQuote(printQuantity(parsed)),
  )
}
