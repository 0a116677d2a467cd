import { parseInt64 } from '../../base/go/numbers.js'
import { wordingNow } from '../../base/errors/wording.js'
import { goFloat } from '../../base/go/printable.js'
import { uintFault } from '../../base/text/query-values.js'
import { CelError } from '../run/cel-error.js'
import { Duration, Timestamp, durationOf, timestampOf } from '../run/moments.js'
import { Uint, typeNameOf } from '../run/value.js'
import { wholeNumber } from '../run/whole-numbers.js'

/** Converts a value to a type; undefined if the function is not defined for it. Throws a CelError. */
type Conversion = (value: unknown) => unknown

/** Converts a text; a text that cannot be converted is an error. */
function read<T>(text: string, type: string, parse: (text: string) => T | undefined): T {
  const found = parse(text)
  if (found === undefined) throw new CelError(`type conversion error from 'string' to '${type}'`)
  return found
}

function truncated(value: number): bigint {
  if (!(Math.abs(value) < 2 ** 63)) throw new CelError('integer overflow')
  return BigInt(Math.trunc(value))
}

function unsigned(value: number): Uint {
  if (!(value >= 0 && value < 2 ** 64)) throw new CelError('unsigned integer overflow')
  return new Uint(BigInt(Math.trunc(value)))
}

const parseUint = (text: string): Uint | undefined =>
  uintFault(text) === undefined ? new Uint(BigInt(text)) : undefined

const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/
const HEX = /^([-+]?)0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([-+]?\d+)$/

/** Parses a float as Go's strconv.ParseFloat does; undefined for other texts and for numbers out of range. */
function parseFloat64(text: string): number | undefined {
  const special = /^([-+]?)(?:(inf(?:inity)?)|nan)$/i.exec(text)
  if (special) {
    if (special[2] === undefined) return special[1] === '' ? Number.NaN : undefined
    return special[1] === '-' ? -Infinity : Infinity
  }
  if (DECIMAL.test(text)) {
    const value = Number(text)
    return Number.isFinite(value) ? value : undefined
  }
  const [, sign, high = '', low = '', power] = HEX.exec(text) ?? []
  if (sign === undefined || high + low === '') return undefined
  const value = Number(`0x${high}${low}`) * 2 ** (Number(power) - 4 * low.length)
  return Number.isFinite(value) ? (sign === '-' ? -value : value) : undefined
}

const BOOLS = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((text) => [text, false] as const),
])

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decoded(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new CelError('invalid UTF-8 in bytes, cannot convert to string')
  }
}

/** Prints a value as the function `string` does; undefined for values it is not defined for. Throws a CelError. */
export function stringOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : goFloat(value)
  if (value instanceof Uint8Array) return decoded(value)
  if (value instanceof Duration || value instanceof Timestamp) return value.text()
  return ['string', 'bool', 'int', 'uint'].includes(typeNameOf(value)) ? String(value) : undefined
}

const SECOND = 1_000_000_000n

/** The conversions of the standard library (cel-go: stdlib). */
export const CONVERSIONS: { readonly [name: string]: Conversion } = {
  bool: (value) =>
    typeof value === 'string'
      ? read(value, 'bool', (text) => BOOLS.get(text))
      : typeof value === 'boolean'
        ? value
        : undefined,
  bytes: (value) =>
    typeof value === 'string' ? encoder.encode(value) : value instanceof Uint8Array ? value : undefined,
  double(value) {
    if (typeof value === 'string') return read(value, 'double', parseFloat64)
    const number =
      typeof value === 'bigint' || typeof value === 'number' ? value : value instanceof Uint ? value.value : undefined
    return number === undefined ? undefined : Number(number)
  },
  int(value) {
    if (typeof value === 'string') return read(value, 'int', parseInt64)
    if (typeof value === 'number') return truncated(value)
    if (value instanceof Duration) return value.nanos
    if (value instanceof Timestamp) return value.seconds()
    const number = typeof value === 'bigint' ? value : value instanceof Uint ? value.value : undefined
    return number === undefined ? undefined : wholeNumber(number)
  },
  uint(value) {
    if (typeof value === 'string') return read(value, 'uint', parseUint)
    if (typeof value === 'number') return unsigned(value)
    return typeof value === 'bigint' ? new Uint(value) : value instanceof Uint ? value : undefined
  },
  string: stringOf,
  duration(value) {
    if (typeof value === 'string') return read(value, 'google.protobuf.Duration', durationOf)
    // Where cel-go declares this overload, it has no implementation of it: it type-checks, and fails at run time.
    if (typeof value === 'bigint' && wordingNow().libraries.includes('durations'))
      throw new CelError("type conversion error from 'int' to 'google.protobuf.Duration'")
    return value instanceof Duration ? value : undefined
  },
  timestamp(value) {
    if (typeof value === 'string') return read(value, 'google.protobuf.Timestamp', timestampOf)
    if (typeof value === 'bigint') return new Timestamp(value * SECOND)
    return value instanceof Timestamp ? value : undefined
  },
}
