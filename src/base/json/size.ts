import { encodeJson } from './json.js'
import { MAX_JSON_DEPTH, tooDeepText } from './json-depth.js'
import { inMembers, inParts } from '../turns/work-in-parts.js'
import { badRequest } from '../errors/status.js'

/** Formats a number of bytes, as a limit is written in a message. */
export const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`

/** What a text takes beside two bytes for each character. */
const TEXT = 16
/** What a member of an object or an item of a list takes beside its value. */
const MEMBER = 8

/** More than any value takes, and levels than any has: small integers for V8, which infinities are not. */
const UNLIMITED = 2 ** 30

/**
 * Returns the approximate size of a JSON value in memory, in bytes. `fieldsV1` counts as nothing: objects of the same
 * shape share it.
 *
 * @throws StatusError 400 for a value with more than `levels` levels
 */
export const roughSize = (value: unknown, levels = UNLIMITED): number =>
  UNLIMITED - leftOf(UNLIMITED, value, levels, { length: 0 })

/**
 * Returns the {@link roughSize} of a value of at most `most` bytes; undefined if it is larger, in which case the rest
 * is not examined.
 */
export function sizeUpTo(most: number, value: unknown): number | undefined {
  const spec = typeof value === 'object' && value !== null ? frozenSpecOf(value) : undefined
  const left = leftOf(most, value, UNLIMITED, { length: 0 }, spec)
  return left < 0 ? undefined : most - left
}

/**
 * {@link roughSize} of an object to be stored, with the nesting limit of bodies.
 *
 * @throws StatusError 400 if it is nested more deeply
 */
export const storedSize = (object: object): number =>
  UNLIMITED - leftOf(UNLIMITED, object, MAX_JSON_DEPTH, { length: 0 }, frozenSpecOf(object))

/** The size of a value in memory, and the length of all names in it. */
export type Extent = { readonly bytes: number; readonly names: number }

/** The extent of an object to be stored; its bytes are its {@link storedSize}, which throws the same. */
export const storedExtent = (object: object): Extent => extentOf(object, MAX_JSON_DEPTH, frozenSpecOf(object))

/** Returns the size of an object with that {@link storedSize} once a text in it is replaced, or added. */
export const sizeWithText = (size: number, text: string, before: string | undefined): number =>
  size + 2 * text.length + (before === undefined ? MEMBER + TEXT : -2 * before.length)

function extentOf(value: object, levels: number, spec?: object): Extent {
  const names = { length: 0 }
  const bytes = UNLIMITED - leftOf(UNLIMITED, value, levels, names, spec)
  return { bytes, names: names.length }
}

/** Returns how many characters a value takes at most in JSON, if none is escaped. */
// A text takes fewer characters than bytes, and a number less than twice as many.
export const charactersIn = ({ bytes, names }: Extent): number => names + 2 * bytes

/** Returns the frozen spec of an object, shared with a stored one; undefined if there is none or it is new. */
export function frozenSpecOf(object: object): object | undefined {
  const { spec } = object as { readonly spec?: unknown } // which may be absent
  return typeof spec === 'object' && spec !== null && Object.isFrozen(spec) ? spec : undefined
}

/** Makes a cache for the sizes of frozen parts of objects. */
export function rememberedSizes(): (part: object, measure: (part: object) => number) => number {
  const known = new WeakMap<object, number>()
  return (part, measure) => {
    let size = known.get(part)
    if (size !== undefined) return size
    size = measure(part)
    known.set(part, size)
    return size
  }
}

const specs = new WeakMap<object, Extent>()

/** The minimum size of a spec for its extent to be cached: measuring a smaller one again is as fast. */
const LEAST_SPEC = 512

/** Returns the bytes of a spec, and adds the length of the names in it. Most writes leave it as it is. */
function addSpec(spec: object, names: { length: number }): number {
  let extent = specs.get(spec)
  if (!extent) {
    extent = extentOf(spec, MAX_JSON_DEPTH - 1)
    if (extent.bytes >= LEAST_SPEC) specs.set(spec, extent)
  }
  names.length += extent.names
  return extent.bytes
}

const fieldsCharacters = rememberedSizes()

/** Returns how many characters a set of fields takes at most. Sets are immutable; objects of one shape share them. */
function charactersInFields(fields: object): number {
  return fieldsCharacters(fields, () => charactersIn(extentOf(fields, UNLIMITED)))
}

/**
 * Returns what is left of a number of bytes after a value, and adds the length of the names in it to `names`; negative
 * once it is exceeded, where counting stops. The extent of `spec`, one of its members, is cached.
 *
 * @throws StatusError 400 for a value with more than `levels` levels
 */
function leftOf(most: number, value: unknown, levels: number, names: { length: number }, spec?: object): number {
  if (typeof value === 'string') return most - TEXT - 2 * value.length
  if (typeof value !== 'object' || value === null) return most - 8
  if (most < 0) return most
  if (levels === 0) throw tooDeep(value)
  let left = most - 32
  // For…in would convert the indices of a list to strings.
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) left = leftOf(left - MEMBER, value[i], levels - 1, names)
    return left
  }
  let length = 0
  for (const name in value) {
    const member = (value as { readonly [name: string]: unknown })[name] // an own name
    length += name.length
    if (typeof member === 'string') left -= MEMBER + TEXT + 2 * member.length
    else if (typeof member !== 'object' || member === null) left -= MEMBER + 8
    else if (name === 'fieldsV1') length += charactersInFields(member)
    else if (member === spec) left -= MEMBER + addSpec(member, names)
    else left = leftOf(left - MEMBER, member, levels - 1, names)
  }
  names.length += length
  return left
}

const tooDeep = (value: object): Error => badRequest(tooDeepText(Array.isArray(value) ? '[' : '{'))

/**
 * Returns the size in bytes of a value's JSON as Go writes it. The rest is not examined once it exceeds `most`; the
 * result is then a number above `most`.
 */
export function jsonSize(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length > most ? value.length + 2 : textBytes(value)
  if (typeof value !== 'object' || value === null) return String(value).length
  const begin = () => ({ size: 1 })
  const { size } = Array.isArray(value)
    ? inParts(value, jsonSize, value.length, begin, (sum, i) => {
        if (sum.size <= most) sum.size += jsonSize(value[i], most - sum.size) + 1
      })
    : inMembers(value, jsonSize, begin, (sum, name) => {
        if (sum.size > most) return
        const member = (value as { readonly [name: string]: unknown })[name] // an own member
        sum.size += jsonSize(name, most) + 1 + jsonSize(member, most - sum.size) + 1
      })
  return Math.max(size, 2)
}

// In most texts each character is one byte, plus the two quotes.
const PLAIN = /^[ !#-%'-;=?-[\]-~]*$/
const utf8 = new TextEncoder()

const textBytes = (text: string): number => (PLAIN.test(text) ? text.length + 2 : utf8.encode(encodeJson(text)).length)
