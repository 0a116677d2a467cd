import { parseBase64 } from '../base/rules/base64.js'
import { type ParsedTime, isZeroTime } from '../base/time.js'
import { canonicalQuantity } from '../base/quantity.js'

/** What is thrown: the quick pass only finds out that something does not fit; the words are the slow pass's work. */
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

/** Bytes are base64, or, to Go, a list of numbers. */
export function decodeBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.every(isByte) ? btoa(String.fromCharCode(...value.map(Number))) : misfit()
  if (typeof value !== 'string') return misfit()
  const bytes = parseBase64(value)
  return bytes.error === undefined ? bytes.text : misfit()
}

/**
 * The canonical text of a quantity; undefined where the value is no quantity. Only those of resources are rounded to
 * thousandths, as no list of them has finer ones (SetDefaults_ResourceList).
 */
function readQuantity(value: unknown, how: { readonly isResource: boolean }): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const given = typeof value === 'bigint' ? String(value) : value
  const quantity = canonicalQuantity(given, { roundUpToMilli: how.isResource })
  return 'error' in quantity ? undefined : quantity.text
}
