import { firstNamesOf } from './member-names.js'
import { type Replacements, replaced } from '../text/replaced.js'

/** Any value a JSON document can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
/** A JSON object; members are never mutated in place. */
export type JsonObject = { readonly [key: string]: unknown }

/** Tells whether a value is a JSON object (not null, not an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Sets an own member, even one named `__proto__`, for which a plain assignment would set the prototype. JSON.parse
 * makes `__proto__` an own key, so every copy of request data goes through here.
 */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}

/** Reads an own member; inherited ones (`constructor`, `__proto__`) are absent. */
export function getOwn(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Reads a dotted path of own members; undefined if any part is missing. */
export function getPath(value: unknown, path: readonly string[]): unknown {
  let at: unknown = value
  for (let i = 0; i < path.length; i++) {
    const key = path[i] ?? ''
    if (!isObject(at) || !Object.hasOwn(at, key)) return undefined
    at = at[key]
  }
  return at
}

/**
 * Returns a copy of `object` with the member at `path` set, or removed if `value` is undefined; unchanged parts are
 * shared.
 */
export function withPath<T extends JsonObject>(object: T, path: readonly string[], value: unknown): T {
  const [key, ...rest] = path
  if (key === undefined) return object
  const old = getOwn(object, key)
  if (value === undefined && rest.length > 0 && !isObject(old)) return object
  const next = rest.length === 0 ? value : withPath(isObject(old) ? old : {}, rest, value)
  if (next === old) return object
  if (next !== undefined) {
    const { ...copy }: Record<string, unknown> = object
    setOwn(copy, key, next)
    return copy as T // the caller sets a member of the right type
  }
  const { [key]: _, ...others } = object
  return others as T // the caller removes only optional members
}

/**
 * Returns a copy of `object` with some members replaced or appended. An object made by a spread that then gains a
 * member or is frozen gets its own hidden class in V8, which makes reading many of them slow; copies made by
 * destructuring share one.
 */
export function withMembers<T extends object>(object: T, members: Partial<T>): T {
  const { ...copy } = object
  return Object.assign(copy, members)
}

/** Freezes a value deeply; stops at parts that are already frozen. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (typeof value[i] === 'object') deepFreeze(value[i])
    return value
  }
  // For…in would look up each of thousands of members once more.
  const names = firstNamesOf(value)
  for (let i = 0; i < names.length; i++) {
    const member: unknown = value[names[i] as keyof typeof value] // its own names
    if (typeof member === 'object' && !Object.isFrozen(member)) deepFreeze(member)
  }
  return value
}

/** Compares two strings by their UTF-8 bytes, the order of keys in etcd. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0
  const less = a < b
  // The engine compares code units, ten times faster than a loop. The order differs from that of the bytes only where
  // half of a surrogate pair, which sorts last in bytes, meets a unit above the surrogates.
  return ABOVE_SURROGATES.test(less ? b : a) ? compareUnits(a, b) : less ? -1 : 1
}

const ABOVE_SURROGATES = /[\ue000-\uffff]/

const isAboveSurrogates = (text: string): boolean => ABOVE_SURROGATES.test(text)

function compareUnits(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1
  }
  return a.length - b.length
}

/** Compares two strings by code units: for orders that are not visible outside. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a === b ? 0 : 1)

/** Returns the entries of an object in the order of their names, in which the object itself has none such as `10`. */
export const entriesByName = <V>(members: { readonly [name: string]: V }): readonly (readonly [string, V])[] =>
  Object.entries(members).sort(([a], [b]) => compareBytes(a, b))

/** Returns a comparison of these texts that gives the order of {@link compareBytes}, as fast as they allow. */
export const bytesOrder = (texts: readonly string[]): typeof compareBytes =>
  texts.some(isAboveSurrogates) ? compareBytes : compareTexts

// Up to this many texts, insertion sort takes a fraction of the time of sort().
const FEW = 16

/**
 * Sorts texts by {@link compareBytes}, in place. Most lists are already sorted, and checking that costs a tenth of a
 * sort.
 */
export function sortBytes(texts: string[]): string[] {
  for (let i = 1; i < texts.length; i++) {
    if (compareBytes(texts[i - 1] ?? '', texts[i] ?? '') <= 0) continue
    if (texts.length > FEW) return texts.sort(bytesOrder(texts))
    const text = texts[i] ?? ''
    let at = i
    for (; at > 0 && compareBytes(texts[at - 1] ?? '', text) > 0; at--) texts[at] = texts[at - 1] ?? ''
    texts[at] = text
  }
  return texts
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

/** Deep equality of JSON values; the order of members is ignored. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && !jsonEqual(a[i], b[i])) return false
    return true
  }
  const some = a as JsonObject // no list
  const others = b as JsonObject // or a list, which is told below
  const keys = Object.keys(a)
  if (Array.isArray(b) || keys.length !== Object.keys(b).length) return false
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] ?? ''
    if (!Object.hasOwn(b, key) || (some[key] !== others[key] && !jsonEqual(some[key], others[key]))) return false
  }
  return true
}

const ESCAPED: Replacements = [
  [/</g, '\\u003c'],
  [/>/g, '\\u003e'],
  [/&/g, '\\u0026'],
  [/\u2028/g, '\\u2028'],
  [/\u2029/g, '\\u2029'],
]

// V8 finds these ten times faster one by one than by one regular expression.
const hasEscaped = (text: string): boolean =>
  text.includes('<') || text.includes('>') || text.includes('&') || text.includes('\u2028') || text.includes('\u2029')

// JavaScript lists integer-like keys first and in numeric order. Starting the expression with a digit skips most of a
// text quickly; `[^V]` skips `fieldsV1`, which most texts have.
const hasIntegerKey = (text: string): boolean => /[^V]\d":/.test(text) && /"\d+":/.test(text)

/**
 * Serialises as Go's encoder does: `<`, `>`, `&` and line separators escaped, integer-like map keys in byte order,
 * bigints as numbers.
 */
export const encodeJson = (value: unknown, indent?: number): string => escapedJson(encodeUnescapedJson(value, indent))

/** Escapes what {@link encodeJson} does in JSON that has these characters as they are. */
export function escapedJson(text: string): string {
  return hasEscaped(text) ? replaced(text, ESCAPED) : text
}

/** {@link encodeJson} with all characters as they are, as Go's encoder does where it escapes no HTML. */
export function encodeUnescapedJson(value: unknown, indent?: number): string {
  const plain = stringifyJson(value, indent)
  return hasIntegerKey(plain) && isMisplaced(value)
    ? stringifyJson(sortedEntries(value), indent).replaceAll(KEY_MARK, '')
    : plain
}

// JSON.stringify rejects bigints: they are written as strings with a mark, whose quotes are then removed.
const NUMBER_MARK = '\uf8ff\ue001'
const MARKED_NUMBER = new RegExp(`"${NUMBER_MARK}(-?\\d+)"`, 'g')

/**
 * Serialises as `JSON.stringify` does, but writes bigints as numbers. `instead` returns the replacement of a member.
 */
export function stringifyJson(value: unknown, indent?: number, instead?: (member: unknown) => unknown): string {
  try {
    return JSON.stringify(value, instead && ((_, member: unknown) => instead(member)), indent)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const marked = (member: unknown) => (typeof member === 'bigint' ? NUMBER_MARK + member : member)
    const replace = (_: string, member: unknown) => marked(instead ? instead(member) : member)
    return JSON.stringify(value, replace, indent).replace(MARKED_NUMBER, '$1')
  }
}

// A private-use mark keeps integer-like keys in byte order until they are serialised.
const KEY_MARK = '\uf8ff\ue000'
const INTEGER_KEY = /^(0|[1-9]\d*)$/

/** Tells whether an object in a value has integer-like keys that it lists in another order than that of bytes. */
function isMisplaced(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(isMisplaced)
  const object = value as JsonObject // no list
  const keys = Object.keys(value)
  const [first = ''] = keys
  return (
    (INTEGER_KEY.test(first) && keys.some((key, i) => i > 0 && compareBytes(keys[i - 1] ?? '', key) > 0)) ||
    keys.some((key) => isMisplaced(object[key]))
  )
}

/** Returns a value whose integer-like keys are marked and in order; the same parts where there are none. */
function sortedEntries(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(sortedEntries)
    return items.every((item, i) => item === value[i]) ? value : items
  }
  if (!isObject(value)) return value
  const keys = Object.keys(value)
  // Such keys come first.
  const isMarked = keys[0] !== undefined && INTEGER_KEY.test(keys[0])
  let isChanged = isMarked
  const out: Record<string, unknown> = {}
  for (const key of isMarked ? keys.sort(compareBytes) : keys) {
    const member = sortedEntries(value[key])
    isChanged ||= member !== value[key]
    setOwn(out, INTEGER_KEY.test(key) ? KEY_MARK + key : key, member)
  }
  return isChanged ? out : value
}

/** Escapes a member's name as a reference token of a JSON Pointer (RFC 6901): `a/b` becomes `a~1b`. */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Unescapes a reference token of a JSON Pointer. */
export const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')
