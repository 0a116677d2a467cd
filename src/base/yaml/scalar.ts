import { parseBase64 } from '../rules/base64.js'
import { charBytes, decodeUtf8 } from '../bytes/utf8.js'
import { YamlFault } from './fault.js'
import type { ScalarNode } from './nodes.js'
import { YAML_TAG } from './tags.js'

/** A resolved scalar, with the type that YAML gives it. */
export type Scalar =
  | { readonly type: 'str' | 'timestamp'; readonly value: string }
  | { readonly type: 'int'; readonly value: bigint }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'null'; readonly value: null }

const RESOLVABLE: ReadonlySet<string> = new Set(['str', 'bool', 'int', 'float', 'null', 'timestamp'])

/**
 * Resolves a scalar by its tag or its text, as gopkg.in/yaml.v2 does for YAML 1.1.
 *
 * @throws YamlFault for a text that does not match its tag
 */
export function scalarOf(node: ScalarNode): Scalar {
  const { tag = '', value, implicit } = node
  if (tag === '') return implicit ? typed(value, false) : { type: 'str', value }
  const name = tag.startsWith(YAML_TAG) ? tag.slice(YAML_TAG.length) : ''
  if (name === 'binary') return { type: 'str', value: decodeBinary(node) }
  if (name === 'str' || !RESOLVABLE.has(name)) return { type: 'str', value }
  const found = typed(value, name === 'timestamp')
  if (found.type === name) return found
  if (name === 'float' && found.type === 'int' && isInt64(found.value))
    return { type: 'float', value: Number(found.value) }
  throw new YamlFault(`cannot decode !!${found.type} \`${value}\` as a !!${name}`, node)
}

const isInt64 = (value: bigint) => BigInt.asIntN(64, value) === value

const NAMED: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map(
    (word) => [word, { type: 'bool', value: true }] as const,
  ),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(
    (word) => [word, { type: 'bool', value: false }] as const,
  ),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, { type: 'null', value: null }] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, { type: 'float', value: NaN }] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map(
    (word) => [word, { type: 'float', value: Infinity }] as const,
  ),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, { type: 'float', value: -Infinity }] as const),
])
const LONGEST_NAME = 5

function typed(text: string, maybeTime: boolean): Scalar {
  const named = text.length <= LONGEST_NAME ? NAMED.get(text) : undefined
  if (named) return named
  const first = text.charCodeAt(0)
  const isNumeric = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d
  if (!isNumeric && first !== 0x2e) return { type: 'str', value: text }
  if (maybeTime && isTime(text)) return { type: 'timestamp', value: text }
  const found = isNumeric
    ? number(text.replaceAll('_', ''))
    : SPACED.test(text)
      ? float(text.replaceAll('_', ''))
      : undefined
  return found ?? { type: 'str', value: text }
}

const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/
// After a decimal point, underscores are allowed only between digits.
const SPACED = /^\.\d+(?:_\d+)*(?:[eE][-+]?\d+(?:_\d+)*)?$/
const DECIMAL = /^(?:0|[1-9]\d*)$/
const OCTAL = /^0o?[0-7]+$/i
const PREFIXED = /^0(?:x[\da-f]+|b[01]+)$/i

const [LEAST, MOST, MOST_UNSIGNED] = [-(2n ** 63n), 2n ** 63n - 1n, 2n ** 64n - 1n]
// The maximum length of a number of 64 bits, in any base.
const LONGEST = 80

function number(text: string): Scalar | undefined {
  const sign = /^[-+]/.test(text) ? text.charAt(0) : ''
  const digits = text.slice(sign.length)
  const whole = wholeNumber(digits)
  if (whole !== undefined) {
    const value = sign === '-' ? -whole : whole
    if (value >= LEAST && value <= (sign === '' ? MOST_UNSIGNED : MOST)) return { type: 'int', value }
  }
  return float(text)
}

function wholeNumber(digits: string): bigint | undefined {
  if (DECIMAL.test(digits)) return digits.length < LONGEST ? BigInt(digits) : undefined
  if (!OCTAL.test(digits) && !PREFIXED.test(digits)) return undefined
  // Leading zeros do not count towards the length.
  const base = /^0[xb]/i.test(digits) ? digits.slice(0, 2) : '0o'
  const significant = digits.slice(/^0[xbo]/i.test(digits) ? 2 : 1).replace(/^0+(?=.)/, '')
  return significant.length < LONGEST ? BigInt(base + significant) : undefined
}

function float(text: string): Scalar | undefined {
  if (!FLOAT.test(text)) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? { type: 'float', value } : undefined
}

const TIME =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)| (\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?)?$/

function isTime(text: string): boolean {
  const [, year, month, day, ...clock] = TIME.exec(text) ?? []
  if (year === undefined) return false
  const [hour = 0, minute = 0, second = 0] = clock.filter((part) => part !== undefined).map(Number)
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)))
  date.setUTCFullYear(Number(year))
  return date.getUTCMonth() === Number(month) - 1 && Number(day) > 0 && hour < 24 && minute < 60 && second < 60
}

function decodeBinary(node: ScalarNode): string {
  const { text: data } = parseBase64(node.value)
  if (data === undefined) throw new YamlFault('!!binary value contains invalid base64 data', node)
  return decodeUtf8(charBytes(atob(data)))
}
