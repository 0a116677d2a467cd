import { bytesText } from '../base/bytes/utf8.js'
import { parseBase64 } from '../base/rules/base64.js'
import { type ParsedTime, isZeroTime } from '../base/time/time.js'
import { canonicalQuantity } from '../base/numbers/quantity.js'

/**
 * Thrown by the fast path, which only detects that something does not fit; the slow path (explain) finds the message.
 */
export const MISFIT = Symbol('misfit')

type DecodeScalar = (value: unknown) => unknown

export function misfit(): never {
  throw MISFIT
}

export const isInt32 = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= -2147483648 && Number(value) <= 2147483647

const isByte = (item: unknown) => item === null || (Number.isInteger(item) && Number(item) >= 0 && Number(item) <= 255)

export const decodeQuantity: DecodeScalar = (value) => readQuantity(value, { isResource: false }) ?? misfit()
export const decodeResource: DecodeScalar = (value) => readQuantity(value, { isResource: true }) ?? misfit()

export function timeText(parse: (text: string) => ParsedTime): DecodeScalar {
  return (value) => {
    if (typeof value !== 'string') return misfit()
    const parsed = parse(value)
    if (parsed.error !== undefined) return misfit()
    return isZeroTime(parsed.time) ? null : parsed.time
  }
}

/** Decodes bytes: base64, or a list of numbers, which Go accepts too. */
export function decodeBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.every(isByte) ? btoa(bytesText(Uint8Array.from(value, Number))) : misfit()
  if (typeof value !== 'string') return misfit()
  const bytes = parseBase64(value)
  return bytes.error === undefined ? bytes.text : misfit()
}

/**
 * Returns the canonical text of a quantity; undefined if the value is not one. Only quantities of resource lists are
 * rounded up to thousandths (SetDefaults_ResourceList).
 */
function readQuantity(value: unknown, how: { readonly isResource: boolean }): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const given = typeof value === 'bigint' ? String(value) : value
  const quantity = canonicalQuantity(given, { roundUpToMilli: how.isResource })
  return 'error' in quantity ? undefined : quantity.text
}
