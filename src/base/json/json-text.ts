import { MAX_JSON_DEPTH } from './json-depth.js'
import { createParts, endPart, forgetProgress, progressOf, unlessPaused, withParts } from '../turns/work-in-parts.js'
import { namesForGood } from './member-names.js'
import { listOfLength } from '../lists/lists.js'
import { type JsonObject, getOwn, isObject } from './json.js'
import type { JsonMember, JsonTree } from './json-tree.js'

// An integer of at most this many digits is exact in JavaScript.
const SAFE_DIGITS = 15

/** What a scan finds in a JSON text before it is parsed. */
type Look = {
  /** Number of members of all objects. */
  readonly members: number
  /** Whether a number is written in a way that JavaScript does not preserve (`1.0`, `1e3`, beyond 2^53). */
  readonly oddNumber: boolean
  /** Whether the maximum depth is exceeded; the scan stops there. */
  readonly tooDeep: boolean
}

/** Scans a text that may be JSON. For invalid JSON only `tooDeep` is meaningful. */
export function lookAt(text: string): Look {
  let members = 0
  let depth = 0
  let oddNumber = false
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at)
    if (c === QUOTE) {
      const end = text.indexOf('"', at + 1)
      // Most strings end at the next quote.
      at = end > 0 && text.charCodeAt(end - 1) === BACKSLASH ? endOfString(text, at) : end
      if (at < 0) break
    } else if (c === COLON) members++
    else if (c === BRACE || c === BRACKET) {
      if (++depth > MAX_JSON_DEPTH) return { members, oddNumber, tooDeep: true }
    } else if (c === BRACE_END || c === BRACKET_END) depth--
    else if (c === MINUS || (c >= ZERO && c <= NINE)) {
      const end = endOfNumber(text, at)
      oddNumber ||= isOdd(text, at, end)
      at = end - 1
    }
  }
  return { members, oddNumber, tooDeep: false }
}

/**
 * Tells whether the result of JSON.parse lost something of the text: a duplicate member, or the spelling of a number.
 * The value is read-only from here on.
 */
export const isLossy = ({ members, oddNumber }: Look, value: unknown): boolean =>
  oddNumber || members !== countMembers(value)

const [QUOTE, COLON, COMMA, BRACE, BRACE_END, BRACKET, BRACKET_END, MINUS, ZERO, NINE] = [
  0x22, 0x3a, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d, 0x2d, 0x30, 0x39,
]

function endOfNumber(text: string, start: number): number {
  let end = start + 1
  while (isPartOfNumber(text.charCodeAt(end))) end++
  return end
}

// Digits, and the characters `.eE+-`.
const isPartOfNumber = (c: number) =>
  (c >= ZERO && c <= NINE) || c === 0x2e || c === 0x65 || c === 0x45 || c === 0x2b || c === MINUS

function isOdd(text: string, start: number, end: number): boolean {
  if (end - start < 3) return false
  if (end - start > SAFE_DIGITS) return true
  const number = text.slice(start, end)
  return String(Number(number)) !== number
}

const SURROGATE = /\\u[dD][89a-fA-F]/
const ESCAPES = /(\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})|\\u[dD][89a-fA-F][\da-fA-F]{2}|\\[^]/g

/** Replaces escaped lone surrogates by U+FFFD, as Go's decoders do. */
export const withoutLoneSurrogates = (text: string): string =>
  SURROGATE.test(text)
    ? text.replace(ESCAPES, (escape, pair) => (pair !== undefined || !SURROGATE.test(escape) ? escape : '\\ufffd'))
    : text

/** Counts the members of all objects in a value, which is read-only from here on. */
export function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countMembers(item)
    return count
  }
  const names = namesForGood(value)
  count += names.length
  for (const name of names) {
    const member = (value as Record<string, unknown>)[name] // made by JSON.parse
    if (typeof member === 'object') count += countMembers(member)
  }
  return count
}

/** Parses a valid JSON text to a syntax tree; `value` is the result of JSON.parse. */
export const parseTree = (text: string, value?: unknown): JsonTree =>
  withParts(undefined, () => readTree(text, { at: 0 }, value))

/** Starts parsing a long text: the returned function continues for a turn, and returns the tree once it is complete. */
export function startTree(text: string, value: unknown): () => JsonTree | undefined {
  const parts = createParts()
  const cursor = { at: 0 }
  return () => {
    cursor.at = 0
    return withParts(parts, () => unlessPaused(() => readTree(text, cursor, value)))
  }
}

type Cursor = { at: number }

const DIGITS: readonly JsonTree[] = [...'0123456789'].map((text) => ({ type: 'number', text }))

function readTree(text: string, cursor: Cursor, value: unknown): JsonTree {
  const start = skipSpace(text, cursor)
  const c = text.charCodeAt(start)
  if (c === BRACE) {
    const of = isObject(value) ? value : {}
    return { type: 'object', members: readAll(text, cursor, BRACE_END, 0, () => readMember(text, cursor, of)) }
  }
  if (c === BRACKET) {
    const of: readonly unknown[] = Array.isArray(value) ? value : []
    const items = readAll(text, cursor, BRACKET_END, of.length, (i) => readTree(text, cursor, of[i]))
    return { type: 'array', items }
  }
  if (c === QUOTE) return { type: 'string', value: readString(text, cursor) }
  cursor.at = endOfWord(text, start)
  // Lists of a million numbers mostly hold short ones.
  if (cursor.at === start + 1) return DIGITS[c - ZERO] ?? { type: 'number', text: text.slice(start, cursor.at) }
  const word = text.slice(start, cursor.at)
  if (word === 'null') return { type: 'null' }
  return word === 'true' || word === 'false'
    ? { type: 'boolean', value: word === 'true' }
    : { type: 'number', text: word }
}

/** Parses the contents of brackets. `expected` is the number of items, unless a member is duplicate. */
function readAll<T>(text: string, cursor: Cursor, end: number, expected: number, read: (i: number) => T): readonly T[] {
  const start = cursor.at
  // Resumes after the last item that was completed.
  const progress = progressOf(cursor, start, () => ({ all: listOfLength<T>(expected), count: 0, at: start + 1 }))
  cursor.at = progress.at
  while (text.charCodeAt(skipSpace(text, cursor)) !== end) {
    const one = read(progress.count)
    if (text.charCodeAt(skipSpace(text, cursor)) === COMMA) cursor.at++
    progress.all[progress.count++] = one
    progress.at = cursor.at
    endPart()
  }
  cursor.at++
  forgetProgress(cursor, start)
  progress.all.length = progress.count
  return progress.all
}

function readMember(text: string, cursor: Cursor, of: JsonObject): JsonMember {
  skipSpace(text, cursor)
  const name = readString(text, cursor)
  skipSpace(text, cursor)
  cursor.at++
  return { name, value: readTree(text, cursor, getOwn(of, name)) }
}

function readString(text: string, cursor: Cursor): string {
  const start = cursor.at
  cursor.at = endOfString(text, start) + 1
  return JSON.parse(text.slice(start, cursor.at)) as string // a string literal is one
}

function endOfWord(text: string, start: number): number {
  let end = start
  for (; end < text.length; end++) {
    const c = text.charCodeAt(end)
    if (c === COMMA || c === BRACKET_END || c === BRACE_END || isSpace(c)) return end
  }
  return end
}

function skipSpace(text: string, cursor: Cursor): number {
  while (isSpace(text.charCodeAt(cursor.at))) cursor.at++
  return cursor.at
}

/** Tells whether a character is white space in JSON. */
export const isSpace = (c: number): boolean => c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09

/**
 * Reads what `encodeJson` writes: like `JSON.parse`, but an integer that JavaScript would round becomes a bigint.
 *
 * @throws SyntaxError for invalid JSON
 */
export function readJson(text: string): unknown {
  // Hardly any text has such an integer.
  const found = LONG.test(text) ? roundedIntegers(text) : []
  if (found.length === 0) return JSON.parse(text)
  const mark = unusedIn(text)
  let end = 0
  const pieces = found.map(({ at, digits }) => {
    const before = text.slice(end, at)
    end = at + digits.length
    return `${before}"${mark}${digits}"`
  })
  return JSON.parse(`${pieces.join('')}${text.slice(end)}`, (_, member: unknown) =>
    typeof member === 'string' && member.startsWith(mark) ? BigInt(member.slice(mark.length)) : member,
  )
}

/** Every integer with fewer digits is exact as a JavaScript number. */
const LONG = /\d{16}/
const STRING_OR_LONG = /"|-?\d{16,}/g

type Found = { readonly at: number; readonly digits: string }

/** Finds the integers outside of strings that a JavaScript number cannot hold. */
function roundedIntegers(text: string): readonly Found[] {
  const found: Found[] = []
  const search = new RegExp(STRING_OR_LONG)
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const [word] = match
    if (word === '"') {
      const end = endOfString(text, match.index)
      if (end < 0) break
      search.lastIndex = end + 1
    } else if (isInteger(text, match.index, word) && String(Number(word)) !== word)
      found.push({ at: match.index, digits: word })
  }
  return found
}

/** Tells whether digits are a whole JSON integer: not part of a fraction or an exponent, and without a leading zero. */
const isInteger = (text: string, at: number, digits: string): boolean =>
  /^-?[1-9]/.test(digits) && !/[.\deE+-]/.test(text.charAt(at - 1)) && !/[.eE]/.test(text.charAt(at + digits.length))

/** Returns a private-use character that does not occur in a text, not even escaped. */
function unusedIn(text: string): string {
  for (let code = 0xf8ff; code >= 0xe000; code--) {
    const mark = String.fromCharCode(code)
    if (!text.includes(mark) && !new RegExp(`\\\\u${code.toString(16)}`, 'i').test(text)) return mark
  }
  throw new SyntaxError('The text has every character for private use: there is none left to mark numbers with.')
}

const BACKSLASH = 0x5c

/** Returns the index of the closing quote of the JSON string that opens at `start`; -1 if there is none. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end > 0 && text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text.charCodeAt(from - 1) === BACKSLASH) from--
  return (at - from) % 2 === 1
}
