import { onDemand } from '../base/on-demand.js'
import { wordingNow } from '../base/errors/wording.js'
import { parseDurationFormat } from '../base/go/duration.js'
import { parseIp } from '../base/text/ip.js'
import { legacyCidr } from '../base/rules/ip.js'
import { neededUrls } from '../base/text/urls.js'

const HEX = '[0-9a-f]'
const uuid = (third: string, fourth: string) =>
  new RegExp(`^${HEX}{8}-?${HEX}{4}-?${third}-?${fourth}-?${HEX}{12}$`, 'i')
const ANY_GROUP = `${HEX}{4}`
const CARD =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/
const LETTER = String.raw`a-zA-Z0-9\p{S}\p{L}`
// Made when it is needed: V8 takes a millisecond for these sets of characters, and that much for checking a literal.
const host = onDemand(
  () =>
    new RegExp(
      String.raw`^([${LETTER}]((-?[${LETTER}]{0,62})?)|([${LETTER}](([${LETTER}-]{0,61}[${LETTER}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$`,
      'u',
    ),
)
const CLOCK = /^(\d{2}):(\d{2}):(\d{2})(.\d+)?(z|([+-]\d{2}:\d{2}))$/
const COLOR_PART = '(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])'

type FormatTest = (text: string) => boolean
const matches =
  (pattern: RegExp): FormatTest =>
  (text) =>
    pattern.test(text)

// The formats a v1.33 server validates, by their names without dashes (k8s.io/kube-openapi/pkg/validation/strfmt).
const FORMATS: ReadonlyMap<string, FormatTest> = new Map<string, FormatTest>([
  ['bsonobjectid', matches(/^[0-9a-f]{24}$/i)],
  ['uri', (text) => neededUrls().requestUriFault(text) === undefined],
  ['email', matches(/^[^\s@<>]+@[^\s@<>]+$/)],
  ['hostname', (text) => text.length <= 255 && host().test(text)],
  ['ipv4', (text) => isIp(text) && text.includes('.')],
  ['ipv6', (text) => isIp(text) && text.includes(':')],
  ['cidr', (text) => legacyCidr(text).length === 0],
  [
    'mac',
    matches(
      /^(([0-9a-f]{2}([:-])([0-9a-f]{2}\3){4}([0-9a-f]{2}\3[0-9a-f]{2}\3)?[0-9a-f]{2})|([0-9a-f]{4}\.){2}([0-9a-f]{4}\.)?[0-9a-f]{4})$/i,
    ),
  ],
  ['uuid', matches(uuid(ANY_GROUP, ANY_GROUP))],
  ['uuid3', matches(uuid(`3${HEX}{3}`, ANY_GROUP))],
  ['uuid4', matches(uuid(`4${HEX}{3}`, `[89ab]${HEX}{3}`))],
  ['uuid5', matches(uuid(`5${HEX}{3}`, `[89ab]${HEX}{3}`))],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', (text) => isIsbn10(text)],
  ['isbn13', (text) => isIsbn13(text)],
  ['creditcard', (text) => CARD.test(text.replace(/\D+/g, '')) && passesLuhn(text.replace(/\D+/g, ''))],
  ['ssn', matches(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/)],
  ['hexcolor', matches(/^#?([0-9a-f]{3}|[0-9a-f]{6})$/i)],
  ['rgbcolor', matches(new RegExp(`^rgb\\(\\s*${COLOR_PART}\\s*,\\s*${COLOR_PART}\\s*,\\s*${COLOR_PART}\\s*\\)$`))],
  ['byte', matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/)],
  ['password', () => true],
  ['date', (text) => isDate(text)],
  ['duration', (text) => parseDurationFormat(text) !== undefined],
  ['datetime', (text) => isDateTime(text)],
])

// Names of Kubernetes (k8s.io/kube-openapi: kubernetes-extensions.go).
const SHORT = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?'
const NAMES: ReadonlyMap<string, FormatTest> = new Map([
  ['k8sshortname', matches(new RegExp(`^(?!.{64})${SHORT}$`))],
  ['k8slongname', matches(new RegExp(`^(?!.{254})${SHORT}(?:\\.${SHORT})*$`))],
])

/** Returns the check of a string format; undefined for a format that the server ignores. */
export const stringFormat = (name: string): FormatTest | undefined =>
  FORMATS.get(nameOf(name)) ?? (wordingNow().hasNameFormats ? NAMES.get(nameOf(name)) : undefined)

/** Tells whether a string format is that of URIs, whose check needs the parser of URLs. */
export const isUriFormat = (name: string): boolean => nameOf(name) === 'uri'

const nameOf = (name: string) => name.replaceAll('-', '')

const isIp: FormatTest = (text) => parseIp(text)?.hasLeadingZeros === false

function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) return false
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number)
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= ([31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0)
  )
}

function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t')
  const [clock, hours = '', minutes = '', seconds = ''] = CLOCK.exec(time) ?? []
  return clock !== undefined && isDate(date) && hours <= '23' && minutes <= '59' && seconds <= '59'
}

function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '')
  if (!/^\d{9}[\dX]$/.test(digits)) return false
  return [...digits].reduce((sum, digit, i) => sum + (i + 1) * (digit === 'X' ? 10 : Number(digit)), 0) % 11 === 0
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '')
  return (
    /^\d{13}$/.test(digits) &&
    [...digits].reduce((sum, digit, i) => sum + (i % 2 === 0 ? 1 : 3) * Number(digit), 0) % 10 === 0
  )
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
