import { encodeJson } from './json.js'
import { MAX_JSON_DEPTH, tooDeepText } from './json-depth.js'
import { inMembers, inParts } from '../turns/work-in-parts.js'
import { badRequest } from '../errors/status.js'

/** Formats a number of bytes, as a limit is written in a message. */
export const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`

/** What a text takes beside two bytes for each character. */
const TEXT = 16

/** More than any value takes, and levels than any has: small integers for V8, which infinities are not. */
const UNLIMITED = 2 ** 30

/**
 * Returns the approximate size of a JSON value in memory, in bytes. `fieldsV1` counts as nothing: objects of the same
 * shape share it.
 *
 * @throws StatusError 400 for a value with more than `levels` levels
 */
export const roughSize = (value: unknown, levels = UNLIMITED): number => UNLIMITED - leftOf(UNLIMITED, value, levels)

/**
 * {@link roughSize} of an object to be stored, with the nesting limit of bodies; the size of a frozen spec is cached.
 *
 * @throws StatusError 400 if it is nested more deeply
 */
export const storedSize = (object: object): number =>
  UNLIMITED - leftOf(UNLIMITED, object, MAX_JSON_DEPTH, frozenSpecOf(object))

/** Returns the frozen spec of an object, shared with a stored one; undefined if there is none or it is new. */
export function frozenSpecOf(object: object): object | undefined {
  const { spec } = object as { readonly spec?: unknown } // which may be absent
  return typeof spec === 'object' && spec !== null && Object.isFrozen(spec) ? spec : undefined
}

/** The minimum size of a spec for its size to be remembered. */
export const LEAST_SPEC = 512

const specSize = rememberedSizes(LEAST_SPEC)

// A spec is a level below its object.
const measureSpec = (spec: object): number => roughSize(spec, MAX_JSON_DEPTH - 1)

/**
 * Makes a cache for the sizes of frozen parts of objects: most writes change a status beside an unchanged spec. Sizes
 * below `least` are not cached, as measuring them again is faster.
 */
export function rememberedSizes(least = 0): (part: object, measure: (part: object) => number) => number {
  const known = new WeakMap<object, number>()
  return (part, measure) => {
    let size = known.get(part)
    if (size !== undefined) return size
    size = measure(part)
    if (size >= least) known.set(part, size)
    return size
  }
}

/**
 * Returns the {@link roughSize} of a value of at most `most` bytes; undefined if it is larger, in which case the rest
 * is not examined.
 */
export function sizeUpTo(most: number, value: unknown): number | undefined {
  const spec = typeof value === 'object' && value !== null ? frozenSpecOf(value) : undefined
  const left = leftOf(most, value, UNLIMITED, spec)
  return left < 0 ? undefined : most - left
}

/**
 * Returns what is left of a number of bytes after a value; negative once it is exceeded, where counting stops. The size
 * of `spec`, one of its members, is cached.
 *
 * @throws StatusError 400 for a value with more than `levels` levels
 */
function leftOf(most: number, value: unknown, levels: number, spec?: object): number {
  if (typeof value === 'string') return most - TEXT - 2 * value.length
  if (typeof value !== 'object' || value === null) return most - 8
  if (levels === 0) throw badRequest(tooDeepText(Array.isArray(value) ? '[' : '{'))
  let left = most - 32
  // For…in would convert the indices of a list to strings.
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left >= 0; i++) left = leftOf(left - 8, value[i], levels - 1)
    return left
  }
  for (const key in value) {
    if (left < 0) return left
    if (key === 'fieldsV1') continue
    const member = (value as { readonly [key: string]: unknown })[key] // an own key
    if (typeof member === 'string') left -= 8 + TEXT + 2 * member.length
    else if (spec && member === spec) left -= 8 + specSize(spec, measureSpec)
    else left = leftOf(left - 8, member, levels - 1)
  }
  return left
}

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
