import { byteText } from '../bytes/utf8.js'
/** A time as Go's time.Parse returns it, in UTC: whole seconds since 1970, and nanoseconds. */
type Moment = { readonly seconds: number; readonly nanos: number }
/** A layout of Go's time package: its text, and its elements, each with the literal that precedes it. */
export type Layout = {
  readonly text: string
  readonly elements: readonly (readonly [literal: string, element: Element])[]
}
type Element = '2006' | '01' | '02' | '15' | '04' | '05' | '.000000' | 'Z07:00'
type Fields = {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  nanos: number
  offset: number
}
/** The result of one element: the rest of the text, undefined for invalid text, or the name of a field out of range. */
type Step = string | { readonly outOfRange: string } | undefined

/**
 * Parses a time as Go's time.Parse does, for layouts of numeric fields; a returned string is its error text. Like Go it
 * works on UTF-8 bytes, and accepts one-digit hours and `,` for `.` before a fraction.
 */
export function goParseTime(layout: Layout, input: string): Moment | string {
  const whole = byteText(input)
  const fail = (part: string, element: string) =>
    `parsing time ${quoteBytes(whole)} as "${layout.text}": cannot parse ${quoteBytes(part)} as ${quoteBytes(element)}`
  const fields: Fields = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0, nanos: 0, offset: 0 }
  let rest = whole
  for (const [literal, element] of layout.elements) {
    for (let i = 0; i < literal.length; i++) {
      if (rest[0] !== literal[i]) return fail(rest, literal)
      rest = rest.slice(1)
    }
    const step = take(element, rest, fields, layout)
    if (step === undefined) return fail(rest, element)
    if (typeof step !== 'string') return `parsing time ${quoteBytes(whole)}: ${step.outOfRange} out of range`
    rest = step
  }
  if (rest !== '') return `parsing time ${quoteBytes(whole)}: extra text: ${quoteBytes(rest)}`
  const { year, month, day, hour, minute, second, nanos, offset } = fields
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCDate() !== day) return `parsing time ${quoteBytes(whole)}: day out of range`
  return { seconds: date.getTime() / 1000 + hour * 3600 + minute * 60 + second - offset, nanos }
}

function take(element: Element, text: string, fields: Fields, layout: Layout): Step {
  switch (element) {
    case '2006': {
      if (!/^\d{4}/.test(text)) return undefined
      fields.year = Number(text.slice(0, 4))
      return text.slice(4)
    }
    case '01':
      return takeNumber(text, 2, 1, 12, 'month', (value) => (fields.month = value))
    case '02':
      return takeNumber(text, 2, 0, 99, 'day', (value) => (fields.day = value))
    case '15':
      return takeNumber(text, 1, 0, 23, 'hour', (value) => (fields.hour = value))
    case '04':
      return takeNumber(text, 2, 0, 59, 'minute', (value) => (fields.minute = value))
    case '05': {
      const rest = takeNumber(text, 2, 0, 59, 'second', (value) => (fields.second = value))
      const fraction = typeof rest === 'string' && !layout.text.includes('.') && /^[.,]\d+/.exec(rest)?.[0]
      if (!fraction) return rest
      fields.nanos = nanosOf(fraction.slice(1, 10))
      return rest.slice(fraction.length)
    }
    case '.000000':
      return takeMicros(text, fields)
    case 'Z07:00':
      return text[0] === 'Z' ? text.slice(1) : takeOffset(text, fields)
  }
}

function takeNumber(
  text: string,
  minDigits: 1 | 2,
  min: number,
  max: number,
  name: string,
  set: (value: number) => void,
): Step {
  const found = (minDigits === 1 ? /^\d\d?/ : /^\d\d/).exec(text)?.[0]
  if (found === undefined) return undefined
  const value = Number(found)
  if (value < min || value > max) return { outOfRange: name }
  set(value)
  return text.slice(found.length)
}

function takeMicros(text: string, fields: Fields): Step {
  // Go parses the six characters as a signed number.
  const found = /^[.,](?:\d{6}|[-+]\d{5})/.exec(text)?.[0]
  if (found === undefined) return undefined
  const micros = Number(found.slice(1))
  if (micros < 0) return { outOfRange: 'fractional second' }
  fields.nanos = micros * 1000
  return text.slice(7)
}

function takeOffset(text: string, fields: Fields): Step {
  if (text.length < 6 || text[3] !== ':') return undefined
  const hours = /^\d\d$/.test(text.slice(1, 3)) ? Number(text.slice(1, 3)) : undefined
  const minutes = hours !== undefined && /^\d\d$/.test(text.slice(4, 6)) ? Number(text.slice(4, 6)) : undefined
  if (minutes !== undefined && minutes > 60) return { outOfRange: 'time zone offset minute' }
  if (hours !== undefined && hours > 24) return { outOfRange: 'time zone offset hour' }
  if (hours === undefined || minutes === undefined || (text[0] !== '+' && text[0] !== '-')) return undefined
  fields.offset = (hours * 60 + minutes) * (text[0] === '-' ? -60 : 60)
  return text.slice(6)
}

const nanosOf = (digits: string) => Number(digits.padEnd(9, '0'))

/** Quotes bytes, one character each, as Go's time package does: everything outside printable ASCII as `\xNN`. */
export function quoteBytes(bytes: string): string {
  return `"${bytes.replace(/["\\]/g, '\\$&').replace(/[^ -\x7f]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`
}
