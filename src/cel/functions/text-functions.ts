import { escapePointer } from '../../base/json/json.js'
import { isHardToFind, partsBetween, placesOf } from './text-search.js'
import { CelError } from '../run/cel-error.js'
import { stringOf } from './conversions.js'
import { isListOf, sizeOf } from '../run/value.js'

type Run = (...values: readonly unknown[]) => unknown

/** Returns a limit of a number of parts or matches; none for a negative one. */
export const limitOf = (most: unknown): number => (typeof most === 'bigint' && most >= 0n ? Number(most) : Infinity)

/** Defines a function on a text with further arguments of given types. */
export const onText =
  (types: readonly string[], least: number, run: (text: string, ...values: readonly never[]) => unknown): Run =>
  (text, ...values) => {
    const given = values.filter((value) => value !== undefined)
    const fits =
      typeof text === 'string' && given.length >= least && given.every((value, i) => typeof value === types[i])
    // Their types have just been compared.
    return fits ? run(text, ...(given as never[])) : undefined
  }

const outOfRange = (at: bigint) => new CelError(`index out of range: ${at}`)

/** Returns the offset of the character at an index, both counted from 0. */
function offsetOf(text: string, index: number, size = sizeOf(text)): number {
  if (size === text.length) return index
  let at = 0
  for (let i = 0; i < index; i++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}

const indexAt = (text: string, offset: number): number => (offset < 0 ? -1 : sizeOf(text.slice(0, offset)))

function part(text: string, from: bigint, to: bigint | undefined): string {
  const size = sizeOf(text)
  if (to !== undefined && from > to) throw new CelError(`invalid substring range. start: ${from}, end: ${to}`)
  if (from < 0n || from > size) throw outOfRange(from)
  if (to !== undefined && to > size) throw outOfRange(to)
  return text.slice(offsetOf(text, Number(from), size), to === undefined ? undefined : offsetOf(text, Number(to), size))
}

/** Returns the offset of the first match at or after an offset. */
function firstOffset(text: string, search: string, from: number): number {
  if (!isHardToFind(search, text)) return text.indexOf(search, from)
  return placesOf(search, text).find((at) => at >= from) ?? -1
}

function lastOffset(text: string, search: string, upTo: number): number {
  if (!isHardToFind(search, text)) return text.lastIndexOf(search, upTo)
  return placesOf(search, text).findLast((at) => at <= upTo) ?? -1
}

function indexIn(text: string, search: string, from: bigint): bigint {
  if (search === '') return from
  if (from < 0n) throw outOfRange(from)
  const size = sizeOf(text)
  if (from >= size) return -1n
  return BigInt(indexAt(text, firstOffset(text, search, offsetOf(text, Number(from), size))))
}

function lastIndexIn(text: string, search: string, upTo: bigint | undefined): bigint {
  const size = sizeOf(text)
  if (search === '') return upTo ?? BigInt(size)
  const last = upTo ?? BigInt(size - 1)
  if (last < 0n) throw outOfRange(last)
  if (last >= size) return -1n
  return BigInt(indexAt(text, lastOffset(text, search, offsetOf(text, Number(last), size))))
}

function replaced(text: string, old: string, next: string, times: bigint | undefined): string {
  const most = limitOf(times)
  if (isHardToFind(old, text)) return partsBetween(text, old, most + 1).join(next)
  if (most === Infinity && old !== '') return text.replaceAll(old, next.replaceAll('$', '$$$$'))
  const parts = old === '' ? ['', ...text, ''] : text.split(old)
  if (old === '' && text === '') return most > 0 ? next : text
  return [parts.slice(0, most + 1).join(next), ...parts.slice(most + 1)].join(old)
}

function splitText(text: string, search: string, limit: bigint | undefined): readonly string[] {
  if (limit === 0n) return []
  const most = limitOf(limit)
  if (isHardToFind(search, text)) return partsBetween(text, search, most)
  const parts = search === '' ? [...text] : text.split(search)
  return parts.length <= most ? parts : [...parts.slice(0, most - 1), parts.slice(most - 1).join(search)]
}

const QUOTED: { readonly [char: string]: string } = {
  ...{ '\x07': '\\a', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v' },
  ...{ '\\': '\\\\', '"': '\\"' },
}
const quoted = (text: string) => `"${text.replace(/[\x07-\r\\"]/g, (char) => QUOTED[char] ?? char)}"`

// What unicode.IsSpace tells.
const SPACE = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SPACE.test(text[start] ?? '')) start++
  // A pattern that is anchored at the end would take quadratic time.
  while (end > start && SPACE.test(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}

function joined(list: Iterable<unknown>, separator: string): string {
  const texts: string[] = []
  for (const item of list) {
    if (typeof item !== 'string') throw new CelError(`join: invalid input: ${stringOf(item) ?? String(item)}`)
    texts.push(item)
  }
  return texts.join(separator)
}

/** The functions on texts (cel-go: ext.Strings, version 2, and the standard library). */
export const TEXT_FUNCTIONS: { readonly [name: string]: Run } = {
  'jsonpatch.escapeKey': (key) => (typeof key === 'string' ? escapePointer(key) : undefined),
  charAt: onText(['bigint'], 1, (text, at: bigint) => {
    const size = sizeOf(text)
    if (at < 0n || at > size) throw outOfRange(at)
    const code = text.codePointAt(offsetOf(text, Number(at), size))
    // The index right after the last character is valid.
    return code === undefined ? '' : String.fromCodePoint(code)
  }),
  contains: onText(['string'], 1, (text, search: string) => firstOffset(text, search, 0) >= 0),
  startsWith: onText(['string'], 1, (text, start: string) => text.startsWith(start)),
  endsWith: onText(['string'], 1, (text, end: string) => text.endsWith(end)),
  lowerAscii: onText([], 0, (text) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase())),
  upperAscii: onText([], 0, (text) => text.replace(/[a-z]+/g, (part) => part.toUpperCase())),
  trim: onText([], 0, trimmed),
  substring: onText(['bigint', 'bigint'], 1, part),
  replace: onText(['string', 'string', 'bigint'], 2, replaced),
  split: onText(['string', 'bigint'], 1, splitText),
  'strings.quote': onText([], 0, quoted),
  join: (list, separator) =>
    isListOf(list, ['string']) && (separator === undefined || typeof separator === 'string')
      ? joined(list, separator ?? '')
      : undefined,
}

/** Returns the index of a text in another; undefined for other values. */
export const textIndex: Run = onText(['string', 'bigint'], 1, (text, search: string, from?: bigint) =>
  indexIn(text, search, from ?? 0n),
)

/** Returns the last index of a text in another; undefined for other values. */
export const lastTextIndex: Run = onText(['string', 'bigint'], 1, lastIndexIn)
